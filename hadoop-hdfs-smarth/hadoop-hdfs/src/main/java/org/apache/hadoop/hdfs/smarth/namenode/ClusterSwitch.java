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

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.hdfs.smarth.conf.RangedConf;
import org.apache.hadoop.hdfs.smarth.conf.SmarthBuild;
import org.apache.hadoop.hdfs.smarth.namenode.monitor.NamenodeBean;
import org.apache.hadoop.hdfs.smarth.namenode.monitor.NamenodeBean.RecentValue;
import org.apache.hadoop.util.Timer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether SMARTH is on at a NameNode. It starts with what its key says, and an
 * operator may turn it at any time. While it is off, datanodes of new blocks
 * are chosen as by stock, and datanodes that follow this NameNode grant no
 * FNFA. While the NameNode runs, a bean shows it with the cluster's builds.
 * Thread-safe.
 */
@InterfaceAudience.Private
public final class ClusterSwitch implements StateMXBean {
  /** Whether SMARTH is on when the NameNode starts. */
  public static final String ENABLED_KEY = "dfs.namenode.smarth.enabled";
  public static final boolean ENABLED_DEFAULT = true;

  private static final String BEAN = "SmarthState";
  private static final Logger LOG =
      LoggerFactory.getLogger(ClusterSwitch.class);
  private static final String KEY_IS_FALSE = ENABLED_KEY + " = false";
  /** The page names nobody; the log does. */
  private static final String BY_OPERATOR = "switched off by an operator";

  private final String build = SmarthBuild.of(ClusterSwitch.class);
  // Written under this.
  private volatile boolean key;
  // Empty: it is on. Written under this.
  private volatile String offBecause;
  // Null before the NameNode runs. Guarded by this.
  private Supplier<DatanodeStates> maker;
  // As long, and written under this.
  private volatile RecentValue<DatanodeStates> datanodes;
  // Null unless the NameNode runs. Guarded by this.
  private NamenodeBean bean;

  /**
   * @throws HadoopIllegalArgumentException if the key is neither true nor false
   */
  public ClusterSwitch(Configuration conf) {
    key = RangedConf.getBoolean(conf, ENABLED_KEY, ENABLED_DEFAULT);
    offBecause = key ? "" : KEY_IS_FALSE;
  }

  @Override
  public boolean isOn() {
    return offBecause.isEmpty();
  }

  @Override
  public String getOffBecause() {
    return offBecause;
  }

  @Override
  public String getBuild() {
    return build;
  }

  @Override
  public boolean isKeyOn() {
    return key;
  }

  /**
   * @param operator who turns it
   * @param address from where
   */
  public synchronized void turn(boolean on, String operator, String address) {
    become(on, operator + " from " + address, BY_OPERATOR);
  }

  /**
   * Takes another value of the key, which counts at once.
   *
   * @param value null: the default
   * @return the value that holds
   * @throws ReconfigurationException if it is neither true nor false
   */
  public synchronized String reconfigure(String value)
      throws ReconfigurationException {
    boolean was = key;
    key = RangedConf.changedBoolean(ENABLED_KEY, value, ENABLED_DEFAULT, key);
    if (key != was) {
      become(key, ENABLED_KEY, KEY_IS_FALSE);
    }
    // As the file has it, or it would differ from the file next time.
    return value == null ? Boolean.toString(key) : value;
  }

  /**
   * The NameNode starts.
   *
   * @param ofNow what live datanodes say now
   */
  public synchronized void show(Supplier<DatanodeStates> ofNow) {
    maker = ofNow;
    forgetDatanodes();
    bean = new NamenodeBean(BEAN, this);
  }

  /** @return whether the NameNode has started and does not stop. */
  public synchronized boolean isShown() {
    return bean != null;
  }

  /** The NameNode stops. */
  public synchronized void close() {
    if (bean != null) {
      bean.close();
      bean = null;
    }
  }

  private void become(boolean on, String who, String why) {
    if (on != isOn()) {
      LOG.info("SMARTH is {} from now on: turned by {}", on ? "on" : "off",
          who);
      offBecause = on ? "" : why;
      if (bean != null) {
        forgetDatanodes();
      }
    }
  }

  /** Who has heard what was said before says nothing any more. */
  private void forgetDatanodes() {
    datanodes = new RecentValue<>(maker, new Timer());
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
  public String getDatanodeBuilds() {
    List<Map<String, Object>> builds = new ArrayList<>();
    datanodes.get().getBuilds().forEach((name, group) -> {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("build", name);
      json.put("datanodes", group.getSize());
      json.put("named", group.getNamed());
      builds.add(json);
    });
    return NamenodeBean.json(builds);
  }
}
