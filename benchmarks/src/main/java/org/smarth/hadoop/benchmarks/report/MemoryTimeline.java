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

package org.smarth.hadoop.benchmarks.report;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

import org.knowm.xchart.XYChart;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.smarth.hadoop.benchmarks.cluster.ClientMemory;
import org.smarth.hadoop.benchmarks.model.ByteSize;
import org.smarth.hadoop.benchmarks.result.Outcome;
import org.smarth.hadoop.benchmarks.result.Results;

/** What clients had in use while they uploaded: each contender's first upload. */
final class MemoryTimeline {
  /** Names its file, and is no chart's id. */
  static final String ID = "memory-over-time";

  private MemoryTimeline() {
  }

  /** Empty when nobody was watched. */
  static Optional<byte[]> png(Results results) throws IOException {
    return Timeline.png(results, o -> !o.memory().isEmpty(), MemoryTimeline::chart);
  }

  private static XYChart chart(Outcome outcome) {
    XYChart chart = Timeline.chart(outcome, "MiB");
    add(chart, "heap in use", outcome.memory(), ClientMemory::heapBytes);
    add(chart, "retained in memory", outcome.memory(), ClientMemory::retainedBytes);
    add(chart, "spilled to disk", outcome.memory(), ClientMemory::spilledBytes);
    return chart;
  }

  private static void add(XYChart chart, String name, List<ClientMemory> memory,
      ToLongFunction<ClientMemory> bytes) {
    chart.addSeries(name, memory.stream().mapToDouble(ClientMemory::seconds).toArray(),
        memory.stream().mapToDouble(m -> (double) bytes.applyAsLong(m) / ByteSize.MIB).toArray())
        .setMarker(SeriesMarkers.NONE);
  }
}
