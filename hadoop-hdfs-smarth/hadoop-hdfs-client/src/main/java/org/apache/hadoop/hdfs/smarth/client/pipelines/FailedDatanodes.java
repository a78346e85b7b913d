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

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.util.Timer;

/**
 * The datanodes that failed a file, which the namenode is asked to leave out
 * for as long as stock does. Where the others are too few for a block, one that
 * failed some time ago is tried again, because it may have restarted; if it
 * fails again, it is left alone for longer. That time grows with what the
 * failure cost, too. One that soon refused a connection beside other pipelines
 * of the file may only be at its limit of threads, of which these hold some.
 * Those that are tried again are on trial until one of them fails, or others
 * take the block; then they are left out again. One per file. Thread-safe; the
 * monitor guards the collections.
 */
@InterfaceAudience.Private
final class FailedDatanodes {
  /** A datanode that restarts has this time until it is tried again. */
  static final long MIN_MILLIS = TimeUnit.SECONDS.toMillis(10);
  /** Of a writer's time, connections in vain take no more than a twentieth. */
  static final int COST_FACTOR = 20;

  private final long expiryMillis;
  private final Timer timer;
  private final Map<DatanodeInfo, Failure> failures = new HashMap<>();
  /** Left out no longer, and not known to be well. */
  private final Set<DatanodeInfo> trial = new HashSet<>();

  /**
   * @param expiryMillis for how long they are left out, in milliseconds
   * @param timer monotonic
   */
  FailedDatanodes(long expiryMillis, Timer timer) {
    this.expiryMillis = expiryMillis;
    this.timer = timer;
  }

  /**
   * A datanode took no connection. One that is left out was not asked.
   *
   * @param node the datanode
   * @param millis how long it took to find out, in milliseconds
   * @param beside whether other pipelines of the file were open
   */
  synchronized void refused(DatanodeInfo node, long millis, boolean beside) {
    failed(node, COST_FACTOR * millis, false, beside && millis < MIN_MILLIS);
  }

  /** @param node a datanode that lost a block after its first one had it. */
  synchronized void lost(DatanodeInfo node) {
    failed(node, 0, true, false);
  }

  private void failed(DatanodeInfo node, long leastMillis, boolean lost,
      boolean mayBeFull) {
    Failure before = failures.get(node);
    if (before == null || !before.out) {
      long pause = before == null ? MIN_MILLIS : 2 * before.pauseMillis;
      failures.put(node, new Failure(timer.monotonicNow(),
          Math.max(leastMillis, pause), lost, mayBeFull));
    } else if (lost) {
      // Connections that were open have failed, too.
      before.mayBeFull = false;
    }
  }

  /** @return the datanodes to leave out. */
  synchronized Set<DatanodeInfo> get() {
    Set<DatanodeInfo> out = new HashSet<>();
    Iterator<Map.Entry<DatanodeInfo, Failure>> all =
        failures.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<DatanodeInfo, Failure> entry = all.next();
      if (age(entry.getValue()) >= expiryMillis) {
        all.remove();
      } else if (entry.getValue().out) {
        out.add(entry.getKey());
      }
    }
    return out;
  }

  private long age(Failure failure) {
    return timer.monotonicNow() - failure.at;
  }

  private boolean hasPaused(Failure failure) {
    return failure.out && age(failure) >= failure.pauseMillis;
  }

  private boolean isLost(Failure failure) {
    return failure.out && failure.lost;
  }

  private boolean isPerhapsFull(Failure failure) {
    return failure.out && failure.mayBeFull;
  }

  /** @return whether some could be tried if there were no other datanode. */
  synchronized boolean mayBeWell() {
    for (Failure failure : failures.values()) {
      if (hasPaused(failure) || isLost(failure)) {
        return true;
      }
    }
    return false;
  }

  /**
   * There are too few other datanodes.
   *
   * @return whether some are left out no longer
   */
  synchronized boolean tryAgain() {
    return tryAgain(this::hasPaused);
  }

  /** @return how many may take a connection when other pipelines end. */
  synchronized int perhapsFull() {
    return perhapsFull(failures.keySet());
  }

  /** @return how many of these. */
  synchronized int perhapsFull(Set<DatanodeInfo> nodes) {
    return (int) failures.entrySet().stream()
        .filter(entry -> nodes.contains(entry.getKey())
            && isPerhapsFull(entry.getValue())).count();
  }

  /** @return for how long there should be one pipeline, in milliseconds. */
  synchronized long getFullMillis() {
    return failures.values().stream().filter(this::isPerhapsFull)
        .mapToLong(failure -> failure.pauseMillis).max().orElse(0);
  }

  /** There are too few others, and the other pipelines have ended. */
  synchronized void tryFullAgain() {
    tryAgain(this::isPerhapsFull);
  }

  /** There is no other datanode: what was only lost need not wait. */
  synchronized void tryLostAgain() {
    tryAgain(failure -> hasPaused(failure) || isLost(failure));
  }

  private boolean tryAgain(Predicate<Failure> which) {
    boolean some = false;
    for (Map.Entry<DatanodeInfo, Failure> entry : failures.entrySet()) {
      if (which.test(entry.getValue())) {
        entry.getValue().out = false;
        trial.add(entry.getKey());
        some = true;
      }
    }
    return some;
  }

  /** @return whether one of these is tried again. */
  synchronized boolean isTrial(Set<DatanodeInfo> nodes) {
    return !Collections.disjoint(trial, nodes);
  }

  /** @param well those that took a block; the others are left out again. */
  synchronized void endTrial(Collection<DatanodeInfo> well) {
    trial.removeAll(well);
    for (DatanodeInfo node : trial) {
      Failure failure = failures.get(node);
      if (failure != null) {
        failure.out = true;
      }
    }
    trial.clear();
  }

  /** Guarded by the monitor. */
  private static final class Failure {
    private final long at;
    private final long pauseMillis;
    private final boolean lost;
    /** Whether it may only have no thread left. */
    private boolean mayBeFull;
    /** Whether it is left out; else it was, and is tried again. */
    private boolean out = true;

    private Failure(long at, long pauseMillis, boolean lost,
        boolean mayBeFull) {
      this.at = at;
      this.pauseMillis = pauseMillis;
      this.lost = lost;
      this.mayBeFull = mayBeFull;
    }
  }
}
