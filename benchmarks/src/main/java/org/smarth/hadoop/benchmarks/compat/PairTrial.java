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

package org.smarth.hadoop.benchmarks.compat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

import org.smarth.hadoop.benchmarks.compat.Pair.Side;
import org.smarth.hadoop.benchmarks.harness.Failure;

/** Has clients write to a cluster and read, one after the other. */
final class PairTrial {
  private static final String NOT_GRANTED = "does not promise FIRST_NODE_FINISH_ACK";

  private final PlainCluster cluster;
  private final Side side;
  private final Path file;
  /** What clients have written. */
  private final List<String> files = new ArrayList<>();
  /** Of all clients. */
  private long firstNodeAcks;
  private boolean started;
  private String failure = "";

  /** @param file that is written */
  PairTrial(PlainCluster cluster, Side side, Path file) {
    this.cluster = cluster;
    this.side = side;
    this.file = file;
  }

  /** A client writes, and reads what it and those before it have written. */
  Pair of(Side client) throws InterruptedException {
    boolean written = false;
    long ofThis = 0;
    boolean notGranted = false;
    String why = "";
    try {
      start();
      String target = "/by-" + client.with().name();
      notGranted = isRefused(cluster.put(client.with(), file, target));
      long end = System.nanoTime();
      written = true;
      files.add(target);
      cluster.read(client.with(), files, file);
      PlainCluster.awaitMetrics(end);
      ofThis = cluster.firstNodeAcks() - firstNodeAcks;
      firstNodeAcks += ofThis;
    } catch (IOException | Failure e) {
      why = (e instanceof Failure ? e.getMessage() : e.toString()).replaceAll("\\s+", " ");
    }
    return new Pair(client, side, written, why, ofThis, notGranted);
  }

  /** Once; a cluster that does not start fails for each client in the same way. */
  private void start() throws IOException, InterruptedException {
    if (!failure.isEmpty()) {
      throw new Failure(failure);
    }
    if (!started) {
      failure = "the cluster does not start";
      cluster.start(side.with(), Collections.nCopies(PlainSettings.DATA_NODES, side.with()));
      failure = "";
      started = true;
    }
  }

  private static boolean isRefused(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
      return lines.anyMatch(line -> line.contains(NOT_GRANTED));
    }
  }
}
