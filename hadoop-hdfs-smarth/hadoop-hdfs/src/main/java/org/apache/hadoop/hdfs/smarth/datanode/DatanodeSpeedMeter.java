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

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeSpeeds;
import org.apache.hadoop.hdfs.smarth.protocol.SpeedMessages;
import org.apache.hadoop.hdfs.smarth.speed.RecentSpeeds;
import org.apache.hadoop.hdfs.smarth.speed.RecentSpeeds.SpeedMean;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.apache.hadoop.util.Timer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How fast blocks come to this datanode, by client, and go from it to the next
 * one. Owned by the DataNode. Thread-safe.
 */
@InterfaceAudience.Private
public final class DatanodeSpeedMeter {
  private static final Logger LOG =
      LoggerFactory.getLogger(DatanodeSpeedMeter.class);

  /** How often a NameNode is told all that is known, in milliseconds. */
  static final long REPEAT_MILLIS = TimeUnit.MINUTES.toMillis(1);

  private static final int MAX_PEERS = 1000;
  private static final long EXPIRY_MILLIS = TimeUnit.MINUTES.toMillis(30);
  /** Of the heartbeat's field: its number and its length. */
  private static final int FRAME_BYTES = 8;

  private final RecentSpeeds clients;
  private final RecentSpeeds mirrors;
  private final Timer timer;
  private volatile boolean enabled;

  /**
   * @param enabled if false, nothing is measured
   * @param timer for ages
   */
  public DatanodeSpeedMeter(boolean enabled, Timer timer) {
    this.enabled = enabled;
    this.timer = timer;
    this.clients =
        new RecentSpeeds(MAX_PEERS, EXPIRY_MILLIS, SpeedMean.OF_RATES, timer);
    // A write that was not held up may only not have filled the buffers.
    this.mirrors =
        new RecentSpeeds(MAX_PEERS, EXPIRY_MILLIS, SpeedMean.OF_TIMES, timer);
  }

  /** @param measuring whether blocks are measured from now on. */
  public void setEnabled(boolean measuring) {
    enabled = measuring;
  }

  /**
   * A block was received as the first datanode of its pipeline.
   *
   * @param client its IP address
   * @param writer its name, as the request has it
   * @param meter of the block
   */
  public void received(String client, String writer, Transfer meter) {
    if (enabled) {
      meter.recordTo(clients, client, null, Speed.writerId(writer));
    }
  }

  /**
   * A block was forwarded.
   *
   * @param datanode the next one of the pipeline, by UUID, as the writer says
   * @param address where it was reached, host and port. A UUID that is another
   *     datanode's does not change what is known of that one
   * @param meter of the block
   */
  public void forwarded(String datanode, String address, Transfer meter) {
    if (enabled) {
      meter.recordTo(mirrors, datanode, address, 0);
    }
  }

  /**
   * @return what the heartbeats to one NameNode tell, each as far as it has
   *     room: half of it for clients and half for datanodes, the newest first,
   *     and what one half leaves free for the other. For one thread
   */
  public Supplier<DatanodeSpeeds> newTeller() {
    return new Teller();
  }

  private static DatanodeSpeeds fit(List<Speed> clients, List<Speed> mirrors) {
    int room = DatanodeSpeeds.MAX_BYTES - FRAME_BYTES;
    List<Speed> someMirrors =
        fit(mirrors, room - size(fit(clients, room / 2)));
    List<Speed> someClients = fit(clients, room - size(someMirrors));
    return new DatanodeSpeeds(someClients, someMirrors);
  }

  private static List<Speed> fit(List<Speed> speeds, int room) {
    List<Speed> fitting = new ArrayList<>();
    int left = room;
    for (Speed speed : speeds) {
      left -= SpeedMessages.sizeInList(speed);
      if (left < 0) {
        break;
      }
      fitting.add(speed);
    }
    return fitting;
  }

  private static int size(List<Speed> speeds) {
    return speeds.stream().mapToInt(SpeedMessages::sizeInList).sum();
  }

  /**
   * Tells each measurement once. Tells all of them again once a minute, for a
   * NameNode that has restarted or missed a heartbeat.
   */
  private final class Teller implements Supplier<DatanodeSpeeds> {
    private long allToldAt = timer.monotonicNow() - REPEAT_MILLIS;
    private long toldAt = allToldAt;

    @Override
    public DatanodeSpeeds get() {
      long now = timer.monotonicNow();
      boolean all = now - allToldAt >= REPEAT_MILLIS;
      DatanodeSpeeds speeds = fit(newer(clients, all), newer(mirrors, all));
      toldAt = now;
      if (all) {
        allToldAt = now;
      }
      return speeds;
    }

    /** One measured in the millisecond of the last heartbeat is told twice. */
    private List<Speed> newer(RecentSpeeds measured, boolean all) {
      List<Speed> speeds = measured.newestFirst();
      long maxAge = timer.monotonicNow() - toldAt;
      return all ? speeds : speeds.stream()
          .filter(speed -> speed.getAgeMillis() <= maxAge)
          .collect(Collectors.toList());
    }
  }

  /**
   * How long the transfer of one block kept this datanode busy. Time spent
   * waiting for others is not counted. So neither a slow writer nor a slow
   * datanode elsewhere in the pipeline makes a link look slow. Used by one
   * thread.
   */
  public static final class Transfer {
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

    private Transfer(int minPacketBytes, long bytesToSkip) {
      this.minPacketBytes = minPacketBytes;
      this.bytesToSkip = bytesToSkip;
    }

    /**
     * @return for packets received, whose time is that from their first byte to
     *     their being stored. The one that arrived most slowly is left out if
     *     there are enough others: a writer that stands still amid a packet, as
     *     for a collection of garbage, says nothing of the link
     */
    public static Transfer ofReceiving() {
      return new Transfer(MIN_PACKET_BYTES, 0);
    }

    /**
     * @return for packets forwarded, whose time is that of their writing. A link
     *     that is not the bottleneck takes them at once
     */
    public static Transfer ofForwarding() {
      return new Transfer(0, BUFFERED_BYTES);
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
}
