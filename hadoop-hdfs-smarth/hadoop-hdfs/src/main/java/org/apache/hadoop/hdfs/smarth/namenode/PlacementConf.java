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

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.smarth.conf.RangedConf;

/** The namenode's keys, read and checked when it starts. Immutable. */
@InterfaceAudience.Private
public final class PlacementConf {
  /** Whether speeds are learnt, and used to place new blocks. */
  public static final String ENABLED_KEY = "dfs.namenode.smarth.enabled";
  public static final boolean ENABLED_DEFAULT = true;

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
   * and is not preferred; 0: none limps. Of the paper's slow nodes those of 50
   * Mbps among 216 or 376 Mbps (0.23, 0.13) limp by the default, those of 150
   * Mbps (0.69, 0.40) are merely ranked behind the fast ones: 0.3 lies between,
   * and beyond the factor of two that busy links of equal width differ by.
   */
  public static final String LIMPING_FRACTION_KEY =
      "dfs.namenode.smarth.limping.fraction";
  public static final double LIMPING_FRACTION_DEFAULT = 0.3;

  /** Whether the second and third datanode are chosen by speed, too. */
  public static final String LATER_HOPS_KEY = "dfs.namenode.smarth.later.hops";
  public static final boolean LATER_HOPS_DEFAULT = true;

  private final boolean enabled;
  private final int clientsMax;
  private final long expiryMillis;
  private final double limpingFraction;
  private final boolean laterHops;

  /**
   * @throws HadoopIllegalArgumentException naming the key, its value and its
   *     range if a value is wrong
   */
  public PlacementConf(Configuration conf) {
    enabled = RangedConf.getBoolean(conf, ENABLED_KEY, ENABLED_DEFAULT);
    clientsMax = RangedConf.getInt(conf, CLIENTS_MAX_KEY, CLIENTS_MAX_DEFAULT,
        1, CLIENTS_MAX_MAX);
    expiryMillis = RangedConf.getMillis(conf, EXPIRY_KEY, EXPIRY_DEFAULT,
        EXPIRY_MIN, EXPIRY_MAX);
    limpingFraction = RangedConf.getDouble(conf, LIMPING_FRACTION_KEY,
        LIMPING_FRACTION_DEFAULT, 0, 1);
    laterHops =
        RangedConf.getBoolean(conf, LATER_HOPS_KEY, LATER_HOPS_DEFAULT);
  }

  public boolean isEnabled() {
    return enabled;
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

  public boolean isLaterHops() {
    return laterHops;
  }
}
