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

package org.smarth.hadoop.benchmarks.soak.api;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.StreamPeek;

import org.smarth.hadoop.benchmarks.harness.LoopbackHosts;
import org.smarth.hadoop.benchmarks.soak.EmbeddedSoakCluster;
import org.smarth.hadoop.benchmarks.soak.SoakCluster;

/**
 * What happens to the DataNodes while a program runs. The NameNode's choice is chance, so programs
 * name them by their places in the pipeline. Thread-safe.
 */
final class Faults implements AutoCloseable {
  /** dfs.datanode.max.transfer.threads. */
  private static final int CONNECTIONS = 4096;
  private static final int HANG_MILLIS = 15_000;

  private final EmbeddedSoakCluster cluster;
  private final int dataNodes;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          new BasicThreadFactory.Builder().namingPattern("fault-end").daemon(true).build());
  /** Guarded by this, as all below. */
  private final Set<Integer> down = new TreeSet<>();
  /** Their disks are; until they are killed. */
  private final Set<Integer> hung = new TreeSet<>();
  /** How many of the places are a pipeline's; without one, all. */
  private int members;
  private boolean tookAll;
  private final List<SoakCluster.Stall> stalls = new ArrayList<>();
  /** DataNodes as they are numbered in programs; empty before the first fault. */
  private List<Integer> places = List.of();

  Faults(EmbeddedSoakCluster cluster, int dataNodes) {
    this.cluster = cluster;
    this.dataNodes = dataNodes;
  }

  /** @param out that is written to, whose pipeline gives DataNodes their numbers */
  synchronized void strike(Call call, FSDataOutputStream out)
      throws IOException, InterruptedException {
    if (places.isEmpty()) {
      places = places(out);
    }
    switch (call.kind()) {
    case KILL -> kill(node(call));
    case RESTART -> restart(node(call));
    case REFUSE -> cluster.limitConnections(node(call), 0);
    case ADMIT -> cluster.limitConnections(node(call), CONNECTIONS);
    case HANG -> hang(node(call));
    default -> stall(call.value());
    }
    tookAll |= places.subList(0, members).stream()
        .allMatch(node -> down.contains(node) || hung.contains(node));
  }

  /** Whether at some time no DataNode was left of the pipeline at the first fault. */
  synchronized boolean tookAll() {
    return tookAll;
  }

  private List<Integer> places(FSDataOutputStream out) {
    StreamPeek.Pipeline pipeline = StreamPeek.at(out);
    List<Integer> all = new ArrayList<>();
    for (int i = 0; pipeline != null && i < pipeline.nodes().length; i++) {
      String ip = pipeline.nodes()[i].getIpAddr();
      IntStream.rangeClosed(1, dataNodes).filter(n -> LoopbackHosts.ip(n).equals(ip))
          .forEach(all::add);
    }
    members = all.isEmpty() ? dataNodes : all.size();
    IntStream.rangeClosed(1, dataNodes).filter(n -> !all.contains(n)).forEach(all::add);
    return List.copyOf(all);
  }

  private int node(Call call) {
    return places.get(call.value() - 1);
  }

  private void kill(int node) {
    if (down.add(node)) {
      hung.remove(node);
      cluster.stopDataNode(node);
      cluster.disks().release(node);
    }
  }

  private void restart(int node) throws IOException, InterruptedException {
    if (down.remove(node)) {
      cluster.startDataNode(node);
    }
  }

  private void hang(int node) {
    if (!down.contains(node)) {
      cluster.disks().hang(node);
      hung.add(node);
      timer.schedule(() -> release(node), HANG_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private synchronized void release(int node) {
    cluster.disks().release(node);
    hung.remove(node);
  }

  private void stall(int millis) {
    SoakCluster.Stall stall = cluster.stall(1);
    stalls.add(stall);
    timer.schedule(() -> {
      stall.close();
      return null;
    }, millis, TimeUnit.MILLISECONDS);
  }

  /** All is well again, once the DataNodes have reported. */
  synchronized void heal() throws IOException, InterruptedException {
    for (SoakCluster.Stall stall : stalls) {
      stall.close();
    }
    cluster.clearFaults();
    for (int node = 1; node <= dataNodes; node++) {
      restart(node);
      cluster.limitConnections(node, CONNECTIONS);
    }
  }

  /** All DataNodes, one after the other. */
  synchronized void restartAll() throws IOException, InterruptedException {
    for (int node = 1; node <= dataNodes; node++) {
      kill(node);
      restart(node);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
