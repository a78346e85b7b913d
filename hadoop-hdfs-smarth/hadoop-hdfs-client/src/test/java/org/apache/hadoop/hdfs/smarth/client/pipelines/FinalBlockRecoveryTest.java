/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.apache.hadoop.hdfs.smarth.client.pipelines;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

import org.apache.hadoop.hdfs.smarth.client.pipelines.FinalBlockRecovery.Answer;
import org.apache.hadoop.hdfs.smarth.client.pipelines.FinalBlockRecovery.Suspect;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.apache.hadoop.hdfs.smarth.client.pipelines.FinalBlockScript.ALL;
import static org.apache.hadoop.hdfs.smarth.client.pipelines.FinalBlockScript.NOBODY;
import static org.apache.hadoop.hdfs.smarth.client.pipelines.FinalBlockScript.ONE;
import static org.apache.hadoop.hdfs.smarth.client.pipelines.FinalBlockScript.THREE;
import static org.apache.hadoop.hdfs.smarth.client.pipelines.FinalBlockScript.TWO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Who is asked about a final block, and who gets the rest of it. */
public class FinalBlockRecoveryTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(30);

  private final FinalBlockScript script = new FinalBlockScript();
  private final FinalBlockRecovery recovery =
      new FinalBlockRecovery("blk_1", script);

  @Test
  public void replicasThatAreAllFinalNeedNoMorePackets() throws IOException {
    ALL.forEach(t -> script.answer(t, Answer.FINAL));
    assertThat(recovery.recover(ALL, NOBODY)).isFalse();
    assertThat(script.getResumed()).isEmpty();
    assertThat(recovery.getLost()).isEmpty();
  }

  @Test
  public void oneThatSaidItIsFinalStaysSo() {
    assertThat(recovery.probeFinal(ONE)).isFalse();
    script.answer(ONE, Answer.UNFINISHED);
    assertThat(recovery.probeFinal(ONE)).isFalse();
    script.answer(ONE, Answer.FINAL);
    assertThat(recovery.probeFinal(ONE)).isTrue();
    script.gone(ONE);
    assertThat(recovery.probeFinal(ONE)).isTrue();
    assertThat(recovery.probeFinal(TWO)).isFalse();
    assertThat(script.getProbed()).containsExactly(ONE, ONE, ONE, TWO);
  }

  @Test
  public void thoseThatAreUnfinishedGetTheRest() throws IOException {
    script.answer(ONE, Answer.FINAL);
    script.answer(TWO, Answer.UNFINISHED);
    script.answer(THREE, Answer.UNFINISHED);
    assertThat(recovery.recover(ALL, NOBODY)).isTrue();
    assertThat(script.getResumed())
        .containsExactly(Arrays.asList(TWO, THREE));
  }

  @Test
  public void theLogCountsTheDatanodesOfAPipelineFromOne() {
    assertThat(Suspect.lost(2)).hasToString("DN3 is LOST");
  }

  @Test
  public void aSuspectThatIsFinalCountsAndOneThatIsNotIsLeftOut()
      throws IOException {
    script.answer(ONE, Answer.FINAL);
    script.answer(TWO, Answer.UNFINISHED);
    script.answer(THREE, Answer.FINAL);
    assertThat(recovery.recover(ALL, Suspect.lost(1))).isFalse();
    assertThat(recovery.getLost()).containsExactly(TWO);
  }

  @Test
  public void theFirstDatanodeIsNotTrustedOnceItSaidThatItIsAtFault()
      throws IOException {
    script.answer(ONE, Answer.FINAL);
    script.answer(TWO, Answer.UNFINISHED);
    assertThat(recovery.recover(ALL, Suspect.faulty(0))).isTrue();
    assertThat(script.getProbed()).containsExactly(TWO, THREE);
    assertThat(recovery.getLost()).containsExactly(ONE, THREE);
  }

  @Test
  public void onlyABadReplicaLeftFailsTheBlock() {
    script.answer(ONE, Answer.FINAL);
    assertThatThrownBy(() -> recovery.recover(ALL, Suspect.faulty(0)))
        .hasMessageContaining("blk_1")
        .hasMessageContaining("which the first one had finalized");
  }

  @Test
  public void noReplicaLeftFailsTheBlock() {
    assertThatThrownBy(() -> recovery.recover(ALL, Suspect.lost(0)))
        .isInstanceOf(IOException.class);
    assertThat(recovery.getLost()).containsExactlyElementsOf(ALL);
  }

  @Test
  public void aDatanodeIsTakenForLostOnceAndNotAtEachRecoveryThatFollows()
      throws IOException {
    script.answer(ONE, Answer.FINAL);
    script.answer(THREE, Answer.UNFINISHED);
    assertThat(recovery.recover(ALL, Suspect.lost(1))).isTrue();
    assertThat(recovery.takeLost()).containsExactly(TWO);
    recovery.recover(Arrays.asList(ONE, THREE), Suspect.lost(1));
    assertThat(recovery.takeLost()).containsExactly(THREE);
    assertThat(recovery.getLost()).containsExactly(TWO, THREE);
  }

  @Test
  public void theOnlyDatanodeLeftIsTriedAgain() throws IOException {
    script.answer(THREE, Answer.UNFINISHED);
    List<ReplicaTarget> only = Collections.singletonList(THREE);
    assertThat(recovery.recover(only, Suspect.lost(0))).isTrue();
    assertThat(script.getResumed()).containsExactly(only);
  }

  @Test
  public void theOnlyUnfinishedOneIsReplacedWhereAnotherIsFinal()
      throws IOException {
    script.answer(ONE, Answer.FINAL);
    recovery.recover(Collections.singletonList(ONE), NOBODY);
    script.answer(THREE, Answer.UNFINISHED);
    assertThat(recovery.recover(Collections.singletonList(THREE),
        Suspect.lost(0))).isFalse();
    assertThat(recovery.getLost()).containsExactly(THREE);
  }

  @Test
  public void theWriterHearsThatAFileWithoutReplicasWasDeleted() {
    ALL.forEach(t -> script.answer(t, Answer.UNFINISHED));
    script.connections(0, 0, 0);
    IOException deleted =
        new FileNotFoundException("File does not exist: /f");
    script.failFile(deleted);
    assertThatThrownBy(() -> recovery.recover(ALL, NOBODY))
        .hasMessageContaining("has blk_1 any more")
        .hasCause(deleted);
  }

  @Test
  public void datanodesThatCannotBeConnectedAreLeftOutOneByOne()
      throws IOException {
    ALL.forEach(t -> script.answer(t, Answer.UNFINISHED));
    script.connections(1, 0);
    assertThat(recovery.recover(ALL, NOBODY)).isTrue();
    assertThat(script.getResumed()).containsExactly(ALL,
        Arrays.asList(ONE, THREE), Collections.singletonList(THREE));
    assertThat(recovery.getLost()).containsExactly(TWO, ONE);
  }

  @Test
  public void aRestartingDatanodeIsAskedUntilItAnswers() throws IOException {
    script.answer(ONE, Answer.FINAL);
    script.answer(TWO, Answer.FINAL);
    script.restart(2);
    assertThat(recovery.recover(ALL, Suspect.restarting(2))).isFalse();
    assertThat(script.getProbed())
        .containsExactly(ONE, TWO, THREE, THREE, ONE, TWO);
    assertThat(recovery.getLost()).containsExactly(THREE);
  }

  @Test
  public void closingEndsARecoveryWithAnError() {
    ALL.forEach(t -> script.answer(t, Answer.UNFINISHED));
    script.stop();
    assertThatThrownBy(() -> recovery.recover(ALL, NOBODY))
        .hasMessage("Closed while recovering blk_1");
    assertThat(script.getResumed()).isEmpty();
  }

  @Test
  public void theFirstDatanodeWhoseTokenHasExpiredSinceItsFnfaCounts()
      throws IOException {
    script.answer(ONE, Answer.UNKNOWN);
    script.answer(THREE, Answer.UNKNOWN);
    assertThat(recovery.recover(ALL, Suspect.lost(1))).isFalse();
    assertThat(script.getResumed()).isEmpty();
    assertThat(recovery.getLost()).containsExactly(TWO, THREE);
  }

  /** To ask the others, or to connect them, may take as long as time-outs. */
  @Test
  public void aFinalReplicaThatDiesWhileTheOthersAreAskedDoesNotCount()
      throws Exception {
    script.first(ONE, Answer.FINAL);
    script.answer(THREE, Answer.UNFINISHED);
    script.connections(0);
    assertThatThrownBy(() -> recovery.recover(ALL, Suspect.lost(1)))
        .isInstanceOf(IOException.class).hasMessageContaining("any more");
  }
}
