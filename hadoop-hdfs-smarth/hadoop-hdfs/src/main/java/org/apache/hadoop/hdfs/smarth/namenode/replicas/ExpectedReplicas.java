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
package org.apache.hadoop.hdfs.smarth.namenode.replicas;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.util.Timer;

/**
 * Replicas that pipelines are still to deliver of blocks that are complete at
 * the namenode, because the first datanode had its replica early.
 *
 * <p>While its file is open a block's replicas are waited for during an hour:
 * the writer sees to them, at the speed of the slowest link, and says which of
 * them have failed, though perhaps to a namenode that was active then. Once
 * the file is closed the writer has had all acknowledgements, and datanodes
 * report a replica before they acknowledge it. What is still missing half a
 * minute later is lost if its datanode has sent two heartbeats since: it sends
 * its reports between its heartbeats, and the half minute is for those that
 * queue at a busy namenode. A namenode that becomes active learns then that the
 * file is closed, and waits from then on. The heartbeats are not waited for
 * where stock, which does not care whether the file is open, would have given
 * the replica up: after its time-out, or as another namenode became active.
 * What a datanode that is dead, or silent for long, was to report is lost at
 * once.
 *
 * <p>Thread-safe; the monitor guards all fields.
 *
 * @param <B> blocks
 * @param <N> datanodes
 */
@InterfaceAudience.Private
public final class ExpectedReplicas<B, N> {
  /** What is known of datanodes. Called under the monitor. */
  public interface Datanodes<N> {
    /** @return whether the datanode is registered and not known as dead. */
    boolean isAlive(N datanode);

    /** @return whether it was silent for long, and not all others as well. */
    boolean isSilent(N datanode);

    /** @return how many heartbeats it has sent; a lifeline is none. */
    long getHeartbeats(N datanode);
  }

  /** What a report may take that is on its way when the file is closed. */
  static final long WAIT_MILLIS = 30_000;
  /** What a drain may take. */
  public static final long OPEN_MILLIS = TimeUnit.HOURS.toMillis(1);
  private static final int HEARTBEATS = 2;

  private final Timer timer;
  private final Datanodes<N> datanodes;
  private long timeoutMillis;
  /** The one that was expected first comes first. */
  private final Map<B, Expected<N>> blocks = new LinkedHashMap<>();

  /**
   * @param timer the clock of the heartbeats
   * @param datanodes what is known of them
   * @param timeoutMillis after which stock gives up what is expected
   */
  public ExpectedReplicas(Timer timer, Datanodes<N> datanodes,
      long timeoutMillis) {
    this.timer = timer;
    this.datanodes = datanodes;
    this.timeoutMillis = timeoutMillis;
  }

  /** @param millis after which stock gives up what is expected, from now on */
  public synchronized void setTimeout(long millis) {
    timeoutMillis = millis;
  }

  /**
   * A pipeline delivers replicas of a block whose file is open.
   *
   * @param block of the file
   * @param holders the datanodes that are to report it
   */
  public synchronized void expect(B block, Collection<N> holders) {
    if (!holders.isEmpty()) {
      // A closed file's last block may be opened again, and completed anew.
      Expected<N> expected = blocks.compute(block, (same, before) ->
          before != null && !before.closed ? before
              : new Expected<>(timer.monotonicNow()));
      for (N holder : holders) {
        expected.holders.putIfAbsent(holder, 0L);
      }
    }
  }

  /** @return whether that datanode is to report that block. */
  public synchronized boolean isExpected(B block, N holder) {
    Expected<N> expected = blocks.get(block);
    return expected != null && expected.holders.containsKey(holder);
  }

  /** @return a copy of the datanodes that are to report that block. */
  public synchronized Set<N> getHolders(B block) {
    Expected<N> expected = blocks.get(block);
    return expected == null ? new HashSet<>(0)
        : new HashSet<>(expected.holders.keySet());
  }

  /**
   * A datanode has reported its replica.
   *
   * @return whether it was the last one that was expected of the block
   */
  public synchronized boolean reported(B block, N holder) {
    Expected<N> expected = blocks.get(block);
    if (expected == null) {
      return false;
    }
    expected.holders.remove(holder);
    return expected.holders.isEmpty() && blocks.remove(block) != null;
  }

  /**
   * The writer says that no pipeline delivers the block any longer.
   *
   * @param holders all datanodes that have it
   * @return those that were expected to, and have failed
   */
  public synchronized Collection<N> delivered(B block, Collection<N> holders) {
    Expected<N> expected = blocks.get(block);
    if (expected == null) {
      return Collections.emptySet();
    }
    expected.failed.addAll(expected.holders.keySet());
    expected.failed.removeAll(holders);
    return new ArrayList<>(expected.failed);
  }

  /** @param failed whether what a datanode is to report will not come. */
  public synchronized void fail(B block, Predicate<N> failed) {
    Expected<N> expected = blocks.get(block);
    if (expected != null) {
      expected.holders.keySet().stream().filter(failed)
          .forEach(expected.failed::add);
    }
  }

  /**
   * The file of a block is closed, or its lease was recovered.
   *
   * @return whether that is news of a block with expected replicas
   */
  public synchronized boolean closed(B block) {
    Expected<N> expected = blocks.get(block);
    if (expected == null || expected.closed) {
      return false;
    }
    expected.closed = true;
    expected.closedMillis = timer.monotonicNow();
    expected.holders.replaceAll(
        (holder, before) -> datanodes.getHeartbeats(holder));
    return true;
  }

  /** Another namenode has become active, where stock waits for nothing. */
  public synchronized void failedOver() {
    blocks.values().forEach(expected -> expected.failedOver = true);
  }

  /** Nothing is expected any more. */
  public synchronized void clear() {
    blocks.clear();
  }

  /** Nothing is expected of the block any more. */
  public synchronized void remove(B block) {
    blocks.remove(block);
  }

  /**
   * @param reported whether a datanode has reported the block in another way
   * @return how many other replicas of the block are expected
   */
  public synchronized int count(B block, Predicate<N> reported) {
    Expected<N> expected = blocks.get(block);
    if (expected == null) {
      return 0;
    }
    expected.holders.keySet().removeIf(reported);
    if (expected.holders.isEmpty()) {
      blocks.remove(block);
    }
    return expected.holders.size();
  }

  /** @return a copy of the blocks with expected replicas. */
  public synchronized List<B> getBlocks() {
    return new ArrayList<>(blocks.keySet());
  }

  /**
   * Takes no longer the more blocks there are.
   *
   * @param max how many blocks
   * @return those with expected replicas, the one expected first first
   */
  public synchronized List<DrainingBlock<B, N>> getOldest(int max) {
    long now = timer.monotonicNow();
    List<DrainingBlock<B, N>> oldest = new ArrayList<>();
    for (Map.Entry<B, Expected<N>> block : blocks.entrySet()) {
      if (oldest.size() == max) {
        break;
      }
      oldest.add(new DrainingBlock<>(block.getKey(),
          now - block.getValue().sinceMillis,
          new ArrayList<>(block.getValue().holders.keySet())));
    }
    return oldest;
  }

  /** @return how many blocks of closed files wait for replicas. */
  public synchronized int countClosed() {
    return (int) blocks.values().stream()
        .filter(expected -> expected.closed).count();
  }

  /** @return how many blocks have expected replicas. */
  public synchronized int size() {
    return blocks.size();
  }

  /**
   * Gives up replicas that will not come. To be called again and again.
   *
   * @return what it gave up: blocks, and the datanodes of each
   */
  public synchronized Map<B, List<N>> takeLost() {
    Map<B, List<N>> lost = new HashMap<>();
    long now = timer.monotonicNow();
    Iterator<Map.Entry<B, Expected<N>>> all = blocks.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<B, Expected<N>> entry = all.next();
      Expected<N> expected = entry.getValue();
      List<N> given = giveUp(expected, now);
      if (!given.isEmpty()) {
        lost.put(entry.getKey(), given);
      }
      if (expected.holders.isEmpty()) {
        all.remove();
      }
    }
    return lost;
  }

  private List<N> giveUp(Expected<N> expected, long now) {
    List<N> lost = new ArrayList<>(0);
    expected.holders.forEach((holder, heartbeatsAtClose) -> {
      if (isLost(expected, holder, heartbeatsAtClose, now)) {
        lost.add(holder);
      }
    });
    expected.holders.keySet().removeAll(lost);
    return lost;
  }

  private boolean isLost(Expected<N> expected, N holder,
      long heartbeatsAtClose, long now) {
    if (expected.failed.contains(holder) || !datanodes.isAlive(holder)
        || datanodes.isSilent(holder)) {
      return true;
    }
    long age = now - expected.sinceMillis;
    if (!expected.closed) {
      return age >= Math.max(OPEN_MILLIS, timeoutMillis);
    }
    return now - expected.closedMillis >= Math.min(WAIT_MILLIS, timeoutMillis)
        && (expected.failedOver || age >= timeoutMillis
            || datanodes.getHeartbeats(holder) - heartbeatsAtClose
                >= HEARTBEATS);
  }

  /** Of one block. */
  private static final class Expected<N> {
    private final long sinceMillis;
    /** With how many heartbeats each had sent when the file was closed. */
    private final Map<N, Long> holders = new HashMap<>();
    /** Those of them that have failed, as the writer or the namenode says. */
    private final Set<N> failed = new HashSet<>();
    private boolean failedOver;
    private boolean closed;
    /** When the file was closed, if it is. */
    private long closedMillis;

    private Expected(long sinceMillis) {
      this.sinceMillis = sinceMillis;
    }
  }

  /**
   * A block with expected replicas, at one moment. Immutable.
   *
   * @param <B> blocks
   * @param <N> datanodes
   */
  public static final class DrainingBlock<B, N> {
    private final B block;
    private final long ageMillis;
    private final Collection<N> datanodes;

    /**
     * @param ageMillis since its replicas are expected
     * @param datanodes those that are to report it
     */
    DrainingBlock(B block, long ageMillis, Collection<N> datanodes) {
      this.block = block;
      this.ageMillis = ageMillis;
      this.datanodes = Collections.unmodifiableCollection(datanodes);
    }

    public B getBlock() {
      return block;
    }

    public long getAgeMillis() {
      return ageMillis;
    }

    public Collection<N> getDatanodes() {
      return datanodes;
    }
  }
}
