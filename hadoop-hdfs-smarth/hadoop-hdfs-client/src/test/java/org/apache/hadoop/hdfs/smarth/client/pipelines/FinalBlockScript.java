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
import org.apache.hadoop.hdfs.smarth.client.pipelines.FinalBlockRecovery.Suspect;

import static org.assertj.core.api.Assertions.assertThat;

/** Answers as it is told to; a datanode that is not named is gone. */
final class FinalBlockScript implements FinalBlockRecovery.Datanodes {
  static final ReplicaTarget ONE = target("a", 1);
  static final ReplicaTarget TWO = target("b", 2);
  static final ReplicaTarget THREE = target("b", 3);
  /** Not of the pipeline. */
  static final ReplicaTarget FOUR = target("a", 4);
  /** The pipeline. */
  static final List<ReplicaTarget> ALL =
      Collections.unmodifiableList(Arrays.asList(ONE, TWO, THREE));
  static final Suspect NOBODY = Suspect.lost(-1);

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

  private static ReplicaTarget target(String rack, int number) {
    return new ReplicaTarget(Datanodes.node(rack, number), StorageType.DISK,
        "storage-" + number);
  }

  /** What the datanode answers from now on. */
  void answer(ReplicaTarget target, Answer answer) {
    answers.put(target, answer);
  }

  void gone(ReplicaTarget target) {
    answers.remove(target);
  }

  /** Its next answers, before the one that it gives for good. */
  void first(ReplicaTarget target, Answer... next) {
    passing.put(target, new ArrayDeque<>(Arrays.asList(next)));
  }

  /** Which one of those to be connected next cannot be; then all can. */
  void connections(Integer... refused) {
    resumes.addAll(Arrays.asList(refused));
  }

  void replacements(ReplicaTarget... targets) {
    replacements.addAll(Arrays.asList(targets));
  }

  /** @param holders how many replicas the policy wants. */
  void want(int holders) {
    wanted = holders;
  }

  void restart(int rounds) {
    restartPauses = rounds;
  }

  /** @param rounds how often those that are lost are asked again. */
  void patience(int rounds) {
    patience = rounds;
  }

  void interrupt() {
    interrupted = true;
  }

  /** Only the end of the block is not acknowledged. */
  void close() {
    closing = true;
  }

  void loseTransfers() {
    transferArrives = false;
  }

  void transferLoses(ReplicaTarget target) {
    lostByTransfer = target;
  }

  void transferStops() {
    closedByTransfer = true;
  }

  void bestEffort() {
    bestEffort = true;
  }

  /** The file is closed. */
  void stop() {
    stopped = true;
  }

  void failFile(IOException error) {
    fileError = error;
  }

  /** The first one has the block, the second one gets it once more. */
  void firstFailure(FinalBlockRecovery recovery) throws IOException {
    answer(ONE, Answer.FINAL);
    answer(TWO, Answer.UNFINISHED);
    assertThat(recovery.recover(ALL, NOBODY)).isTrue();
    probed.clear();
  }

  List<ReplicaTarget> getProbed() {
    return probed;
  }

  List<List<ReplicaTarget>> getResumed() {
    return resumed;
  }

  List<String> getTransfers() {
    return transfers;
  }

  List<List<ReplicaTarget>> getTold() {
    return told;
  }

  IOException getGoneOnWithout() {
    return goneOnWithout;
  }

  int getPauses() {
    return pauses;
  }

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
