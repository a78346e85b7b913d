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
package org.apache.hadoop.hdfs.smarth.namenode;

import java.util.Collection;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.protocol.HeartbeatSpeeds;
import org.apache.hadoop.hdfs.smarth.protocol.SpeedMessages;
import org.apache.hadoop.util.Timer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All that one namenode knows of speeds and makes of them: it takes what is
 * told, and answers the placement policy, which owns it. Thread-safe; a choice
 * holds no lock.
 */
@InterfaceAudience.Private
public final class PlacementSpeeds {
  /**
   * The most records of a client's report, beyond what any client measures
   * between two of them.
   */
  public static final int REPORT_MAX = 4096;

  private static final Logger LOG =
      LoggerFactory.getLogger(PlacementSpeeds.class);

  private final SpeedTable table;
  private final RecentTotals totals;
  private final PlacementMetrics metrics;
  private final FirstNodeRanking firstNodes;
  // Null: as in the paper, chance decides.
  private final LaterHopRanking laterHops;
  private final long limpingRetryMillis;
  private final Timer timer;
  private final AtomicBoolean silentDatanodeSeen = new AtomicBoolean();

  /**
   * @param conf the keys
   * @param timer whose monotonic clock is used
   * @param random for choices, thread-safe
   */
  public PlacementSpeeds(PlacementConf conf, Timer timer, Random random) {
    this.timer = timer;
    this.table = new SpeedTable(conf.getClientsMax(), conf.getExpiryMillis(),
        timer);
    this.totals = new RecentTotals(table, conf.getLimpingFraction(), timer);
    this.metrics = new PlacementMetrics(table, totals);
    this.limpingRetryMillis = conf.getLimpingRetryMillis();
    this.firstNodes = new FirstNodeRanking(conf.getLimpingFraction(),
        conf.getFastFraction(), random);
    this.laterHops = conf.isLaterHops()
        ? new LaterHopRanking(conf.getLimpingFraction(), random) : null;
  }

  public SpeedTable getTable() {
    return table;
  }

  RecentTotals getTotals() {
    return totals;
  }

  public PlacementMetrics getMetrics() {
    return metrics;
  }

  /**
   * Takes a client's report; what is wrong with it is dropped and counted.
   *
   * @param host the address it came from
   * @param records how many there are
   * @param report what could be read of at most {@link #REPORT_MAX}
   * @param known the cluster's datanodes
   */
  public void learnFromClient(String host, int records,
      SpeedMessages.Parsed report, KnownDatanodes known) {
    metrics.clientReported();
    if (records > REPORT_MAX) {
      metrics.dropped(Dropped.OVERSIZED_REPORT, 1);
      return;
    }
    metrics.dropped(Dropped.IMPLAUSIBLE_RECORD, report.getDropped());
    metrics.dropped(Dropped.UNKNOWN_DATANODE,
        table.learnFromClient(host, report.getSpeeds(), known));
  }

  /**
   * Takes what a heartbeat tells; what is wrong with it is dropped and counted.
   *
   * @param datanode the UUID of its sender
   * @param heartbeat what could be read
   * @param known the cluster's datanodes; without the sender, nothing is taken
   */
  public void learnFromDatanode(String datanode,
      HeartbeatSpeeds.Parsed heartbeat, KnownDatanodes known) {
    metrics.dropped(Dropped.IMPLAUSIBLE_RECORD, heartbeat.getDropped());
    if (heartbeat.getSpeeds().isEmpty() || known.rackOf(datanode) == null) {
      return;
    }
    metrics.datanodeReported();
    metrics.dropped(Dropped.UNKNOWN_DATANODE,
        table.learnFromDatanode(datanode, heartbeat.getSpeeds(), known));
  }

  /**
   * A heartbeat told nothing of speeds, not even that there are none.
   *
   * @param address of its sender
   */
  public void sawDatanodeWithoutSpeeds(String address) {
    if (silentDatanodeSeen.compareAndSet(false, true)) {
      LOG.info("Datanode {} tells no speeds: it is a stock one, or SMARTH is"
          + " off there. Only clients' reports say how fast it is. This is said"
          + " once, whoever else does so", address);
    }
  }

  /**
   * @param host a client's IP address
   * @return its datanodes by speed; null if nothing is known of it
   */
  public ClientView find(String host) {
    ClientSpeeds client = table.findClient(host);
    if (client == null) {
      return null;
    }
    long now = timer.monotonicNow();
    Ranking ranking = client.getRanking(now);
    return ranking.size() == 0 ? null
        : new ClientView(ranking, client.isReportsItself(),
            datanode -> client.tryAgain(datanode, now, limpingRetryMillis),
            () -> client.getMeasured(now));
  }

  /**
   * @param client what is known of it
   * @param excluded UUIDs of datanodes that take no part, none twice
   * @param pipelines Algorithm 1's n, from 1
   * @param inService how many datanodes could be chosen at all
   * @return how to choose the first datanode
   */
  public FirstChoice chooseFirst(ClientView client,
      Collection<String> excluded, int pipelines, int inService) {
    return firstNodes.choose(client, excluded, pipelines, inService);
  }

  /**
   * @param from the UUID of the datanode that will forward
   * @param sameRack whether to a datanode on its rack, else to one on another
   * @param excluded UUIDs of datanodes that take no part, none twice
   * @param pipelines Algorithm 1's n, from 1
   * @return a choice of the next datanode; null if stock is to choose
   */
  public TopChoice chooseNext(String from, boolean sameRack,
      Collection<String> excluded, int pipelines) {
    if (laterHops == null) {
      return null;
    }
    HopRates rates = table.getHops(from);
    return laterHops.choose(
        sameRack ? rates.getSameRack() : rates.getOtherRacks(), excluded,
        pipelines);
  }

  /**
   * @param client what is known of it
   * @param datanode a UUID
   * @return whether datanodes measured that it is far slower for this client
   *     than most are
   */
  public boolean isLimping(ClientView client, String datanode) {
    return firstNodes.isLimping(client.getMeasured(), datanode);
  }
}
