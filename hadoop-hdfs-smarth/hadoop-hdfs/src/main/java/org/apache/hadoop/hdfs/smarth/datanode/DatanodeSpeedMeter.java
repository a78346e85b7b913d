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

/**
 * How fast blocks come to this datanode, by client, and go from it to the next
 * one. Owned by the DataNode. Thread-safe.
 */
@InterfaceAudience.Private
public final class DatanodeSpeedMeter {
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
  public void received(String client, String writer, TransferMeter meter) {
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
  public void forwarded(String datanode, String address, TransferMeter meter) {
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
}
