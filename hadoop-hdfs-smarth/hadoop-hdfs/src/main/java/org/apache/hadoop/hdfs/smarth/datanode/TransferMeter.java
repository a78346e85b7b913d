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
package org.apache.hadoop.hdfs.smarth.datanode;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.speed.RecentSpeeds;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long the transfer of one block kept this datanode busy. Time spent
 * waiting for others is not counted. So neither a slow writer nor a slow
 * datanode elsewhere in the pipeline makes a link look slow. Used by one
 * thread.
 */
@InterfaceAudience.Private
public final class TransferMeter {
  private static final Logger LOG =
      LoggerFactory.getLogger(TransferMeter.class);

  /** What is smaller says more about latency than about the link. */
  static final long MIN_BYTES = 1_000_000;
  /**
   * A smaller packet, as a log writer flushes it, is mostly overhead. Clients
   * send 64 kB if they have it (dfs.client-write-packet-size).
   */
  static final int MIN_PACKET_BYTES = 32 << 10;
  /**
   * What the socket buffers take at once, however slow the link is. They grow
   * with it, to several MB on a fast one.
   */
  static final long BUFFERED_BYTES = 2 << 20;

  private final int minPacketBytes;
  private long bytesToSkip;
  private long bytes;
  private long nanos;
  /** Of the packet that arrived most slowly. */
  private long longestArrival;
  private int bytesOfLongest;
  private long nanosOfLongest;

  private TransferMeter(int minPacketBytes, long bytesToSkip) {
    this.minPacketBytes = minPacketBytes;
    this.bytesToSkip = bytesToSkip;
  }

  /**
   * @return for packets received, whose time is that from their first byte to
   *     their being stored. The one that arrived most slowly is left out if
   *     there are enough others: a writer that stands still amid a packet, as
   *     for a collection of garbage, says nothing of the link
   */
  public static TransferMeter ofReceiving() {
    return new TransferMeter(MIN_PACKET_BYTES, 0);
  }

  /**
   * @return for packets forwarded, whose time is that of their writing. A link
   *     that is not the bottleneck takes them at once
   */
  public static TransferMeter ofForwarding() {
    return new TransferMeter(0, BUFFERED_BYTES);
  }

  /**
   * @param length of a packet, in bytes
   * @param busyNanos how long it took, in nanoseconds
   */
  public void add(int length, long busyNanos) {
    add(length, 0, busyNanos);
  }

  /**
   * @param length of a packet, in bytes
   * @param arrivalNanos for how long its bytes came in, in nanoseconds
   * @param busyNanos how long it took in all
   */
  public void add(int length, long arrivalNanos, long busyNanos) {
    if (bytesToSkip > 0) {
      bytesToSkip -= length;
    } else if (length >= minPacketBytes) {
      bytes += length;
      nanos += busyNanos;
      if (arrivalNanos > longestArrival) {
        longestArrival = arrivalNanos;
        bytesOfLongest = length;
        nanosOfLongest = busyNanos;
      }
    }
  }

  /**
   * The transfer is over.
   *
   * @param speeds where to record it, if it is a measure; not faster than
   *     1 GB/s, beyond which it is that of memory
   * @param peer the other end
   * @param address where it was reached; null if that does not matter
   * @param writer the id of whose block it is; 0 if that does not matter
   */
  void recordTo(RecentSpeeds speeds, String peer, String address,
      int writer) {
    if (bytes >= MIN_BYTES) {
      boolean enough = bytes - bytesOfLongest >= MIN_BYTES;
      long counted = enough ? bytes - bytesOfLongest : bytes;
      long took = enough ? nanos - nanosOfLongest : nanos;
      LOG.debug("{}: {} bytes in {} ns", peer, counted, took);
      // 1 GB/s is a byte in a nanosecond.
      speeds.record(peer, address, writer, counted, Math.max(took, counted));
    }
  }
}
