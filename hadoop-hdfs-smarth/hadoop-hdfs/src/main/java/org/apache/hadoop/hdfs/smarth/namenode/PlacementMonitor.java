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
package org.apache.hadoop.hdfs.smarth.namenode;

import javax.management.ObjectName;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.util.MBeans;

/**
 * Shows the speeds of a namenode and their use to operators, from when it is
 * made to when it is closed. Owned by the placement policy. Its getters are
 * thread-safe; one thread makes and closes it.
 */
@InterfaceAudience.Private
public final class PlacementMonitor implements PlacementInfoMXBean {
  private static final String BEAN = "SmarthPlacementInfo";
  private static final BeanSuffixes SUFFIXES = new BeanSuffixes();

  private final RecentValue<SpeedTotals> totals;
  private final RecentValue<SpeedOverview> overview;
  private final String suffix;
  // Null: JMX refused it.
  private final ObjectName bean;

  /** @param known the cluster's datanodes */
  public PlacementMonitor(PlacementSpeeds speeds, KnownDatanodes known) {
    totals = speeds.getTotals();
    overview = speeds.getOverview(known);
    suffix = SUFFIXES.take();
    DefaultMetricsSystem.instance().register(PlacementMetrics.NAME + suffix,
        "SMARTH, placement of new blocks", speeds.getMetrics());
    bean = MBeans.register("NameNode", BEAN + suffix, this);
  }

  /** Shows them no longer. */
  public void close() {
    DefaultMetricsSystem.instance()
        .unregisterSource(PlacementMetrics.NAME + suffix);
    if (bean != null) {
      MBeans.unregister(bean);
    }
    SUFFIXES.giveBack(suffix);
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
    return Json.write(totals.get().getLimpingDatanodes());
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
}
