/*
 * Licensed to the Apache Software Foundation (ASF) under one or more
 * contributor license agreements.  See the NOTICE file distributed with
 * this work for additional information regarding copyright ownership.
 * The ASF licenses this file to You under the Apache License, Version 2.0
 * (the "License"); you may not use this file except in compliance with
 * the License.  You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.smarth.hadoop.benchmarks.scenario;

import java.util.ArrayList;
import java.util.List;

import org.smarth.hadoop.benchmarks.model.ByteSize;
import org.smarth.hadoop.benchmarks.model.Rate;
import org.smarth.hadoop.benchmarks.scenario.Chart.Form;
import org.smarth.hadoop.benchmarks.scenario.Scenario.Cluster;

/** When a file has all its replicas again after DataNodes died while it was written. */
final class RepairScenario {
  private static final Rate CROSS = new Rate(50);
  private static final long BLOCK = 16 * ByteSize.MIB;
  private static final long DRAINING_BLOCK = 64 * ByteSize.MIB;
  /** As many as there are pipelines that share no DataNode. */
  private static final int DRAINING_BLOCKS = 3;
  /**
   * Carries such a block in twelve minutes, more than twice the time after which the NameNode takes
   * a copy to be lost.
   */
  private static final Rate DRAIN = new Rate(0.746);

  private final Scale scale;
  private final long seed;

  /** @param seed of which DataNodes are killed, and when */
  RepairScenario(Scale scale, long seed) {
    this.scale = scale;
    this.seed = seed;
  }

  Scenario scenario() {
    return new Scenario("repair",
        "Time from a file's close to its full replication, when DataNodes were killed meanwhile",
        "DataNodes are killed with SIGKILL when shares of the file have been written that follow "
            + "from the seed and the pair: the same DataNodes and shares for all contenders. A "
            + "block is fully replicated when the NameNode knows three final replicas. With "
            + "stock's settings it takes a killed DataNode for live for 10 min 30 s, and its final "
            + "replicas for there. A time of 900 s stands for one that was not reached; an upload "
            + "that failed has none. The point drain: a file whose last DataNodes get their "
            + "last bytes 12 minutes after the first ones, and no copy may be asked for meanwhile.",
        Cluster.REAL, charts(List.of(killing(1), killing(2)), draining()));
  }

  private List<Chart> charts(List<Setup> kills, Setup drain) {
    List<Chart> charts = new ArrayList<>(List.of(
        chart("time", "from close to full replication", "s", kills, "repairSeconds"),
        chart("short", "the same, of files that lacked replicas when they were closed", "s",
            kills, "repairSecondsIfShort"),
        chart("lacking", "blocks that lacked replicas at the close", "blocks", kills,
            "shortAtClose"),
        chart("upload", "uploading time", "s", kills, PaperFigures.SECONDS),
        chart("copies", "copies that the NameNode asked for", "copies", kills, "copies")));
    if (!scale.quick()) {
      charts.add(drain("drain", "from a block's first to its last final replica", "s",
          drain, "drainSeconds"));
      charts.add(drain("drain-copies", "copies that the NameNode asked for while blocks drained",
          "copies", drain, "copies"));
    }
    return charts;
  }

  private Chart chart(String id, String title, String unit, List<Setup> kills, String metric) {
    return new Chart(id, title, "", unit, Form.BARS, scale.some(List.of(
        Point.of("1 kill", kills.get(0), metric), Point.of("2 kills", kills.get(1), metric))));
  }

  private static Chart drain(String id, String title, String unit, Setup drain, String metric) {
    return new Chart(id, title, "", unit, Form.BARS, List.of(Point.of("drain", drain, metric)));
  }

  private Setup killing(int count) {
    // 192 MB by default: twelve blocks.
    long bytes = scale.quick() ? scale.bytes() : scale.bytes() / 16 * 3;
    return scale.setup(new Work.Repair(count, seed), scale.links(PaperFigures.MEDIUM, CROSS),
        bytes, BLOCK);
  }

  private Setup draining() {
    return scale.setup(new Work.Drain(), scale.links(PaperFigures.MEDIUM, DRAIN),
        DRAINING_BLOCKS * DRAINING_BLOCK, DRAINING_BLOCK);
  }
}
