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

import java.util.EnumMap;
import java.util.Map;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.lib.MetricsRegistry;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;

/** What a namenode counts of speeds and of choices by them. Thread-safe. */
@InterfaceAudience.Private
public final class PlacementMetrics {
  /** The name of the source, and of its bean. */
  public static final String NAME = "SmarthPlacement";

  private final MetricsRegistry registry = new MetricsRegistry(NAME);
  private final MutableCounterLong clientReports = registry.newCounter(
      "ClientReports", "Reports of clients about their first datanodes", 0L);
  private final MutableCounterLong datanodeReports = registry.newCounter(
      "DatanodeReports", "Heartbeats that told of speeds", 0L);
  private final MutableCounterLong firstBySpeed = registry.newCounter(
      "FirstBySpeed", "First datanodes of new blocks chosen by speed", 0L);
  private final MutableCounterLong firstTriedAgain = registry.newCounter(
      "FirstTriedAgain",
      "Limping datanodes among these, to see if they have recovered", 0L);
  private final MutableCounterLong laterBySpeed = registry.newCounter(
      "LaterBySpeed", "Later datanodes of new blocks chosen by speed", 0L);
  private final Map<Fallback, MutableCounterLong> firstByStock =
      new EnumMap<>(Fallback.class);
  private final Map<Dropped, MutableCounterLong> dropped =
      new EnumMap<>(Dropped.class);

  PlacementMetrics() {
    registry.setContext("dfs");
    for (Fallback why : Fallback.values()) {
      firstByStock.put(why, registry.newCounter(
          "FirstByStock" + why.getMetric(),
          "First datanodes of new blocks chosen as stock does: "
              + why.getReason(), 0L));
    }
    for (Dropped why : Dropped.values()) {
      dropped.put(why, registry.newCounter("Dropped" + why.getMetric(),
          why.getDescription(), 0L));
    }
  }

  void clientReported() {
    clientReports.incr();
  }

  void datanodeReported() {
    datanodeReports.incr();
  }

  void dropped(Dropped why, int count) {
    if (count > 0) {
      dropped.get(why).incr(count);
    }
  }

  /** The first datanode of a block was chosen by speed. */
  public void firstChosenBySpeed() {
    firstBySpeed.incr();
  }

  /** It is one that limps, to see if it has recovered. */
  public void firstTriedAgain() {
    firstTriedAgain.incr();
  }

  /** A later datanode of a block was chosen by speed. */
  public void laterChosenBySpeed() {
    laterBySpeed.incr();
  }

  /** The first datanode of a block is chosen as stock does. */
  public void firstLeftToStock(Fallback why) {
    firstByStock.get(why).incr();
  }

  /** @return the record to which the counters are added. */
  public MetricsRecordBuilder addTo(MetricsCollector collector, boolean all) {
    MetricsRecordBuilder record = collector.addRecord(registry.info());
    registry.snapshot(record, all);
    return record;
  }

  /** Why stock chose the first datanode of a new block. */
  public enum Fallback {
    NO_CALLER("NoCaller", "not asked for by the RPC of a client"),
    FAVORED_NODES("FavoredNodes", "the client names datanodes that it favors"),
    NO_RECORDS("NoRecords", "no speed of the client's host is known"),
    LOCAL_WRITER("LocalWriter", "the client's own host is a datanode"),
    UNKNOWN_DATANODE("UnknownDatanode",
        "fewer speeds than pipelines are known: the turn of another datanode"),
    EXPLORATION("Exploration",
        "the client does not try datanodes by itself: the turn of any"),
    NO_CANDIDATE("NoCandidate", "all known datanodes limp or are excluded"),
    REFUSED("Refused",
        "none of the fastest had room, load and storage types as needed");

    private final String metric;
    private final String reason;

    Fallback(String metric, String reason) {
      this.metric = metric;
      this.reason = reason;
    }

    /** @return a part of a metric's name. */
    public String getMetric() {
      return metric;
    }

    /** @return for people. */
    public String getReason() {
      return reason;
    }
  }

  /** Why something that was told of speeds was not taken. */
  enum Dropped {
    IMPLAUSIBLE_RECORD("ImplausibleRecords",
        "Records dropped as malformed or of no plausible rate"),
    UNKNOWN_DATANODE("UnknownDatanodeRecords",
        "Records dropped as of a datanode that is not in the cluster"),
    OVERSIZED_REPORT("OversizedReports",
        "Client reports dropped as far too long");

    private final String metric;
    private final String description;

    Dropped(String metric, String description) {
      this.metric = metric;
      this.description = description;
    }

    String getMetric() {
      return metric;
    }

    String getDescription() {
      return description;
    }
  }
}
