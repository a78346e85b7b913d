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

import org.apache.hadoop.hdfs.smarth.speed.RecentSpeeds.SpeedMean;
import org.apache.hadoop.hdfs.smarth.speed.RecentSpeeds.SteadyTime;
import org.apache.hadoop.hdfs.smarth.speed.Speed;

/** How fast a peer was, and when, by this process's clock. Immutable. */
final class PeerRate {
  private final String peer;
  private final long bytesPerSecond;
  private final SteadyTime steady;
  private final int onlyWriter;

  /**
   * @param measuredAt in milliseconds of the table's monotonic clock
   */
  PeerRate(String peer, long bytesPerSecond, long measuredAt) {
    this(peer, bytesPerSecond, measuredAt, 0);
  }

  /**
   * @param measuredAt in milliseconds of the table's monotonic clock
   * @param onlyWriter the id of the one who has it; 0 if several have it
   */
  PeerRate(String peer, long bytesPerSecond, long measuredAt,
      int onlyWriter) {
    this(peer, bytesPerSecond, SteadyTime.first(measuredAt), onlyWriter);
  }

  private PeerRate(String peer, long bytesPerSecond, SteadyTime steady,
      int onlyWriter) {
    this.peer = peer;
    this.bytesPerSecond = bytesPerSecond;
    this.steady = steady;
    this.onlyWriter = onlyWriter;
  }

  /** @return this rate, measured after another one of the same peer. */
  PeerRate after(PeerRate known) {
    return new PeerRate(peer, bytesPerSecond, known.steady.next(
        getMeasuredAt(),
        SpeedMean.isChange(known.bytesPerSecond, bytesPerSecond)),
        onlyWriter);
  }

  String getPeer() {
    return peer;
  }

  /** @return in bytes per second, more than 0. */
  long getBytesPerSecond() {
    return bytesPerSecond;
  }

  /** @return 0 if several writers have it, or it is not told. */
  int getOnlyWriter() {
    return onlyWriter;
  }

  long getMeasuredAt() {
    return steady.getMeasuredAt();
  }

  /**
   * @param minMillis for how long any rate is believed
   * @return whether it may be another rate by now
   */
  boolean isDoubtful(long now, long minMillis) {
    return steady.isDoubtful(now, minMillis);
  }

  Speed toSpeed(long now) {
    return new Speed(peer, bytesPerSecond, Math.min(Speed.MAX_AGE_MILLIS,
        Math.max(0, now - getMeasuredAt())));
  }
}
