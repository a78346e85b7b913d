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
package org.apache.hadoop.hdfs.smarth.client.speeds;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.apache.hadoop.hdfs.smarth.speed.Speed;

/**
 * What was measured since the last report: bytes and time of each datanode's
 * blocks. Of too many datanodes the one that was measured longest ago is
 * dropped. Not thread-safe.
 */
final class SpeedSums {
  /** As many as a client uses within minutes; about 30 kB in a message. */
  static final int LIMIT = 500;

  /** From the one measured longest ago to the newest. */
  private final Map<String, Sum> sums = new LinkedHashMap<>();

  /**
   * @param datanode its UUID
   * @param bytes of a block
   * @param nanos how long the block took
   * @param now in milliseconds of a monotonic clock
   */
  void add(String datanode, long bytes, long nanos, long now) {
    merge(datanode, new Sum(bytes, nanos, now));
  }

  /** Adds what another one holds, which is newer. */
  void addAll(SpeedSums newer) {
    newer.sums.forEach(this::merge);
  }

  private void merge(String datanode, Sum sum) {
    Sum before = sums.remove(datanode);
    sums.put(datanode, before == null ? sum : before.plus(sum));
    if (sums.size() > LIMIT) {
      Iterator<String> oldest = sums.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
  }

  void clear() {
    sums.clear();
  }

  /**
   * @param now in milliseconds of the same clock
   * @return the mean rate of each datanode
   */
  List<Speed> speeds(long now) {
    List<Speed> speeds = new ArrayList<>(sums.size());
    for (Map.Entry<String, Sum> sum : sums.entrySet()) {
      long rate =
          Speed.bytesPerSecond(sum.getValue().bytes, sum.getValue().nanos);
      long age = Math.max(0, now - sum.getValue().measuredAt);
      if (Speed.isPlausible(sum.getKey(), rate, age)) {
        speeds.add(new Speed(sum.getKey(), rate, age));
      }
    }
    return speeds;
  }

  /** Of the blocks of one datanode. Immutable. */
  private static final class Sum {
    private final long bytes;
    private final long nanos;
    /** The last of them. */
    private final long measuredAt;

    private Sum(long bytes, long nanos, long measuredAt) {
      this.bytes = bytes;
      this.nanos = nanos;
      this.measuredAt = measuredAt;
    }

    private Sum plus(Sum newer) {
      return new Sum(bytes + newer.bytes, nanos + newer.nanos,
          newer.measuredAt);
    }
  }
}
