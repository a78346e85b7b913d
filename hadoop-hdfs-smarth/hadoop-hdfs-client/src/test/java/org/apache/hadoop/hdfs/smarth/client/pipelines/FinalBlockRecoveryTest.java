/*
 * Licensed to the Apache Software Foundation (ASF) under one
 * or more contributor license agreements.  See the NOTICE file
 * distributed with this work for additional information
 * regarding copyright ownership.  The ASF licenses this file
 * to you under the Apache License, Version 2.0 (the
 * "License"); you may not use this file except in compliance
 * with the License.  You may obtain a copy of the License at
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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.smarth.client.datanodes.Datanodes;
import org.apache.hadoop.hdfs.smarth.client.pipelines.FinalBlockRecovery.Answer;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

public class FinalBlockRecoveryTest {
  private static final ReplicaTarget ONE = target("a", 1);
  private static final ReplicaTarget TWO = target("b", 2);
  private static final ReplicaTarget THREE = target("b", 3);
  private static final ReplicaTarget FOUR = target("a", 4);
  private static final List<ReplicaTarget> ALL = Arrays.asList(ONE, TWO, THREE);
  private static final Suspect NOBODY = Suspect.lost(-1);

  private final Script script = new Script();
  private final FinalBlockRecovery recovery =
      new FinalBlockRecovery("blk_1", script);

  private static ReplicaTarget target(String rack, int number) {
    return new ReplicaTarget(Datanodes.node(rack, number), StorageType.DISK,
        "storage-" + number);
  }

  /** Answers as it is told to; a datanode that is not named is gone. */
  private static final class Script implements FinalBlockRecovery.Datanodes {
    private final Map<ReplicaTarget, Answer> answers = new HashMap<>();
    /** Answers before those, one for each probe. */
    private final Map<ReplicaTarget, Deque<Answer>> passing = new HashMap<>();
    private final List<ReplicaTarget> probed = new ArrayList<>();
    private final Deque<Integer> resumes = new ArrayDeque<>();
    private final List<List<ReplicaTarget>> resumed = new ArrayList<>();
    private final Deque<ReplicaTarget> replacements = new ArrayDeque<>();
    private final List<String> transfers = new ArrayList<>();
    private int wanted;
    private int restartPauses;
    private int pauses;
    private int patience = 3;
    private boolean interrupted;
    private boolean closing;
    private boolean transferArrives = true;
    private ReplicaTarget lostByTransfer;
    private boolean closedByTransfer;
    private boolean bestEffort;
    private IOException goneOnWithout;
    private boolean stopped;
    private IOException fileError;
    private final List<List<ReplicaTarget>> told = new ArrayList<>();

    @Override
    public Answer probe(ReplicaTarget target) {
      probed.add(target);
      Deque<Answer> first = passing.get(target);
      if (first != null && !first.isEmpty()) {
        return first.poll();
      }
      return answers.getOrDefault(target, Answer.UNREACHABLE);
    }

    @Override
    public boolean awaitRestart() {
      return restartPauses-- > 0;
    }

    @Override
    public boolean pause(int tried) {
      return pauses < patience && pauses++ >= 0 && !interrupted;
    }

    @Override
    public boolean isClosing() {
      return closing;
    }

    @Override
    public int resume(List<ReplicaTarget> targets) {
      resumed.add(new ArrayList<>(targets));
      return resumes.isEmpty() ? -1 : resumes.poll();
    }

    @Override
    public boolean isReplacementWanted(List<ReplicaTarget> holders) {
      return holders.size() < wanted;
    }

    @Override
    public ReplicaTarget findReplacement(List<ReplicaTarget> holders,
        List<ReplicaTarget> excluded) throws IOException {
      if (replacements.isEmpty()) {
        throw new IOException("no datanode left");
      }
      return replacements.poll();
    }

    @Override
    public void transfer(ReplicaTarget from, ReplicaTarget to) {
      transfers.add(from.getStorageId() + " to " + to.getStorageId());
      answers.remove(lostByTransfer);
      stopped |= closedByTransfer;
      if (transferArrives) {
        answers.put(to, Answer.FINAL);
      }
    }

    @Override
    public void goOnWithout(List<ReplicaTarget> holders, IOException cause)
        throws IOException {
      goneOnWithout = cause;
      if (!bestEffort) {
        throw cause;
      }
    }

    @Override
    public void tell(List<ReplicaTarget> holders) {
      told.add(new ArrayList<>(holders));
    }

    @Override
    public void checkFile() throws IOException {
      if (fileError != null) {
        throw fileError;
      }
    }

    @Override
    public boolean isStopped() {
      return stopped;
    }
  }

  @Test
  public void theNamenodeIsToldOnceWhoHasABlockThatLostADatanode()
      throws IOException {
    script.answers.put(ONE, Answer.FINAL);
    script.answers.put(THREE, Answer.UNFINISHED);
    recovery.recover(ALL, NOBODY);
    // While the third still receives it is expected to report.
    assertThat(script.told).isEmpty();
    recovery.complete(Collections.singletonList(THREE));
    assertThat(script.told).containsExactly(Arrays.asList(ONE, THREE));
  }

  /** The file's replication may be higher than a small cluster has datanodes. */
  @Test
  public void noMoreAreReplacedThanThePipelineHasLost() throws Exception {
    script.answers.put(ONE, Answer.FINAL);
    script.wanted = 3;
    script.replacements.add(FOUR);
    recovery.recover(Arrays.asList(ONE, TWO), NOBODY);
    recovery.complete(Collections.emptyList());
    assertThat(script.told).containsExactly(Arrays.asList(ONE, FOUR));
  }

  @Test
  public void theNamenodeIsToldOfAReplacement() throws IOException {
    script.answers.put(ONE, Answer.FINAL);
    script.wanted = 2;
    script.replacements.add(FOUR);
    recovery.recover(ALL, NOBODY);
    recovery.complete(Collections.emptyList());
    assertThat(script.told).containsExactly(Arrays.asList(ONE, FOUR));
  }

  @Test
  public void theNamenodeIsToldNothingOfABlockThatLostNoDatanode()
      throws IOException {
    ALL.forEach(t -> script.answers.put(t, Answer.FINAL));
    recovery.recover(ALL, NOBODY);
    recovery.complete(Collections.emptyList());
    assertThat(script.told).isEmpty();
  }

  @Test
  public void replicasThatAreAllFinalNeedNoMorePackets() throws IOException {
    ALL.forEach(t -> script.answers.put(t, Answer.FINAL));
    assertThat(recovery.recover(ALL, NOBODY)).isFalse();
    assertThat(script.resumed).isEmpty();
    assertThat(recovery.getLost()).isEmpty();
  }

  @Test
  public void thoseThatAreUnfinishedGetTheRest() throws IOException {
    script.answers.put(ONE, Answer.FINAL);
    script.answers.put(TWO, Answer.UNFINISHED);
    script.answers.put(THREE, Answer.UNFINISHED);
    assertThat(recovery.recover(ALL, NOBODY)).isTrue();
    assertThat(script.resumed)
        .containsExactly(Arrays.asList(TWO, THREE));
  }

  @Test
  public void theLogCountsTheDatanodesOfAPipelineFromOne() {
    assertThat(Suspect.lost(2)).hasToString("DN3 is LOST");
  }

  @Test
  public void aSuspectThatIsFinalCountsAndOneThatIsNotIsLeftOut()
      throws IOException {
    script.answers.put(ONE, Answer.FINAL);
    script.answers.put(TWO, Answer.UNFINISHED);
    script.answers.put(THREE, Answer.FINAL);
    assertThat(recovery.recover(ALL, Suspect.lost(1))).isFalse();
    assertThat(recovery.getLost()).containsExactly(TWO);
  }

  @Test
  public void theFirstDatanodeIsNotTrustedOnceItSaidThatItIsAtFault()
      throws IOException {
    script.answers.put(ONE, Answer.FINAL);
    script.answers.put(TWO, Answer.UNFINISHED);
    assertThat(recovery.recover(ALL, Suspect.faulty(0))).isTrue();
    assertThat(script.probed).containsExactly(TWO, THREE);
    assertThat(recovery.getLost()).containsExactly(ONE, THREE);
  }

  @Test
  public void onlyABadReplicaLeftFailsTheBlock() {
    script.answers.put(ONE, Answer.FINAL);
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
    script.answers.put(ONE, Answer.FINAL);
    script.answers.put(THREE, Answer.UNFINISHED);
    assertThat(recovery.recover(ALL, Suspect.lost(1))).isTrue();
    assertThat(recovery.takeLost()).containsExactly(TWO);
    recovery.recover(Arrays.asList(ONE, THREE), Suspect.lost(1));
    assertThat(recovery.takeLost()).containsExactly(THREE);
    assertThat(recovery.getLost()).containsExactly(TWO, THREE);
  }

  @Test
  public void theOnlyDatanodeLeftIsTriedAgain() throws IOException {
    script.answers.put(THREE, Answer.UNFINISHED);
    List<ReplicaTarget> only = Collections.singletonList(THREE);
    assertThat(recovery.recover(only, Suspect.lost(0))).isTrue();
    assertThat(script.resumed).containsExactly(only);
  }

  @Test
  public void theOnlyUnfinishedOneIsReplacedWhereAnotherIsFinal()
      throws IOException {
    script.answers.put(ONE, Answer.FINAL);
    recovery.recover(Collections.singletonList(ONE), NOBODY);
    script.answers.put(THREE, Answer.UNFINISHED);
    assertThat(recovery.recover(Collections.singletonList(THREE),
        Suspect.lost(0))).isFalse();
    assertThat(recovery.getLost()).containsExactly(THREE);
  }

  @Test
  public void theWriterHearsThatAFileWithoutReplicasWasDeleted() {
    ALL.forEach(t -> script.answers.put(t, Answer.UNFINISHED));
    ALL.forEach(t -> script.resumes.add(0));
    script.fileError = new FileNotFoundException("File does not exist: /f");
    assertThatThrownBy(() -> recovery.recover(ALL, NOBODY))
        .hasMessageContaining("has blk_1 any more")
        .hasCause(script.fileError);
  }

  @Test
  public void datanodesThatCannotBeConnectedAreLeftOutOneByOne()
      throws IOException {
    ALL.forEach(t -> script.answers.put(t, Answer.UNFINISHED));
    script.resumes.addAll(Arrays.asList(1, 0));
    assertThat(recovery.recover(ALL, NOBODY)).isTrue();
    assertThat(script.resumed).containsExactly(ALL, Arrays.asList(ONE, THREE),
        Collections.singletonList(THREE));
    assertThat(recovery.getLost()).containsExactly(TWO, ONE);
  }

  /** The first one has the block, the second one gets it once more. */
  private void firstFailure() throws IOException {
    script.answers.put(ONE, Answer.FINAL);
    script.answers.put(TWO, Answer.UNFINISHED);
    assertThat(recovery.recover(ALL, NOBODY)).isTrue();
    script.probed.clear();
  }

  @Test
  public void atASecondFailureTheOneThatWasFinalIsAskedAgainAndCounts()
      throws IOException {
    firstFailure();
    script.answers.remove(TWO);
    assertThat(recovery.recover(Collections.singletonList(TWO),
        Suspect.lost(0))).isFalse();
    assertThat(script.probed).containsExactly(ONE, TWO, ONE);
  }

  @Test
  public void atASecondFailureTheOneThatWasFinalAndIsGoneFailsTheBlock()
      throws IOException {
    firstFailure();
    script.answers.clear();
    assertThatThrownBy(() -> recovery.recover(Collections.singletonList(TWO),
        Suspect.lost(0))).hasMessageContaining("has blk_1 any more");
    assertThat(recovery.getLost()).containsExactlyInAnyOrderElementsOf(ALL);
  }

  @Test
  public void onceTheOneThatWasFinalIsGoneTheOnlyOneLeftIsTriedAgain()
      throws IOException {
    firstFailure();
    script.answers.remove(ONE);
    List<ReplicaTarget> only = Collections.singletonList(TWO);
    assertThat(recovery.recover(only, Suspect.lost(0))).isTrue();
    assertThat(script.resumed).containsExactly(only, only);
  }

  @Test
  public void whenTheRestIsAcknowledgedTheOneThatWasFinalAndIsGoneIsReplaced()
      throws IOException {
    firstFailure();
    script.answers.clear();
    script.wanted = 2;
    script.replacements.add(FOUR);
    recovery.complete(Collections.singletonList(TWO));
    // Who acknowledged is not asked.
    assertThat(script.probed).containsExactly(ONE, FOUR);
    assertThat(script.transfers).containsExactly("storage-2 to storage-4");
    assertThat(script.told).containsExactly(Arrays.asList(TWO, FOUR));
  }

  @Test
  public void theLastReplicaLostWhileItIsCopiedFailsTheBlock()
      throws IOException {
    script.answers.put(ONE, Answer.FINAL);
    script.transferArrives = false;
    script.lostByTransfer = ONE;
    script.wanted = 2;
    script.bestEffort = true;
    script.replacements.addAll(Arrays.asList(FOUR, FOUR, FOUR));
    assertThat(recovery.recover(ALL, NOBODY)).isFalse();
    assertThatThrownBy(() -> recovery.complete(Collections.emptyList()))
        .hasMessageContaining("has blk_1 any more");
    assertThat(script.told).isEmpty();
  }

  @Test
  public void ofTwoReplicasTheOneLostWhileItIsCopiedIsReplacedToo()
      throws IOException {
    script.answers.put(ONE, Answer.FINAL);
    script.answers.put(TWO, Answer.FINAL);
    script.transferArrives = false;
    script.lostByTransfer = ONE;
    script.wanted = 3;
    script.bestEffort = true;
    script.replacements.addAll(Arrays.asList(FOUR, FOUR, FOUR));
    assertThat(recovery.recover(ALL, NOBODY)).isFalse();
    recovery.complete(Collections.emptyList());
    assertThat(script.goneOnWithout).hasMessage("no datanode left");
    assertThat(script.told).containsExactly(Collections.singletonList(TWO));
  }

  @Test
  public void aRestartingDatanodeIsAskedUntilItAnswers() throws IOException {
    script.answers.put(ONE, Answer.FINAL);
    script.answers.put(TWO, Answer.FINAL);
    script.restartPauses = 2;
    assertThat(recovery.recover(ALL, Suspect.restarting(2))).isFalse();
    assertThat(script.probed)
        .containsExactly(ONE, TWO, THREE, THREE, ONE, TWO);
    assertThat(recovery.getLost()).containsExactly(THREE);
  }

  @Test
  public void closingEndsARecoveryWithAnError() {
    ALL.forEach(t -> script.answers.put(t, Answer.UNFINISHED));
    script.stopped = true;
    assertThatThrownBy(() -> recovery.recover(ALL, NOBODY))
        .hasMessage("Closed while recovering blk_1");
    assertThat(script.resumed).isEmpty();
  }

  @Test
  public void aReplacementCountsOnlyOnceItsReplicaIsFinal()
      throws IOException {
    script.answers.put(ONE, Answer.FINAL);
    recovery.recover(ALL, NOBODY);
    script.wanted = 2;
    script.replacements.add(FOUR);
    recovery.complete(Collections.emptyList());
    assertThat(script.transfers).containsExactly("storage-1 to storage-4");
    assertThat(script.goneOnWithout).isNull();
  }

  @Test
  public void aTransferThatSaysNothingAndBringsNothingIsTriedThreeTimes()
      throws IOException {
    script.answers.put(ONE, Answer.FINAL);
    recovery.recover(ALL, NOBODY);
    script.wanted = 2;
    script.transferArrives = false;
    script.replacements.addAll(Arrays.asList(FOUR, FOUR, FOUR, FOUR));
    assertThatThrownBy(() -> recovery.complete(Collections.emptyList()))
        .hasMessageContaining("is not final on");
    assertThat(script.transfers).hasSize(3);
  }

  @Test
  public void closingEndsTheSearchForAReplacement() throws IOException {
    script.answers.put(ONE, Answer.FINAL);
    recovery.recover(ALL, NOBODY);
    script.wanted = 2;
    script.bestEffort = true;
    script.transferArrives = false;
    script.closedByTransfer = true;
    script.replacements.addAll(Arrays.asList(FOUR, FOUR, FOUR));
    assertThatThrownBy(() -> recovery.complete(Collections.emptyList()))
        .hasMessage("Closed while recovering blk_1");
    assertThat(script.transfers).hasSize(1);
    assertThat(script.goneOnWithout).isNull();
  }

  @Test
  public void thePolicyMayGoOnWithoutAReplacement() throws IOException {
    script.answers.put(ONE, Answer.FINAL);
    recovery.recover(ALL, NOBODY);
    script.wanted = 3;
    script.bestEffort = true;
    recovery.complete(Collections.singletonList(TWO));
    assertThat(script.goneOnWithout).hasMessage("no datanode left");
  }

  /** Its next answers, before the one that it gives for good. */
  private void first(ReplicaTarget target, Answer... passing) {
    script.passing.put(target, new ArrayDeque<>(Arrays.asList(passing)));
  }

  @Test
  public void oneThatWasFinalAndRefusesForAMomentCountsWhenTheOthersAreLost()
      throws IOException {
    firstFailure();
    script.answers.remove(TWO);
    first(ONE, Answer.UNFINISHED, Answer.UNREACHABLE);
    assertThat(recovery.recover(Collections.singletonList(TWO),
        Suspect.lost(0))).isFalse();
    assertThat(script.pauses).isEqualTo(2);
    assertThat(recovery.getLost()).containsExactly(THREE, TWO);
    recovery.complete(Collections.emptyList());
    assertThat(script.told).containsExactly(Collections.singletonList(ONE));
  }

  @Test
  public void oneThatIsTakenBackIsNotAmongThoseThatFailed()
      throws IOException {
    firstFailure();
    assertThat(recovery.takeLost()).containsExactly(THREE);
    script.answers.remove(TWO);
    first(ONE, Answer.UNFINISHED);
    recovery.recover(Collections.singletonList(TWO), Suspect.lost(0));
    assertThat(recovery.takeLost()).containsExactly(TWO);
  }

  @Test
  public void beforeABlockIsGivenUpAllOfItsDatanodesAreAskedThreeTimes() {
    first(TWO, Answer.UNREACHABLE, Answer.UNREACHABLE, Answer.UNREACHABLE);
    assertThatThrownBy(() -> recovery.recover(ALL, Suspect.lost(0)))
        .hasMessageContaining("has blk_1 any more");
    assertThat(script.pauses).isEqualTo(3);
    assertThat(script.probed).hasSize(12);
  }

  @Test
  public void oneThatRefusesAtOnceIsAskedForAsLongAsOneThatIsSilent()
      throws IOException {
    firstFailure();
    script.answers.remove(TWO);
    script.patience = 15;
    Answer[] refusals = new Answer[10];
    Arrays.fill(refusals, Answer.UNREACHABLE);
    first(ONE, refusals);
    assertThat(recovery.recover(Collections.singletonList(TWO),
        Suspect.lost(0))).isFalse();
    assertThat(script.pauses).isEqualTo(10);
  }

  @Test
  public void aDatanodeAtFaultIsNotAskedBeforeItsBlockIsGivenUp() {
    script.answers.put(ONE, Answer.FINAL);
    assertThatThrownBy(() -> recovery.recover(ALL, Suspect.faulty(0)))
        .hasMessageContaining("has blk_1 any more");
    assertThat(script.pauses).isEqualTo(3);
    assertThat(script.probed).doesNotContain(ONE);
  }

  @Test
  public void aDeletedFileIsGivenUpAtOnce() {
    script.fileError = new FileNotFoundException("File does not exist: /f");
    assertThatThrownBy(() -> recovery.recover(ALL, NOBODY))
        .hasCause(script.fileError);
    assertThat(script.pauses).isZero();
  }

  @Test
  public void anInterruptionEndsTheWaitForADatanode() {
    script.interrupted = true;
    assertThatThrownBy(() -> recovery.recover(ALL, NOBODY))
        .hasMessageContaining("has blk_1 any more");
    assertThat(script.pauses).isEqualTo(1);
    assertThat(script.probed).hasSize(3);
  }

  @Test
  public void oneThatWasFinalAndCannotCheckAnExpiredTokenCounts()
      throws IOException {
    firstFailure();
    script.answers.put(ONE, Answer.UNKNOWN);
    script.wanted = 2;
    recovery.complete(Collections.singletonList(TWO));
    assertThat(script.transfers).isEmpty();
    assertThat(script.told).containsExactly(Arrays.asList(ONE, TWO));
  }

  @Test
  public void theFirstDatanodeWhoseTokenHasExpiredSinceItsFnfaCounts()
      throws IOException {
    script.answers.put(ONE, Answer.UNKNOWN);
    script.answers.put(THREE, Answer.UNKNOWN);
    assertThat(recovery.recover(ALL, Suspect.lost(1))).isFalse();
    assertThat(script.resumed).isEmpty();
    assertThat(recovery.getLost()).containsExactly(TWO, THREE);
  }

  @Test
  public void aReplacementThatCannotCheckItsTokenIsLeftToTheNamenode()
      throws IOException {
    firstFailure();
    script.answers.put(ONE, Answer.UNKNOWN);
    script.transferArrives = false;
    script.answers.put(FOUR, Answer.UNKNOWN);
    script.wanted = 3;
    script.replacements.addAll(Arrays.asList(FOUR, FOUR, FOUR));
    recovery.complete(Collections.singletonList(TWO));
    assertThat(script.transfers).hasSize(1);
    assertThat(script.goneOnWithout).isNull();
    assertThat(script.told).containsExactly(Arrays.asList(ONE, TWO));
  }

  @Test
  public void oneThatAcknowledgedAllIsNotAskedWhenNoneReplacesTheOthers()
      throws IOException {
    firstFailure();
    script.answers.clear();
    script.wanted = 2;
    script.bestEffort = true;
    recovery.complete(Collections.singletonList(TWO));
    assertThat(script.probed).doesNotContain(TWO);
    assertThat(script.goneOnWithout).hasMessage("no datanode left");
    assertThat(script.pauses).isZero();
    assertThat(script.told).containsExactly(Collections.singletonList(TWO));
  }

  @Test
  public void theOnlyReplicaThatRefusesForAMomentIsNotGone()
      throws IOException {
    script.answers.put(ONE, Answer.FINAL);
    assertThat(recovery.recover(ALL, NOBODY)).isFalse();
    first(ONE, Answer.UNFINISHED, Answer.UNFINISHED);
    script.wanted = 2;
    script.bestEffort = true;
    recovery.complete(Collections.emptyList());
    assertThat(script.goneOnWithout).hasMessage("no datanode left");
    assertThat(script.told).containsExactly(Collections.singletonList(ONE));
  }

  @Test
  public void oneThatRefusesForAMomentNeedsNoReplacementThatCannotBeHad()
      throws IOException {
    firstFailure();
    first(ONE, Answer.UNFINISHED);
    script.wanted = 2;
    recovery.complete(Collections.singletonList(TWO));
    assertThat(script.pauses).isEqualTo(1);
    assertThat(script.told).containsExactly(Arrays.asList(TWO, ONE));
  }

  @Test
  public void oneThatSaidNoIsNotTakenBackForAnExpiredToken() {
    first(ONE, Answer.UNFINISHED);
    script.resumes.add(0);
    script.answers.put(ONE, Answer.UNKNOWN);
    assertThatThrownBy(() -> recovery.recover(ALL, NOBODY))
        .hasMessageContaining("has blk_1 any more");
  }

  @Test
  public void inTheCloseStageNothingIsReplacedAsInStock() throws IOException {
    script.answers.put(ONE, Answer.FINAL);
    script.answers.put(TWO, Answer.FINAL);
    script.closing = true;
    script.wanted = 3;
    assertThat(recovery.recover(ALL, Suspect.lost(2))).isFalse();
    recovery.complete(Collections.emptyList());
    assertThat(script.goneOnWithout).isNull();
    assertThat(script.told).containsExactly(Arrays.asList(ONE, TWO));
  }

  @Test
  public void oneLostBeforeTheCloseStageIsReplacedThoughAnotherIsLostThere()
      throws IOException {
    firstFailure();
    script.answers.remove(TWO);
    script.closing = true;
    script.wanted = 2;
    script.replacements.add(FOUR);
    assertThat(recovery.recover(Collections.singletonList(TWO),
        Suspect.lost(0))).isFalse();
    recovery.complete(Collections.emptyList());
    assertThat(script.transfers).containsExactly("storage-1 to storage-4");
  }

  /** To ask the others, or to connect them, may take as long as time-outs. */
  @Test
  public void aFinalReplicaThatDiesWhileTheOthersAreAskedDoesNotCount()
      throws Exception {
    script.passing.put(ONE, new ArrayDeque<>(Arrays.asList(Answer.FINAL)));
    script.answers.put(THREE, Answer.UNFINISHED);
    script.resumes.add(0);
    assertThatThrownBy(() -> recovery.recover(ALL, Suspect.lost(1)))
        .isInstanceOf(IOException.class).hasMessageContaining("any more");
  }
}
