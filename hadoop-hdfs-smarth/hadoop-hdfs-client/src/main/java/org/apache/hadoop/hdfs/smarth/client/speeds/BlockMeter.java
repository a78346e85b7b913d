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

import java.util.OptionalLong;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.util.Timer;

/**
 * How long one block takes to its first datanode: from the first packet sent
 * to FIRST_NODE_FINISH_ACK (paper, section III.B). Thread-safe; the monitor
 * guards all fields.
 */
@InterfaceAudience.Private
public final class BlockMeter {
  /** What is smaller says more about latency than about the link. */
  public static final long MIN_BYTES = 1 << 20;
  /** Of the time, a link that waits for data longer was not measured. */
  private static final int MAX_WAIT_DIVISOR = 5;

  private final Timer timer;
  private boolean begun;
  private long beganNanos;
  private boolean waiting;
  private long waitBeganNanos;
  private long waitedNanos;

  /** @param timer monotonic. */
  public BlockMeter(Timer timer) {
    this.timer = timer;
  }

  /** The first packet is sent now. */
  public synchronized void begin() {
    begun = true;
    beganNanos = timer.monotonicNowNanos();
    waitedNanos = 0;
    waiting = false;
  }

  /** Nothing is left to be sent. */
  public synchronized void waitBegins() {
    waiting = true;
    waitBeganNanos = timer.monotonicNowNanos();
  }

  /** There may be something to be sent. */
  public synchronized void waitEnds() {
    if (waiting) {
      waitedNanos += timer.monotonicNowNanos() - waitBeganNanos;
      waiting = false;
    }
  }

  /**
   * The first datanode has the whole block.
   *
   * @param bytes of the block
   * @return how long it took, in nanoseconds; empty if that is no measure of
   *     the link, because the block is small or its writer was slower
   */
  public synchronized OptionalLong finish(long bytes) {
    long nanos = timer.monotonicNowNanos() - beganNanos;
    return begun && bytes >= MIN_BYTES
        && waitedNanos <= nanos / MAX_WAIT_DIVISOR
        ? OptionalLong.of(nanos) : OptionalLong.empty();
  }
}
