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
package org.apache.hadoop.hdfs.smarth.namenode.placement;

import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.namenode.placement.DatanodeChooser.ClientView;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementMetrics.Dropped;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.ClientSpeeds;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.Ranking;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTable;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTable.KnownDatanodes;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeSpeeds;
import org.apache.hadoop.hdfs.smarth.protocol.SpeedMessages;
import org.apache.hadoop.util.Timer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All that one namenode knows of speeds. It takes what clients and datanodes
 * tell. The placement policy owns it, and asks its chooser. Thread-safe.
 */
@InterfaceAudience.Private
public final class PlacementSpeeds {
  /**
   * How many records a client's report may have, which is more than any client
   * measures between two reports.
   */
  public static final int REPORT_MAX = 4096;

  private static final Logger LOG =
      LoggerFactory.getLogger(PlacementSpeeds.class);

  private final SpeedTable table;
  private final PlacementConf conf;
  private final PlacementMetrics metrics = new PlacementMetrics();
  private final DatanodeChooser chooser;
  private final Timer timer;
  private final AtomicBoolean silentDatanodeSeen = new AtomicBoolean();

  /**
   * @param conf the keys
   * @param timer whose monotonic clock is used
   * @param random for choices, thread-safe
   */
  public PlacementSpeeds(PlacementConf conf, Timer timer, Random random) {
    this.conf = conf;
    this.timer = timer;
    this.table = new SpeedTable(conf.getClientsMax(), conf.getExpiryMillis(),
        timer);
    this.chooser = new DatanodeChooser(conf, table, random);
  }

  public SpeedTable getTable() {
    return table;
  }

  public DatanodeChooser getChooser() {
    return chooser;
  }

  public PlacementConf getConf() {
    return conf;
  }

  /** @return whose monotonic clock is used. */
  public Timer getTimer() {
    return timer;
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
      DatanodeSpeeds.Parsed heartbeat, KnownDatanodes known) {
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
        : new ClientView(ranking, client.isReporting(),
            datanode -> client.tryAgain(datanode, now,
                conf.getLimpingRetryMillis()),
            () -> client.getMeasured(now));
  }
}
