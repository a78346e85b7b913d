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

/** Who is asked again, and counts, before a final block is given up. */
public class FinalBlockTakeBackTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(30);

  private final FinalBlockScript script = new FinalBlockScript();
  private final FinalBlockRecovery recovery =
      new FinalBlockRecovery("blk_1", script);

  @Test
  public void atASecondFailureTheOneThatWasFinalIsAskedAgainAndCounts()
      throws IOException {
    script.firstFailure(recovery);
    script.gone(TWO);
    assertThat(recovery.recover(Collections.singletonList(TWO),
        Suspect.lost(0))).isFalse();
    assertThat(script.getProbed()).containsExactly(ONE, TWO, ONE);
  }

  @Test
  public void atASecondFailureTheOneThatWasFinalAndIsGoneFailsTheBlock()
      throws IOException {
    script.firstFailure(recovery);
    ALL.forEach(script::gone);
    assertThatThrownBy(() -> recovery.recover(Collections.singletonList(TWO),
        Suspect.lost(0))).hasMessageContaining("has blk_1 any more");
    assertThat(recovery.getLost()).containsExactlyInAnyOrderElementsOf(ALL);
  }

  @Test
  public void onceTheOneThatWasFinalIsGoneTheOnlyOneLeftIsTriedAgain()
      throws IOException {
    script.firstFailure(recovery);
    script.gone(ONE);
    List<ReplicaTarget> only = Collections.singletonList(TWO);
    assertThat(recovery.recover(only, Suspect.lost(0))).isTrue();
    assertThat(script.getResumed()).containsExactly(only, only);
  }

  @Test
  public void oneThatWasFinalAndRefusesForAMomentCountsWhenTheOthersAreLost()
      throws IOException {
    script.firstFailure(recovery);
    script.gone(TWO);
    script.first(ONE, Answer.UNFINISHED, Answer.UNREACHABLE);
    assertThat(recovery.recover(Collections.singletonList(TWO),
        Suspect.lost(0))).isFalse();
    assertThat(script.getPauses()).isEqualTo(2);
    assertThat(recovery.getLost()).containsExactly(THREE, TWO);
    recovery.complete(Collections.emptyList());
    assertThat(script.getTold())
        .containsExactly(Collections.singletonList(ONE));
  }

  @Test
  public void oneThatIsTakenBackIsNotAmongThoseThatFailed()
      throws IOException {
    script.firstFailure(recovery);
    assertThat(recovery.takeLost()).containsExactly(THREE);
    script.gone(TWO);
    script.first(ONE, Answer.UNFINISHED);
    recovery.recover(Collections.singletonList(TWO), Suspect.lost(0));
    assertThat(recovery.takeLost()).containsExactly(TWO);
  }

  @Test
  public void beforeABlockIsGivenUpAllOfItsDatanodesAreAskedThreeTimes() {
    script.first(TWO, Answer.UNREACHABLE, Answer.UNREACHABLE,
        Answer.UNREACHABLE);
    assertThatThrownBy(() -> recovery.recover(ALL, Suspect.lost(0)))
        .hasMessageContaining("has blk_1 any more");
    assertThat(script.getPauses()).isEqualTo(3);
    assertThat(script.getProbed()).hasSize(12);
  }

  @Test
  public void oneThatRefusesAtOnceIsAskedForAsLongAsOneThatIsSilent()
      throws IOException {
    script.firstFailure(recovery);
    script.gone(TWO);
    script.patience(15);
    Answer[] refusals = new Answer[10];
    Arrays.fill(refusals, Answer.UNREACHABLE);
    script.first(ONE, refusals);
    assertThat(recovery.recover(Collections.singletonList(TWO),
        Suspect.lost(0))).isFalse();
    assertThat(script.getPauses()).isEqualTo(10);
  }

  @Test
  public void aDatanodeAtFaultIsNotAskedBeforeItsBlockIsGivenUp() {
    script.answer(ONE, Answer.FINAL);
    assertThatThrownBy(() -> recovery.recover(ALL, Suspect.faulty(0)))
        .hasMessageContaining("has blk_1 any more");
    assertThat(script.getPauses()).isEqualTo(3);
    assertThat(script.getProbed()).doesNotContain(ONE);
  }

  @Test
  public void aDeletedFileIsGivenUpAtOnce() {
    IOException deleted =
        new FileNotFoundException("File does not exist: /f");
    script.failFile(deleted);
    assertThatThrownBy(() -> recovery.recover(ALL, NOBODY))
        .hasCause(deleted);
    assertThat(script.getPauses()).isZero();
  }

  @Test
  public void anInterruptionEndsTheWaitForADatanode() {
    script.interrupt();
    assertThatThrownBy(() -> recovery.recover(ALL, NOBODY))
        .hasMessageContaining("has blk_1 any more");
    assertThat(script.getPauses()).isEqualTo(1);
    assertThat(script.getProbed()).hasSize(3);
  }

  @Test
  public void oneThatWasFinalAndCannotCheckAnExpiredTokenCounts()
      throws IOException {
    script.firstFailure(recovery);
    script.answer(ONE, Answer.UNKNOWN);
    script.want(2);
    recovery.complete(Collections.singletonList(TWO));
    assertThat(script.getTransfers()).isEmpty();
    assertThat(script.getTold()).containsExactly(Arrays.asList(ONE, TWO));
  }

  @Test
  public void theOnlyReplicaThatRefusesForAMomentIsNotGone()
      throws IOException {
    script.answer(ONE, Answer.FINAL);
    assertThat(recovery.recover(ALL, NOBODY)).isFalse();
    script.first(ONE, Answer.UNFINISHED, Answer.UNFINISHED);
    script.want(2);
    script.bestEffort();
    recovery.complete(Collections.emptyList());
    assertThat(script.getGoneOnWithout()).hasMessage("no datanode left");
    assertThat(script.getTold())
        .containsExactly(Collections.singletonList(ONE));
  }

  @Test
  public void oneThatRefusesForAMomentNeedsNoReplacementThatCannotBeHad()
      throws IOException {
    script.firstFailure(recovery);
    script.first(ONE, Answer.UNFINISHED);
    script.want(2);
    recovery.complete(Collections.singletonList(TWO));
    assertThat(script.getPauses()).isEqualTo(1);
    assertThat(script.getTold()).containsExactly(Arrays.asList(TWO, ONE));
  }

  @Test
  public void oneThatSaidNoIsNotTakenBackForAnExpiredToken() {
    script.first(ONE, Answer.UNFINISHED);
    script.connections(0);
    script.answer(ONE, Answer.UNKNOWN);
    assertThatThrownBy(() -> recovery.recover(ALL, NOBODY))
        .hasMessageContaining("has blk_1 any more");
  }
}
