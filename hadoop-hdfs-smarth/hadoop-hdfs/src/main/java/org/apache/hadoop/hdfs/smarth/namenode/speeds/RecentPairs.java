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
package org.apache.hadoop.hdfs.smarth.namenode.speeds;

/**
 * The pairs of client host and datanode of a whole table, from the one that was
 * measured longest ago to the newest. When there are too many the first goes.
 * What is done for one pair takes the same time however many there are.
 * <p>
 * Owned by the table. Thread-safe. A caller may hold the lock of one client,
 * and so forgets the pair of another one only after it has released that.
 */
final class RecentPairs {
  private final int max;
  // Before the first and after the last. Guarded by this, as all links.
  private final Pair ends = new Ends();
  // Both guarded by this.
  private int size;
  private long forgotten;
  // No pair measured earlier is taken. Written under this.
  private volatile long floor = Long.MIN_VALUE;

  /** @param max how many are known at once, from 1 */
  RecentPairs(int max) {
    this.max = max;
    ends.older = ends;
    ends.newer = ends;
  }

  /**
   * @param measuredAt in milliseconds of the table's monotonic clock
   * @return whether a new pair that was measured then is to be added: not if
   *     the table is full of newer ones, as heartbeats repeat old ones
   */
  boolean hasRoom(long measuredAt) {
    return measuredAt > floor;
  }

  /**
   * Puts a pair last, as it was just measured.
   *
   * @return the one that is to be forgotten for it, when the caller holds no
   *     lock; null if there is none
   */
  synchronized Pair measured(Pair pair) {
    if (isListed(pair)) {
      unlink(pair);
    }
    pair.older = ends.older;
    pair.newer = ends;
    pair.older.newer = pair;
    ends.older = pair;
    size++;
    Pair tooMany = null;
    if (size > max) {
      tooMany = ends.newer;
      unlink(tooMany);
      forgotten++;
    }
    raiseFloor();
    return tooMany;
  }

  /** A pair is known no longer. */
  synchronized void remove(Pair pair) {
    if (isListed(pair)) {
      unlink(pair);
      raiseFloor();
    }
  }

  /** @return whether it is one of them. */
  synchronized boolean contains(Pair pair) {
    return isListed(pair);
  }

  synchronized int size() {
    return size;
  }

  /** @return how many had to go since the table was made. */
  synchronized long getForgotten() {
    return forgotten;
  }

  private static boolean isListed(Pair pair) {
    return pair.newer != null;
  }

  private void unlink(Pair pair) {
    pair.older.newer = pair.newer;
    pair.newer.older = pair.older;
    pair.older = null;
    pair.newer = null;
    size--;
  }

  private void raiseFloor() {
    floor = size < max ? Long.MIN_VALUE : ends.newer.getMeasuredAt();
  }

  /** One of them. */
  abstract static class Pair {
    // Null: not listed.
    private Pair older;
    private Pair newer;

    /** @return when, in milliseconds of the table's monotonic clock. */
    abstract long getMeasuredAt();

    /** Forgets it, unless it was measured again. The caller holds no lock. */
    abstract void forget();
  }

  /** No pair. */
  private static final class Ends extends Pair {
    @Override
    long getMeasuredAt() {
      return Long.MIN_VALUE;
    }

    @Override
    void forget() {
      throw new IllegalStateException("not a pair");
    }
  }
}
