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

package org.smarth.hadoop.benchmarks.soak;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.StreamPeek;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

import org.smarth.hadoop.benchmarks.harness.LoopbackHosts;

/** Looks all the time which pipelines the open files have: faults wait for them and hit them. */
final class PipelineWatch implements AutoCloseable {
  private static final long PERIOD_MILLIS = 5;

  private final Map<Integer, FSDataOutputStream> streams = new ConcurrentHashMap<>();
  /** The DataNodes of each block of each file, in the order of the blocks. Guarded by this. */
  private final Map<Integer, Map<Long, List<Integer>>> pipelines = new LinkedHashMap<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          new BasicThreadFactory.Builder().namingPattern("pipeline-watch").daemon(true).build());

  PipelineWatch() {
    timer.scheduleWithFixedDelay(() -> streams.forEach(this::look), 0, PERIOD_MILLIS,
        TimeUnit.MILLISECONDS);
  }

  void opened(int file, FSDataOutputStream out) {
    streams.put(file, out);
  }

  void closed(int file) {
    synchronized (this) {
      streams.remove(file);
      notifyAll();
    }
  }

  private void look(int file, FSDataOutputStream out) {
    StreamPeek.Pipeline now = StreamPeek.at(out);
    if (now != null) {
      List<Integer> nodes = new ArrayList<>();
      for (DatanodeInfo node : now.nodes()) {
        nodes.add(LoopbackHosts.node(node.getIpAddr()));
      }
      synchronized (this) {
        pipelines.computeIfAbsent(file, f -> new LinkedHashMap<>()).put(now.block(), nodes);
        notifyAll();
      }
    }
  }

  synchronized int blocks(int file) {
    return pipelines.getOrDefault(file, Map.of()).size();
  }

  /** Waits until this many blocks have had a pipeline, the file is closed, or time is over. */
  synchronized void awaitBlocks(int file, int blocks, long millis) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    long left = millis;
    while (left > 0 && blocks(file) < blocks && streams.containsKey(file)) {
      wait(left);
      left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
    }
  }

  /** The DataNodes of a block's pipeline, or of the last block's; empty when there is none yet. */
  synchronized List<Integer> nodes(int file, int block) {
    List<List<Integer>> all = new ArrayList<>(pipelines.getOrDefault(file, Map.of()).values());
    return all.isEmpty() ? List.of() : all.get(Math.min(block, all.size() - 1));
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
