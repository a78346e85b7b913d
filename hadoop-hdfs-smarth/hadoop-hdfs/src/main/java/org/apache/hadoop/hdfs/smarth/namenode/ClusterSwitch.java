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

import java.util.function.Supplier;

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.hdfs.smarth.conf.RangedConf;
import org.apache.hadoop.hdfs.smarth.conf.SmarthBuild;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether SMARTH is on at a NameNode. It starts with what its key says, and an
 * operator may turn it at any time. While it is off, datanodes of new blocks
 * are chosen as by stock, and datanodes that follow this NameNode grant no
 * FNFA. Thread-safe.
 */
@InterfaceAudience.Private
public final class ClusterSwitch {
  /** Whether SMARTH is on when the NameNode starts. */
  public static final String ENABLED_KEY = "dfs.namenode.smarth.enabled";
  public static final boolean ENABLED_DEFAULT = true;

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
  // Null unless the NameNode runs. Guarded by this.
  private StateMonitor monitor;

  /**
   * @throws HadoopIllegalArgumentException if the key is neither true nor false
   */
  public ClusterSwitch(Configuration conf) {
    key = RangedConf.getBoolean(conf, ENABLED_KEY, ENABLED_DEFAULT);
    offBecause = key ? "" : KEY_IS_FALSE;
  }

  public boolean isOn() {
    return offBecause.isEmpty();
  }

  /** @return why it is off; empty if it is on. */
  public String getOffBecause() {
    return offBecause;
  }

  /** @return the build of the NameNode's jars. */
  public String getBuild() {
    return build;
  }

  /** @return what the key says. */
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
   * @param datanodes what live datanodes say now
   */
  public synchronized void show(Supplier<DatanodeStates> datanodes) {
    monitor = new StateMonitor(this, datanodes);
  }

  /** The NameNode stops. */
  public synchronized void close() {
    if (monitor != null) {
      monitor.close();
      monitor = null;
    }
  }

  private void become(boolean on, String who, String why) {
    if (on != isOn()) {
      LOG.info("SMARTH is {} from now on: turned by {}", on ? "on" : "off",
          who);
      offBecause = on ? "" : why;
      if (monitor != null) {
        monitor.turned();
      }
    }
  }
}
