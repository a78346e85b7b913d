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
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.apache.hadoop.classification.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recovers the pipeline of a block that its first datanode has finalized.
 * From then on content, length and generation stamp of the block are fixed;
 * what is left is to bring it to the other datanodes. Each of them is asked
 * whether its replica is final. One that has a part of the block gets the rest
 * at the same generation stamp. One that is lost is replaced as the policy of
 * the cluster demands. Origin: "SMARTH: Enabling Multi-pipeline Data Transfer
 * in HDFS", Algorithms 3 and 4, which stop the current block and recover every
 * pipeline under a new stamp; here the other pipelines go on, and a committed
 * block needs no new stamp.
 *
 * <p>Belongs to the block's streamer, and is used by its thread only.
 */
@InterfaceAudience.Private
public final class FinalBlockRecovery {
  private static final Logger LOG =
      LoggerFactory.getLogger(FinalBlockRecovery.class);
  /** As stock, for one datanode that is to be replaced. */
  private static final int REPLACEMENT_TRIES = 3;

  /** What a datanode answers when it is asked to close its replica. */
  public enum Answer {
    /** The replica is final, of full length, and reported to the namenode. */
    FINAL,
    /** The datanode is there, but has no such replica, or refuses. */
    UNFINISHED,
    /** The datanode does not answer. */
    UNREACHABLE,
    /** The datanode is there, but takes the token of the block no more. */
    UNKNOWN
  }

  /** The datanodes and the namenode, as far as the recovery of a block goes. */
  public interface Datanodes {
    /** Asks a datanode to close its replica if it is complete. */
    Answer probe(ReplicaTarget target);

    /**
     * Waits a while for a datanode that restarts.
     *
     * @return false if it has been waited for long enough
     */
    boolean awaitRestart();

    /**
     * Waits a while before datanodes are asked again.
     *
     * @param tried how often they were
     * @return false if that took long enough, or it was interrupted
     */
    boolean pause(int tried);

    /**
     * @return whether only the end of the block is unacknowledged; whoever fails
     *     then is replaced by the namenode
     */
    boolean isClosing();

    /**
     * Connects a pipeline that goes on with the replicas that are unfinished.
     *
     * @param targets at least one
     * @return the index of the datanode that failed; -1 if all are connected
     */
    int resume(List<ReplicaTarget> targets);

    /** @return whether the policy demands one more replica. */
    boolean isReplacementWanted(List<ReplicaTarget> holders);

    /**
     * Asks the namenode for one more datanode.
     *
     * @throws IOException if there is none
     */
    ReplicaTarget findReplacement(List<ReplicaTarget> holders,
        List<ReplicaTarget> excluded) throws IOException;

    /**
     * Makes a datanode copy its final replica to another. That no error is
     * reported does not mean that it did.
     *
     * @throws IOException if it did not
     */
    void transfer(ReplicaTarget from, ReplicaTarget to) throws IOException;

    /**
     * A replica could not be replaced.
     *
     * @throws IOException if the policy does not allow to go on without
     */
    void goOnWithout(List<ReplicaTarget> holders, IOException cause)
        throws IOException;

    /**
     * Tells the namenode which datanodes have the block, so that it copies what
     * the others were to store. Fails nothing: the close of the file says so,
     * too.
     */
    void tell(List<ReplicaTarget> holders);

    /**
     * No datanode has the block, perhaps because its file was deleted.
     *
     * @throws IOException if the writer has no such file any more
     */
    void checkFile() throws IOException;

    /** @return whether the file is given up, and this should end. */
    boolean isStopped();
  }

  private final String block;
  private final Datanodes datanodes;
  /** Those that said that they have a final replica, or acknowledged it. */
  private final List<ReplicaTarget> holders = new ArrayList<>();
  private final List<ReplicaTarget> lost = new ArrayList<>();
  /** Those of them that were not taken. */
  private final List<ReplicaTarget> untaken = new ArrayList<>();
  /** Those of them whose replica may be final and good after all. */
  private final Set<ReplicaTarget> doubted = new LinkedHashSet<>();
  private boolean recovered;
  /** How many datanodes the pipeline had when it failed first. */
  private int size;
  /** Whether in each recovery only the end of the block was unacknowledged. */
  private boolean closing = true;

  /**
   * @param block its name, for log and errors
   * @param datanodes how to reach them
   */
  public FinalBlockRecovery(String block, Datanodes datanodes) {
    this.block = block;
    this.datanodes = datanodes;
  }

  /**
   * @param target a datanode of the pipeline
   * @return whether it has a final replica, for sure
   */
  public boolean probeFinal(ReplicaTarget target) {
    if (!holders.contains(target)
        && datanodes.probe(target) == Answer.FINAL) {
      holders.add(target);
    }
    return holders.contains(target);
  }

  /**
   * The pipeline has failed.
   *
   * @param pipeline the datanodes that were in it
   * @param suspect the one that is held to have failed
   * @return true if packets can flow to those that were unfinished; false if
   *     there is none of those left, but at least one final replica
   * @throws IOException if no replica is left; its cause tells of the file
   */
  public boolean recover(List<ReplicaTarget> pipeline, Suspect suspect)
      throws IOException {
    boolean again = recovered;
    recovered = true;
    size = Math.max(size, pipeline.size());
    closing = closing && datanodes.isClosing();
    // First, for it may leave the one that is suspected as the only one.
    askAgain(pipeline);
    List<ReplicaTarget> unfinished = new ArrayList<>();
    for (int i = 0; i < pipeline.size() && !datanodes.isStopped(); i++) {
      ReplicaTarget target = pipeline.get(i);
      Answer answer = ask(target, i, suspect);
      LOG.info("{}: the replica on {} is {}; {}", block, target, answer,
          suspect);
      // The only one left is tried again, up to stock's number of recoveries: an
      // attempt to connect through another one may have come late, and ended it.
      boolean only = pipeline.size() == 1 && holders.isEmpty();
      if (answer == Answer.UNFINISHED && (only || !suspect.isLost(i))) {
        unfinished.add(target);
      } else if (answer == Answer.UNKNOWN && i == 0 && !again) {
        // What it said in FNFA is all that can be known.
        holders.add(target);
      } else if (suspect.isFaulty(i)) {
        lose(target);
      } else if (answer != Answer.FINAL) {
        doubt(target);
      }
    }
    while (!unfinished.isEmpty() && !datanodes.isStopped()) {
      int failed = datanodes.resume(unfinished);
      if (failed < 0) {
        return true;
      }
      doubt(unfinished.remove(failed));
    }
    checkStopped();
    if (!holders.containsAll(pipeline)) {
      // What the others took may be as long as time-outs.
      askAgain(Collections.emptyList());
    }
    checkHolders();
    return false;
  }

  private void lose(ReplicaTarget target) {
    lost.add(target);
    untaken.add(target);
  }

  private void doubt(ReplicaTarget target) {
    lose(target);
    doubted.add(target);
  }

  private void checkStopped() throws IOException {
    if (datanodes.isStopped()) {
      throw new IOException("Closed while recovering " + block);
    }
  }

  /**
   * A replica that was final at an earlier failure may have been lost since.
   *
   * @param others those that need not be asked
   * @return whether one was lost
   */
  private boolean askAgain(List<ReplicaTarget> others) throws IOException {
    int before = holders.size();
    for (ReplicaTarget target : new ArrayList<>(holders)) {
      checkStopped();
      if (!others.contains(target)) {
        Answer answer = datanodes.probe(target);
        if (answer != Answer.FINAL && answer != Answer.UNKNOWN) {
          LOG.warn("{}: the replica on {} was final, and is {}", block, target,
              answer);
          holders.remove(target);
          doubt(target);
        }
      }
    }
    return holders.size() < before;
  }

  private void checkHolders() throws IOException {
    if (holders.isEmpty()) {
      IOException gone = gone();
      if (gone.getCause() != null || !takeBack()) {
        throw gone;
      }
    }
  }

  /**
   * A datanode that has no thread left refuses without a word, as does one that
   * has no replica; a slow one may be asked too early. So before the file fails
   * for their sake, they are asked again, for as long as a silent one takes:
   * one that refuses at once may do so more often.
   *
   * @return whether one has a final replica after all
   */
  private boolean takeBack() throws IOException {
    int before = holders.size();
    for (int tried = 0; !doubted.isEmpty() && holders.size() == before
        && datanodes.pause(tried); tried++) {
      for (ReplicaTarget target : new ArrayList<>(doubted)) {
        checkStopped();
        if (probe(target) == Answer.FINAL) {
          LOG.info("{}: the replica on {} is final after all", block, target);
          doubted.remove(target);
          lost.removeIf(target::equals);
          untaken.removeIf(target::equals);
        }
      }
    }
    return holders.size() > before;
  }

  private IOException gone() {
    IOException gone = new IOException("No datanode of " + lost + " has "
        + block + " any more, which the first one had finalized");
    try {
      datanodes.checkFile();
    } catch (IOException e) {
      gone.initCause(e);
    }
    return gone;
  }

  private Answer ask(ReplicaTarget target, int index, Suspect suspect) {
    if (suspect.isFaulty(index)) {
      // Its replica may be final and yet be bad.
      return Answer.UNREACHABLE;
    }
    if (!suspect.isRestarting(index)) {
      return probe(target);
    }
    Answer answer = Answer.UNREACHABLE;
    while (answer == Answer.UNREACHABLE && datanodes.awaitRestart()
        && !datanodes.isStopped()) {
      answer = probe(target);
    }
    return answer;
  }

  private Answer probe(ReplicaTarget target) {
    if (holders.contains(target)) {
      return Answer.FINAL;
    }
    Answer answer = datanodes.probe(target);
    if (answer == Answer.FINAL) {
      holders.add(target);
    }
    return answer;
  }

  /**
   * All packets are acknowledged, or all replicas that are left are final.
   *
   * @param acked the datanodes that acknowledged all packets, if any
   * @throws IOException if the policy demands a replacement that cannot be had,
   *     or no replica is left
   */
  public void complete(List<ReplicaTarget> acked) throws IOException {
    for (ReplicaTarget target : acked) {
      if (!holders.contains(target)) {
        holders.add(target);
      }
    }
    // Without acks, all have been asked just now.
    if (!acked.isEmpty()) {
      askAgain(acked);
    }
    if (!closing) {
      fill(acked);
    }
    if (!lost.isEmpty()) {
      datanodes.tell(holders);
    }
  }

  private void fill(List<ReplicaTarget> acked) throws IOException {
    // As in stock one for each that is lost, and none for who never was there.
    while (holders.size() < size && datanodes.isReplacementWanted(holders)) {
      try {
        ReplicaTarget added = replace();
        if (added == null) {
          return;
        }
        holders.add(added);
      } catch (IOException e) {
        // What could not be copied may be what is lost.
        boolean isFewer = askAgain(acked);
        checkHolders();
        if (!isFewer && isGoingOn(e)) {
          return;
        }
      }
    }
  }

  /**
   * @return whether the policy lets it end with the replicas that there are;
   *     else there are more of them now
   */
  private boolean isGoingOn(IOException cause) throws IOException {
    try {
      datanodes.goOnWithout(holders, cause);
      return true;
    } catch (IOException e) {
      if (!takeBack()) {
        throw e;
      }
      return false;
    }
  }

  /** @return one more that has the block; null if none could say so. */
  private ReplicaTarget replace() throws IOException {
    IOException failure = new IOException("Not tried");
    for (int tried = 0; tried < REPLACEMENT_TRIES; tried++) {
      checkStopped();
      ReplicaTarget added = datanodes.findReplacement(holders, lost);
      ReplicaTarget source = holders.get(tried % holders.size());
      try {
        datanodes.transfer(source, added);
        Answer answer = datanodes.probe(added);
        if (answer == Answer.FINAL) {
          LOG.info("{}: copied from {} to {}", block, source, added);
          return added;
        }
        if (answer == Answer.UNKNOWN) {
          // Nor could any other one; the namenode sees to it.
          LOG.warn("{}: nobody can say whether it was copied from {} to {}, for "
              + "its token has expired", block, source, added);
          return null;
        }
        failure = new IOException(block + " is not final on " + added
            + " after its transfer from " + source);
      } catch (IOException e) {
        failure = e;
      }
      LOG.warn("{}: cannot be copied from {} to {}", block, source, added,
          failure);
      lose(added);
    }
    throw failure;
  }

  /** @return those that have failed it since this was last asked. */
  public List<ReplicaTarget> takeLost() {
    List<ReplicaTarget> taken = new ArrayList<>(untaken);
    untaken.clear();
    return taken;
  }

  /** @return the datanodes that have failed this block. */
  public List<ReplicaTarget> getLost() {
    return Collections.unmodifiableList(lost);
  }

  /** Which datanode of a pipeline is held to have failed, and why. Immutable. */
  public static final class Suspect {
    private enum Reason { LOST, FAULTY, RESTARTING }

    private final int index;
    private final Reason reason;

    private Suspect(int index, Reason reason) {
      this.index = index;
      this.reason = reason;
    }

    /** @return a datanode that could not be reached, or did not answer. */
    public static Suspect lost(int index) {
      return new Suspect(index, Reason.LOST);
    }

    /** @return a datanode that said itself that its replica is bad. */
    public static Suspect faulty(int index) {
      return new Suspect(index, Reason.FAULTY);
    }

    /** @return a datanode that restarts and is worth waiting for. */
    public static Suspect restarting(int index) {
      return new Suspect(index, Reason.RESTARTING);
    }

    boolean isLost(int i) {
      return i == index && reason == Reason.LOST;
    }

    boolean isFaulty(int i) {
      return i == index && reason == Reason.FAULTY;
    }

    boolean isRestarting(int i) {
      return i == index && reason == Reason.RESTARTING;
    }

    @Override
    public String toString() {
      return "DN" + (index + 1) + " is " + reason;
    }
  }
}
