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
package org.apache.hadoop.hdfs.smarth.namenode.monitor;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.namenode.monitor.HeatMap.ClientNames;
import org.apache.hadoop.hdfs.smarth.namenode.monitor.NamenodeBean.RecentValue;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementMetrics;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementSpeeds;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTable;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTable.KnownDatanodes;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTotals;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;

/**
 * Shows the speeds of a namenode and their use to operators, from when it is
 * made to when it is closed. Owned by the placement policy. Its getters are
 * thread-safe; one thread makes and closes it.
 */
@InterfaceAudience.Private
public final class PlacementMonitor
    implements PlacementInfoMXBean, MetricsSource {
  private static final String BEAN = "SmarthPlacementInfo";

  private final PlacementSpeeds speeds;
  private final RecentValue<SpeedTotals> totals;
  private final RecentValue<SpeedOverview> overview;
  private final NamenodeBean bean;

  /** @param known the cluster's datanodes */
  public PlacementMonitor(PlacementSpeeds speeds, KnownDatanodes known) {
    this.speeds = speeds;
    SpeedTable table = speeds.getTable();
    double limpingFraction = speeds.getConf().getLimpingFraction();
    ClientNames names =
        new ClientNames(speeds.getConf().isClientHostsNamed());
    totals = new RecentValue<>(() -> SpeedTotals.of(table, limpingFraction),
        speeds.getTimer());
    overview = new RecentValue<>(() -> SpeedOverview.of(table,
        limpingFraction, known, names), speeds.getTimer());
    bean = new NamenodeBean(BEAN, this);
    DefaultMetricsSystem.instance().register(
        PlacementMetrics.NAME + bean.getSuffix(),
        "SMARTH, placement of new blocks", this);
  }

  /** Shows them no longer. */
  public void close() {
    DefaultMetricsSystem.instance()
        .unregisterSource(PlacementMetrics.NAME + bean.getSuffix());
    bean.close();
  }

  @Override
  public long getClientHosts() {
    return totals.get().getClientHosts();
  }

  @Override
  public long getClientPairs() {
    return totals.get().getPairs();
  }

  @Override
  public long getLimpingPairs() {
    return totals.get().getLimpingPairs();
  }

  @Override
  public String getLimpingDatanodes() {
    return NamenodeBean.json(totals.get().getLimpingDatanodes());
  }

  @Override
  public String getSlowDatanodes() {
    return overview.get().getSlowDatanodes();
  }

  @Override
  public String getHeatMap() {
    return overview.get().getHeatMap();
  }

  @Override
  public long getForwardingDatanodes() {
    return totals.get().getForwarders();
  }

  @Override
  public long getHops() {
    return totals.get().getHops();
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    MetricsRecordBuilder record = speeds.getMetrics().addTo(collector, all);
    SpeedTable table = speeds.getTable();
    record.addCounter(Interns.info("ForgottenPairs",
        "Pairs of client host and datanode that had to go for newer ones"),
        table.getForgottenPairs());
    record.addCounter(Interns.info("ForgottenClientHosts",
        "Client hosts that had to go for others"),
        table.getForgottenClients());
    record.addCounter(Interns.info("ForgottenForwarders",
        "Datanodes whose hops had to go for those of others"),
        table.getForgottenForwarders());
    SpeedTotals now = totals.get();
    record.addGauge(Interns.info("ClientHosts",
        "Client hosts of which a speed is known"), now.getClientHosts());
    record.addGauge(Interns.info("ClientPairs",
        "Pairs of client host and datanode of which a speed is known"),
        now.getPairs());
    record.addGauge(Interns.info("ForwardingDatanodes",
        "Datanodes of which it is known how fast they forward"),
        now.getForwarders());
    record.addGauge(Interns.info("Hops",
        "Datanodes to which it is known how fast they forward, in all"),
        now.getHops());
  }
}
