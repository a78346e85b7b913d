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

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.smarth.conf.RangedConf;

/** The namenode's keys of speeds, read and checked when it starts. Immutable. */
@InterfaceAudience.Private
public final class PlacementConf {
  /** Of how many client hosts speeds are kept; the least recently seen go. */
  public static final String CLIENTS_MAX_KEY =
      "dfs.namenode.smarth.speed.clients.max";
  public static final int CLIENTS_MAX_DEFAULT = 10_000;
  private static final int CLIENTS_MAX_MAX = 1_000_000;

  /** How long after it was measured a speed is used. */
  public static final String EXPIRY_KEY = "dfs.namenode.smarth.speed.expiry";
  public static final String EXPIRY_DEFAULT = "10m";
  private static final String EXPIRY_MIN = "1s";
  private static final String EXPIRY_MAX = "7d";

  /**
   * A datanode slower than this part of the median of a host's datanodes limps
   * and is not preferred; 0: none limps. By the default the paper's slow nodes
   * of 50 Mbps among 216 or 376 Mbps (0.23, 0.13) limp. Its slow nodes of 150
   * Mbps (0.69, 0.40) are only ranked behind the fast ones. 0.3 lies between,
   * and beyond the factor of two that busy links of equal width differ by.
   */
  public static final String LIMPING_FRACTION_KEY =
      "dfs.namenode.smarth.limping.fraction";
  public static final double LIMPING_FRACTION_DEFAULT = 0.3;

  /**
   * For how long at least a datanode that limps is not tried again: as a first
   * datanode it costs a slow block. One that has limped for longer is left
   * alone for as long again; one that was never fast, for six times this.
   */
  public static final String LIMPING_RETRY_KEY =
      "dfs.namenode.smarth.limping.retry";
  public static final String LIMPING_RETRY_DEFAULT = "10s";
  private static final String LIMPING_RETRY_MIN = "10s";
  private static final String LIMPING_RETRY_MAX = "1d";

  /**
   * A datanode that reaches this part of the rate of the n-th fastest counts as
   * fast as it; 1: n datanodes and no more, as the paper's Algorithm 1 has it.
   * Measurements of equal datanodes differ by some percent, and n of them would
   * serve all first replicas while the others idle.
   */
  public static final String FAST_FRACTION_KEY =
      "dfs.namenode.smarth.fast.fraction";
  public static final double FAST_FRACTION_DEFAULT = 0.8;
  private static final double FAST_FRACTION_MIN = 0.1;

  /** Whether the second and third datanode are chosen by speed, too. */
  public static final String LATER_HOPS_KEY = "dfs.namenode.smarth.later.hops";
  public static final boolean LATER_HOPS_DEFAULT = true;

  /**
   * Whether client hosts are named where whoever reads it need not say who he
   * is. Where the web UI asks for that, they are named anyway.
   */
  public static final String CLIENT_HOSTS_KEY =
      "dfs.namenode.smarth.page.client.hosts";
  public static final boolean CLIENT_HOSTS_DEFAULT = false;

  /** Stock's keys, as core-default.xml has them. */
  static final String UI_FILTERS_KEY = "hadoop.http.filter.initializers";
  static final String UI_AUTHENTICATION_KEY =
      "hadoop.http.authentication.type";
  private static final String UI_AUTHENTICATION_DEFAULT = "simple";

  private final int clientsMax;
  private final long expiryMillis;
  private final double limpingFraction;
  private final long limpingRetryMillis;
  private final double fastFraction;
  private final boolean laterHops;
  private final boolean clientHostsNamed;

  /**
   * @throws HadoopIllegalArgumentException naming the key, its value and its
   *     range if a value is wrong
   */
  public PlacementConf(Configuration conf) {
    clientsMax = RangedConf.getInt(conf, CLIENTS_MAX_KEY, CLIENTS_MAX_DEFAULT,
        1, CLIENTS_MAX_MAX);
    expiryMillis = RangedConf.getMillis(conf, EXPIRY_KEY, EXPIRY_DEFAULT,
        EXPIRY_MIN, EXPIRY_MAX);
    limpingFraction = RangedConf.getDouble(conf, LIMPING_FRACTION_KEY,
        LIMPING_FRACTION_DEFAULT, 0, 1);
    limpingRetryMillis = RangedConf.getMillis(conf, LIMPING_RETRY_KEY,
        LIMPING_RETRY_DEFAULT, LIMPING_RETRY_MIN, LIMPING_RETRY_MAX);
    fastFraction = RangedConf.getDouble(conf, FAST_FRACTION_KEY,
        FAST_FRACTION_DEFAULT, FAST_FRACTION_MIN, 1);
    laterHops =
        RangedConf.getBoolean(conf, LATER_HOPS_KEY, LATER_HOPS_DEFAULT);
    clientHostsNamed = RangedConf.getBoolean(conf, CLIENT_HOSTS_KEY,
        CLIENT_HOSTS_DEFAULT) || isUiAuthenticating(conf);
  }

  /**
   * @return whether whoever reads the web UI of this namenode, and so its beans,
   *     has proved who he is; false for the type simple, with which anybody may
   *     be anybody
   */
  private static boolean isUiAuthenticating(Configuration conf) {
    return !UI_AUTHENTICATION_DEFAULT.equals(
        conf.getTrimmed(UI_AUTHENTICATION_KEY, UI_AUTHENTICATION_DEFAULT))
        && UiFilters.areAuthenticating(conf);
  }

  /** @return the most client hosts, from 1. */
  public int getClientsMax() {
    return clientsMax;
  }

  /** @return how long a speed is used, in milliseconds. */
  public long getExpiryMillis() {
    return expiryMillis;
  }

  /** @return the part of the median below which a datanode limps, 0 to 1. */
  public double getLimpingFraction() {
    return limpingFraction;
  }

  /** @return for how long at least a limping datanode is left alone, in ms. */
  public long getLimpingRetryMillis() {
    return limpingRetryMillis;
  }

  /** @return the part of the n-th rate that counts as fast as it, 0.1 to 1. */
  public double getFastFraction() {
    return fastFraction;
  }

  public boolean isLaterHops() {
    return laterHops;
  }

  /** @return whether beans and the page name client hosts. */
  public boolean isClientHostsNamed() {
    return clientHostsNamed;
  }
}
