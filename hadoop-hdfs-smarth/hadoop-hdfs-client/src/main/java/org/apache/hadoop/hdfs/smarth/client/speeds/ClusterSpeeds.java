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
package org.apache.hadoop.hdfs.smarth.client.speeds;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.client.speeds.BlockMeter.SharedClock;
import org.apache.hadoop.hdfs.smarth.speed.RecentSpeeds;
import org.apache.hadoop.hdfs.smarth.speed.RecentSpeeds.SpeedMean;
import org.apache.hadoop.util.Timer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How fast the datanodes of a cluster took blocks from this process, as first
 * datanodes. Each client has its own, which adds to what all clients of the
 * cluster share; that outlives them. Thread-safe.
 */
@InterfaceAudience.Private
public final class ClusterSpeeds {
  private static final Logger LOG =
      LoggerFactory.getLogger(ClusterSpeeds.class);

  /** Of more clusters, the one not used for the longest time is forgotten. */
  private static final int MAX_CLUSTERS = 16;
  private static final int MAX_DATANODES = 1000;
  private static final long EXPIRY_MILLIS = TimeUnit.MINUTES.toMillis(30);
  /**
   * For how long at least a rate is believed, in milliseconds: less than at a
   * namenode, so that what it has tried again is not taken back.
   */
  private static final long BELIEVED_MILLIS = 8_000;

  /** Guarded by itself; the one used last comes last. */
  private static final Map<String, Shared> CLUSTERS =
      new LinkedHashMap<String, Shared>(MAX_CLUSTERS, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Shared> eldest) {
          return size() > MAX_CLUSTERS;
        }
      };

  private final Shared shared;
  private final NameNodes namenodes;
  private final long reportMillis;

  /**
   * @param namenodes of the cluster, as the client reaches them
   * @param reportMillis how often they are told, in milliseconds
   */
  public ClusterSpeeds(NameNodes namenodes, long reportMillis) {
    String cluster = namenodes.getCluster();
    this.shared = cluster == null ? new Shared("a cluster without a name")
        : shared(cluster);
    this.namenodes = namenodes;
    this.reportMillis = reportMillis;
  }

  private static Shared shared(String cluster) {
    synchronized (CLUSTERS) {
      return CLUSTERS.computeIfAbsent(cluster, Shared::new);
    }
  }

  /** Forgets all clusters; clients that have theirs keep it. */
  public static void forgetAll() {
    synchronized (CLUSTERS) {
      CLUSTERS.clear();
    }
  }

  /**
   * A datanode, the first of a pipeline, has a whole block. Returns at once.
   *
   * @param datanode its UUID
   * @param bytes of the block
   * @param nanos how long it took, in nanoseconds
   * @param aloneNanos the same by the {@link SharedClock}; the namenode is not
   *     told that
   */
  public void record(String datanode, long bytes, long nanos,
      long aloneNanos) {
    LOG.debug("{} took {} bytes in {} ns", datanode, bytes, nanos);
    shared.recent.record(datanode, bytes, nanos);
    shared.alone.record(datanode, bytes, aloneNanos);
    if (namenodes.getCluster() != null) {
      shared.reporter.measured(datanode, bytes, nanos, namenodes,
          reportMillis);
    }
  }

  /**
   * @param datanode its UUID
   * @return its rate as a first datanode in bytes per second; 0 if unknown
   */
  public long get(String datanode) {
    return shared.recent.get(datanode);
  }

  /**
   * @param datanode its UUID
   * @return the same; but 0, too, if it may be another rate by now
   */
  public long getUndoubted(String datanode) {
    return shared.recent.getUndoubted(datanode, BELIEVED_MILLIS);
  }

  /**
   * @param datanode its UUID
   * @return its rate by the {@link SharedClock}, in bytes per second; 0 if
   *     unknown
   */
  public long getAlone(String datanode) {
    return shared.alone.get(datanode);
  }

  /** The client closes. */
  public void close() {
    shared.reporter.closed(namenodes);
  }

  /** What the clients of a cluster share. */
  private static final class Shared {
    private final RecentSpeeds recent;
    private final RecentSpeeds alone;
    private final SpeedReporter reporter;

    private Shared(String cluster) {
      Timer timer = new Timer();
      recent = new RecentSpeeds(MAX_DATANODES, EXPIRY_MILLIS,
          SpeedMean.OF_RATES, timer);
      alone = new RecentSpeeds(MAX_DATANODES, EXPIRY_MILLIS,
          SpeedMean.OF_RATES, timer);
      reporter = new SpeedReporter(cluster, timer);
    }
  }
}
