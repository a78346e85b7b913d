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

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;

import org.apache.hadoop.hdfs.smarth.client.pipelines.FinalBlockRecovery.Answer;
import org.apache.hadoop.hdfs.smarth.client.pipelines.FinalBlockRecovery.Suspect;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.apache.hadoop.hdfs.smarth.client.pipelines.FinalBlockScript.ALL;
import static org.apache.hadoop.hdfs.smarth.client.pipelines.FinalBlockScript.FOUR;
import static org.apache.hadoop.hdfs.smarth.client.pipelines.FinalBlockScript.NOBODY;
import static org.apache.hadoop.hdfs.smarth.client.pipelines.FinalBlockScript.ONE;
import static org.apache.hadoop.hdfs.smarth.client.pipelines.FinalBlockScript.THREE;
import static org.apache.hadoop.hdfs.smarth.client.pipelines.FinalBlockScript.TWO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Who replaces those that a final block has lost, and what the namenode hears. */
public class FinalBlockReplacementTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(30);

  private final FinalBlockScript script = new FinalBlockScript();
  private final FinalBlockRecovery recovery =
      new FinalBlockRecovery("blk_1", script);

  @Test
  public void theNamenodeIsToldOnceWhoHasABlockThatLostADatanode()
      throws IOException {
    script.answer(ONE, Answer.FINAL);
    script.answer(THREE, Answer.UNFINISHED);
    recovery.recover(ALL, NOBODY);
    // While the third still receives it is expected to report.
    assertThat(script.getTold()).isEmpty();
    recovery.complete(Collections.singletonList(THREE));
    assertThat(script.getTold()).containsExactly(Arrays.asList(ONE, THREE));
  }

  /** The file's replication may be higher than the number of datanodes. */
  @Test
  public void noMoreAreReplacedThanThePipelineHasLost() throws Exception {
    script.answer(ONE, Answer.FINAL);
    script.want(3);
    script.replacements(FOUR);
    recovery.recover(Arrays.asList(ONE, TWO), NOBODY);
    recovery.complete(Collections.emptyList());
    assertThat(script.getTold()).containsExactly(Arrays.asList(ONE, FOUR));
  }

  @Test
  public void theNamenodeIsToldOfAReplacement() throws IOException {
    script.answer(ONE, Answer.FINAL);
    script.want(2);
    script.replacements(FOUR);
    recovery.recover(ALL, NOBODY);
    recovery.complete(Collections.emptyList());
    assertThat(script.getTold()).containsExactly(Arrays.asList(ONE, FOUR));
  }

  @Test
  public void theNamenodeIsToldNothingOfABlockThatLostNoDatanode()
      throws IOException {
    ALL.forEach(t -> script.answer(t, Answer.FINAL));
    recovery.recover(ALL, NOBODY);
    recovery.complete(Collections.emptyList());
    assertThat(script.getTold()).isEmpty();
  }

  @Test
  public void whenTheRestIsAcknowledgedTheOneThatWasFinalAndIsGoneIsReplaced()
      throws IOException {
    script.firstFailure(recovery);
    ALL.forEach(script::gone);
    script.want(2);
    script.replacements(FOUR);
    recovery.complete(Collections.singletonList(TWO));
    // Who acknowledged is not asked.
    assertThat(script.getProbed()).containsExactly(ONE, FOUR);
    assertThat(script.getTransfers()).containsExactly("storage-2 to storage-4");
    assertThat(script.getTold()).containsExactly(Arrays.asList(TWO, FOUR));
  }

  @Test
  public void theLastReplicaLostWhileItIsCopiedFailsTheBlock()
      throws IOException {
    script.answer(ONE, Answer.FINAL);
    script.loseTransfers();
    script.transferLoses(ONE);
    script.want(2);
    script.bestEffort();
    script.replacements(FOUR, FOUR, FOUR);
    assertThat(recovery.recover(ALL, NOBODY)).isFalse();
    assertThatThrownBy(() -> recovery.complete(Collections.emptyList()))
        .hasMessageContaining("has blk_1 any more");
    assertThat(script.getTold()).isEmpty();
  }

  @Test
  public void ofTwoReplicasTheOneLostWhileItIsCopiedIsReplacedToo()
      throws IOException {
    script.answer(ONE, Answer.FINAL);
    script.answer(TWO, Answer.FINAL);
    script.loseTransfers();
    script.transferLoses(ONE);
    script.want(3);
    script.bestEffort();
    script.replacements(FOUR, FOUR, FOUR);
    assertThat(recovery.recover(ALL, NOBODY)).isFalse();
    recovery.complete(Collections.emptyList());
    assertThat(script.getGoneOnWithout()).hasMessage("no datanode left");
    assertThat(script.getTold())
        .containsExactly(Collections.singletonList(TWO));
  }

  @Test
  public void aReplacementCountsOnlyOnceItsReplicaIsFinal()
      throws IOException {
    script.answer(ONE, Answer.FINAL);
    recovery.recover(ALL, NOBODY);
    script.want(2);
    script.replacements(FOUR);
    recovery.complete(Collections.emptyList());
    assertThat(script.getTransfers()).containsExactly("storage-1 to storage-4");
    assertThat(script.getGoneOnWithout()).isNull();
  }

  @Test
  public void aTransferThatSaysNothingAndBringsNothingIsTriedThreeTimes()
      throws IOException {
    script.answer(ONE, Answer.FINAL);
    recovery.recover(ALL, NOBODY);
    script.want(2);
    script.loseTransfers();
    script.replacements(FOUR, FOUR, FOUR, FOUR);
    assertThatThrownBy(() -> recovery.complete(Collections.emptyList()))
        .hasMessageContaining("is not final on");
    assertThat(script.getTransfers()).hasSize(3);
  }

  @Test
  public void closingEndsTheSearchForAReplacement() throws IOException {
    script.answer(ONE, Answer.FINAL);
    recovery.recover(ALL, NOBODY);
    script.want(2);
    script.bestEffort();
    script.loseTransfers();
    script.transferStops();
    script.replacements(FOUR, FOUR, FOUR);
    assertThatThrownBy(() -> recovery.complete(Collections.emptyList()))
        .hasMessage("Closed while recovering blk_1");
    assertThat(script.getTransfers()).hasSize(1);
    assertThat(script.getGoneOnWithout()).isNull();
  }

  @Test
  public void thePolicyMayGoOnWithoutAReplacement() throws IOException {
    script.answer(ONE, Answer.FINAL);
    recovery.recover(ALL, NOBODY);
    script.want(3);
    script.bestEffort();
    recovery.complete(Collections.singletonList(TWO));
    assertThat(script.getGoneOnWithout()).hasMessage("no datanode left");
  }

  @Test
  public void aReplacementThatCannotCheckItsTokenIsLeftToTheNamenode()
      throws IOException {
    script.firstFailure(recovery);
    script.answer(ONE, Answer.UNKNOWN);
    script.loseTransfers();
    script.answer(FOUR, Answer.UNKNOWN);
    script.want(3);
    script.replacements(FOUR, FOUR, FOUR);
    recovery.complete(Collections.singletonList(TWO));
    assertThat(script.getTransfers()).hasSize(1);
    assertThat(script.getGoneOnWithout()).isNull();
    assertThat(script.getTold()).containsExactly(Arrays.asList(ONE, TWO));
  }

  @Test
  public void oneThatAcknowledgedAllIsNotAskedWhenNoneReplacesTheOthers()
      throws IOException {
    script.firstFailure(recovery);
    ALL.forEach(script::gone);
    script.want(2);
    script.bestEffort();
    recovery.complete(Collections.singletonList(TWO));
    assertThat(script.getProbed()).doesNotContain(TWO);
    assertThat(script.getGoneOnWithout()).hasMessage("no datanode left");
    assertThat(script.getPauses()).isZero();
    assertThat(script.getTold())
        .containsExactly(Collections.singletonList(TWO));
  }

  @Test
  public void inTheCloseStageNothingIsReplacedAsInStock() throws IOException {
    script.answer(ONE, Answer.FINAL);
    script.answer(TWO, Answer.FINAL);
    script.close();
    script.want(3);
    assertThat(recovery.recover(ALL, Suspect.lost(2))).isFalse();
    recovery.complete(Collections.emptyList());
    assertThat(script.getGoneOnWithout()).isNull();
    assertThat(script.getTold()).containsExactly(Arrays.asList(ONE, TWO));
  }

  @Test
  public void oneLostBeforeTheCloseStageIsReplacedThoughAnotherIsLostThere()
      throws IOException {
    script.firstFailure(recovery);
    script.gone(TWO);
    script.close();
    script.want(2);
    script.replacements(FOUR);
    assertThat(recovery.recover(Collections.singletonList(TWO),
        Suspect.lost(0))).isFalse();
    recovery.complete(Collections.emptyList());
    assertThat(script.getTransfers()).containsExactly("storage-1 to storage-4");
  }
}
