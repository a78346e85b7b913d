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

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import org.apache.hadoop.hdfs.smarth.namenode.monitor.NamenodeBean;
import org.apache.hadoop.hdfs.smarth.namenode.monitor.NamenodeBean.RecentValue;
import org.apache.hadoop.util.Timer;

/**
 * Shows operators a NameNode's switch and the cluster's builds, from when it is
 * made to when it is closed. Its getters are thread-safe; one thread makes and closes it.
 */
final class StateMonitor implements StateMXBean {
  private static final String BEAN = "SmarthState";

  private final ClusterSwitch shown;
  private final Supplier<DatanodeStates> maker;
  private final NamenodeBean bean;
  private volatile RecentValue<DatanodeStates> datanodes;

  StateMonitor(ClusterSwitch shown, Supplier<DatanodeStates> datanodes) {
    this.shown = shown;
    this.maker = datanodes;
    turned();
    bean = new NamenodeBean(BEAN, this);
  }

  /** Who has heard what was said before says nothing any more. */
  void turned() {
    datanodes = new RecentValue<>(maker, new Timer());
  }

  /** Shows it no longer. */
  void close() {
    bean.close();
  }

  @Override
  public boolean isOn() {
    return shown.isOn();
  }

  @Override
  public String getOffBecause() {
    return shown.getOffBecause();
  }

  @Override
  public boolean isKeyOn() {
    return shown.isKeyOn();
  }

  @Override
  public int getDatanodesFollowing() {
    return datanodes.get().getFollowing().getSize();
  }

  @Override
  public int getDatanodesNotYet() {
    return datanodes.get().getNotYet().getSize();
  }

  @Override
  public String getNotYetNamed() {
    return NamenodeBean.json(datanodes.get().getNotYet().getNamed());
  }

  @Override
  public int getDatanodesOfEarlierBuilds() {
    return datanodes.get().getEarlier().getSize();
  }

  @Override
  public int getDatanodesSilent() {
    return datanodes.get().getSilent().getSize();
  }

  @Override
  public String getBuild() {
    return shown.getBuild();
  }

  @Override
  public String getDatanodeBuilds() {
    List<Map<String, Object>> builds = new ArrayList<>();
    datanodes.get().getBuilds().forEach((build, group) -> {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("build", build);
      json.put("datanodes", group.getSize());
      json.put("named", group.getNamed());
      builds.add(json);
    });
    return NamenodeBean.json(builds);
  }
}
