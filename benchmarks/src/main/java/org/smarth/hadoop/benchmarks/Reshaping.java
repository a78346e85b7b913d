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

package org.smarth.hadoop.benchmarks;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.apache.commons.lang3.concurrent.BasicThreadFactory;

import org.smarth.hadoop.benchmarks.harness.BlockStart;
import org.smarth.hadoop.benchmarks.harness.Failure;
import org.smarth.hadoop.benchmarks.harness.Listener;
import org.smarth.hadoop.benchmarks.harness.Rate;
import org.smarth.hadoop.benchmarks.harness.RunningCluster;

/**
 * Slows DataNodes' NICs some time after an upload began, and restores them later. Hears the client,
 * to know when that is; a thread of its own does the rest, and ends with {@link #close}.
 */
final class Reshaping extends Listener.Forwarding implements AutoCloseable {
  private static final String UPLOADING = "uploading";
  private static final long END_SECONDS = 30;

  private final RunningCluster cluster;
  private final Work.Limp work;
  private final ScheduledExecutorService timer;
  /** Guarded by this, as all that follow. */
  private Set<Integer> nodes = Set.of();
  private long slowMillis;
  private long recoveredMillis;
  private Exception failure;

  /** @param next hears what this one hears */
  Reshaping(RunningCluster cluster, Work.Limp work, Listener next) {
    super(next);
    this.cluster = cluster;
    this.work = work;
    timer = Executors.newSingleThreadScheduledExecutor(
        new BasicThreadFactory.Builder().namingPattern("reshaping").daemon(true).build());
  }

  @Override
  public void stage(String name) {
    if (name.equals(UPLOADING)) {
      long now = System.currentTimeMillis();
      timer.schedule(() -> slow(now), millis(work.from()), TimeUnit.MILLISECONDS);
      timer.schedule(this::restore, millis(work.to()), TimeUnit.MILLISECONDS);
    }
    super.stage(name);
  }

  private static long millis(double seconds) {
    return Math.round(seconds * 1000);
  }

  /** What may fail in the timer's thread, where nobody would see it. */
  @FunctionalInterface
  private interface Step {
    void take() throws IOException, InterruptedException;
  }

  private void slow(long uploadMillis) {
    attempt(() -> {
      Set<Integer> chosen = mostOftenFirst(cluster.blockStarts(uploadMillis,
          (System.currentTimeMillis() - uploadMillis) / 1e3), work.nodes());
      setNics(chosen, work.rate());
      synchronized (this) {
        nodes = chosen;
        slowMillis = System.currentTimeMillis();
      }
    });
  }

  private void restore() {
    attempt(() -> {
      setNics(nodes(), null);
      synchronized (this) {
        recoveredMillis = System.currentTimeMillis();
      }
    });
  }

  /** @param rate null for each node's own */
  private void setNics(Set<Integer> which, Rate rate) throws IOException, InterruptedException {
    for (int node : which) {
      cluster.setNic(node, rate == null ? cluster.spec().links().nic(node) : rate);
    }
  }

  private void attempt(Step step) {
    try {
      step.take();
    } catch (IOException | InterruptedException | RuntimeException e) {
      synchronized (this) {
        failure = e;
      }
    }
  }

  /** The given number of nodes at which most blocks began; of equals those with lower numbers. */
  static Set<Integer> mostOftenFirst(List<BlockStart> starts, int count) {
    Map<Integer, Long> times = starts.stream()
        .collect(Collectors.groupingBy(BlockStart::firstNode, Collectors.counting()));
    return times.entrySet().stream()
        .sorted(Map.Entry.<Integer, Long>comparingByValue(Comparator.reverseOrder())
            .thenComparing(Map.Entry.comparingByKey()))
        .limit(count).map(Map.Entry::getKey).collect(Collectors.toCollection(TreeSet::new));
  }

  /** @throws Failure when a NIC was not changed as it should, or the upload was over before */
  synchronized void check() {
    if (failure != null) {
      throw new Failure("could not change a NIC's rate: " + failure.getMessage(), failure);
    }
    if (recoveredMillis == 0) {
      throw new Failure("the upload ended before " + work.to() + " s, when the nodes should have "
          + "recovered; give a larger --size");
    }
  }

  /** Those that were slow. */
  synchronized Set<Integer> nodes() {
    return nodes;
  }

  /** In seconds since the upload began. */
  synchronized double slowAt(long startMillis) {
    return (slowMillis - startMillis) / 1e3;
  }

  /** In seconds since the upload began. */
  synchronized double recoveredAt(long startMillis) {
    return (recoveredMillis - startMillis) / 1e3;
  }

  @Override
  public void close() {
    timer.shutdownNow();
    try {
      timer.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
