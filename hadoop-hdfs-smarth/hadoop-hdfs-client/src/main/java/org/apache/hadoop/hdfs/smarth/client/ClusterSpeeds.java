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
package org.apache.hadoop.hdfs.smarth.client;

import java.util.concurrent.TimeUnit;

import com.google.common.annotations.VisibleForTesting;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.speed.RecentSpeeds;
import org.apache.hadoop.hdfs.smarth.speed.SpeedMean;
import org.apache.hadoop.util.Timer;

/**
 * How fast the datanodes of a cluster took blocks from this process, as first
 * datanodes. Shared by all clients of the cluster, and outlives them.
 * Thread-safe.
 */
@InterfaceAudience.Private
public final class ClusterSpeeds {
  /** Of more clusters, the one not used for the longest time is forgotten. */
  private static final int MOST_CLUSTERS = 16;
  private static final int MOST_DATANODES = 1000;
  private static final long EXPIRY_MILLIS = TimeUnit.MINUTES.toMillis(30);

  private static final LoadingCache<String, ClusterSpeeds> SHARED =
      CacheBuilder.newBuilder().maximumSize(MOST_CLUSTERS)
          .build(new CacheLoader<String, ClusterSpeeds>() {
            @Override
            public ClusterSpeeds load(String cluster) {
              return new ClusterSpeeds(cluster);
            }
          });

  private final RecentSpeeds recent;
  private final SpeedReporter reporter;

  private ClusterSpeeds(String cluster) {
    Timer timer = new Timer();
    recent = new RecentSpeeds(MOST_DATANODES, EXPIRY_MILLIS,
        SpeedMean.OF_RATES, timer);
    reporter = new SpeedReporter(cluster, timer);
  }

  /**
   * @param cluster its name; null if it has none
   * @return the one of this process for that cluster
   */
  static ClusterSpeeds of(String cluster) {
    return cluster == null ? new ClusterSpeeds("a cluster without a name")
        : SHARED.getUnchecked(cluster);
  }

  /** Forgets all clusters; clients that have theirs keep it. */
  @VisibleForTesting
  public static void forgetAll() {
    SHARED.invalidateAll();
  }

  RecentSpeeds getRecent() {
    return recent;
  }

  SpeedReporter getReporter() {
    return reporter;
  }
}
