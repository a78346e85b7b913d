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
package org.apache.hadoop.hdfs.smarth.conf;

import java.util.concurrent.TimeUnit;

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;

/**
 * The period of a datanode's heartbeats, <code>dfs.heartbeat.interval</code>:
 * in seconds, as in stock, or with a time suffix, also below a second.
 * <p>
 * Stock derives from the same key how long a datanode may be silent before it
 * is stale or dead, when a block recovery is tried again, and when a lifeline
 * is sent. What was derived in whole seconds is not to shrink with the period,
 * let alone become 0: a period below a second, which stock does not have,
 * counts as the default of 3 seconds there. Stateless.
 */
@InterfaceAudience.Private
public final class HeartbeatPeriod {
  public static final String KEY = "dfs.heartbeat.interval";
  public static final long DEFAULT_MS = 3_000;
  public static final long MIN_MS = 10;
  public static final long MAX_MS = TimeUnit.DAYS.toMillis(1);

  private HeartbeatPeriod() {
  }

  /**
   * @param conf where to read
   * @return how often a datanode sends a heartbeat, in milliseconds, 10 to a
   *     day
   * @throws HadoopIllegalArgumentException naming the key, its value and its
   *     range if the value is wrong
   */
  public static long getMillis(Configuration conf) {
    String value = conf.get(KEY);
    return value == null ? DEFAULT_MS : parse(value);
  }

  /**
   * @param conf where to read
   * @return the period that times of liveness are multiples of, in seconds,
   *     at least 1
   * @throws HadoopIllegalArgumentException as {@link #getMillis}
   */
  public static long getLivenessSeconds(Configuration conf) {
    return livenessSeconds(getMillis(conf));
  }

  /**
   * As {@link #getLivenessSeconds}, of a value that an operator sets at run
   * time.
   *
   * @throws NumberFormatException if the value is wrong, the exception of
   *     which stock makes a ReconfigurationException
   */
  public static long reconfiguredLivenessSeconds(String value) {
    try {
      return livenessSeconds(parse(value));
    } catch (HadoopIllegalArgumentException e) {
      NumberFormatException wrong = new NumberFormatException(e.getMessage());
      wrong.initCause(e);
      throw wrong;
    }
  }

  private static long parse(String value) {
    return RangedConf.parseMillis(KEY, value, TimeUnit.SECONDS, MIN_MS, MAX_MS);
  }

  private static long livenessSeconds(long periodMs) {
    long basis = periodMs < 1_000 ? DEFAULT_MS : periodMs;
    return (basis + 999) / 1_000;
  }
}
