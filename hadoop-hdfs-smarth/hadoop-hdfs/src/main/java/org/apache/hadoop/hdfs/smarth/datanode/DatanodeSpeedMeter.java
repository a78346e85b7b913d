/*
 * Licensed to the Apache Software Foundation (ASF) under one
 * or more contributor license agreements.  See the NOTICE file
 * distributed with this work for additional information
 * regarding copyright ownership.  The ASF licenses this file
 * to you under the Apache License, Version 2.0 (the
 * "License"); you may not use this file except in compliance
 * with the License.  You may obtain a copy of the License at
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

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.protocol.HeartbeatSpeeds;
import org.apache.hadoop.hdfs.smarth.protocol.SpeedMessages;
import org.apache.hadoop.hdfs.smarth.speed.DatanodeSpeeds;
import org.apache.hadoop.hdfs.smarth.speed.RecentSpeeds;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.apache.hadoop.hdfs.smarth.speed.SpeedMean;
import org.apache.hadoop.util.Timer;

/**
 * How fast blocks come to this datanode, by client, and go from it to the next
 * one. Owned by the DataNode. Thread-safe.
 */
@InterfaceAudience.Private
public final class DatanodeSpeedMeter {
  private static final int MOST_PEERS = 1000;
  private static final long EXPIRY_MILLIS = TimeUnit.MINUTES.toMillis(30);
  /** Of the heartbeat's field: its number and its length. */
  private static final int FRAME_BYTES = 8;

  private final boolean enabled;
  private final RecentSpeeds clients;
  private final RecentSpeeds mirrors;

  /**
   * @param enabled if false, nothing is measured and nothing said
   * @param timer for ages
   */
  public DatanodeSpeedMeter(boolean enabled, Timer timer) {
    this.enabled = enabled;
    this.clients =
        new RecentSpeeds(MOST_PEERS, EXPIRY_MILLIS, SpeedMean.OF_RATES, timer);
    // A write that was not held up may only not have filled the buffers.
    this.mirrors =
        new RecentSpeeds(MOST_PEERS, EXPIRY_MILLIS, SpeedMean.OF_TIMES, timer);
  }

  /**
   * A block was received as the first datanode of its pipeline.
   *
   * @param client its IP address
   * @param meter of the block
   */
  public void received(String client, TransferMeter meter) {
    if (enabled) {
      meter.recordTo(clients, client);
    }
  }

  /**
   * A block was forwarded.
   *
   * @param datanode the next one of the pipeline, by UUID
   * @param meter of the block
   */
  public void forwarded(String datanode, TransferMeter meter) {
    if (enabled) {
      meter.recordTo(mirrors, datanode);
    }
  }

  /**
   * @return what is known, as far as a heartbeat has room for it: half of it
   *     for clients and half for datanodes, the newest first, and what one
   *     half leaves free for the other
   */
  public DatanodeSpeeds snapshot() {
    int room = HeartbeatSpeeds.MAX_BYTES - FRAME_BYTES;
    List<Speed> allClients = clients.newestFirst();
    List<Speed> allMirrors = mirrors.newestFirst();
    List<Speed> someMirrors = fit(allMirrors,
        room - size(fit(allClients, room / 2)));
    List<Speed> someClients = fit(allClients, room - size(someMirrors));
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
}
