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

import java.util.HashSet;
import java.util.Set;
import javax.management.ObjectName;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
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
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /**
   * Suffixes in use, as a process may have several namenodes and the metrics
   * system tells only miniature clusters apart. Guarded by itself.
   */
  private static final Set<String> SUFFIXES = new HashSet<>();

  private final RecentTotals totals;
  private final String suffix;
  // Null: JMX refused it.
  private final ObjectName bean;

  public PlacementMonitor(PlacementSpeeds speeds) {
    totals = speeds.getTotals();
    suffix = takeSuffix();
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
    synchronized (SUFFIXES) {
      SUFFIXES.remove(suffix);
    }
  }

  private static String takeSuffix() {
    synchronized (SUFFIXES) {
      String free = "";
      for (int i = 2; !SUFFIXES.add(free); i++) {
        free = "-" + i;
      }
      return free;
    }
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
    try {
      return MAPPER.writeValueAsString(totals.get().getLimpingDatanodes());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Counts that are no JSON", e);
    }
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
