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
package org.smarth.hadoop.heartbeat.measure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * Sends heartbeats as fast as they are answered and measures what each costs:
 * processor time of the daemon's threads (not of those that send), and bytes
 * as the daemon's RPC server counts them. Time that threads wait for each
 * other's locks is not seen.
 */
public final class CostMeter {
  /** The daemon finds the next heartbeat waiting, as at its knee. */
  private static final int MAX_THREADS = 16;
  /** Of the time to measure, with one heartbeat at a time. */
  private static final double ALONE = 0.2;

  private final double warmUpSeconds;
  private final double seconds;
  private final int cores;

  /**
   * @param warmUpSeconds to send before measuring, for the JIT compiler
   * @param seconds to measure
   * @param cores of the daemon, which it has to itself while it is measured if
   *     there are others for what sends to it
   */
  public CostMeter(double warmUpSeconds, double seconds, int cores) {
    this.warmUpSeconds = warmUpSeconds;
    this.seconds = seconds;
    this.cores = cores;
  }

  /** @return whether a daemon has its cores to itself. */
  public static boolean isApart(int cores) throws IOException {
    return SeparateCores.arePossible(cores);
  }

  /** @throws IOException if a heartbeat fails */
  public MeasuredCost measure(Beats beats)
      throws IOException, InterruptedException {
    send(beats, warmUpSeconds, MAX_THREADS);
    if (!isApart(cores)) {
      return measureWarm(beats);
    }
    SeparateCores apart = new SeparateCores(cores);
    try {
      return measureWarm(beats);
    } finally {
      apart.end();
    }
  }

  private MeasuredCost measureWarm(Beats beats)
      throws IOException, InterruptedException {
    ThreadTimes before = ThreadTimes.now();
    double bytes = rpcBytes(beats);
    long start = System.nanoTime();
    long sent = send(beats, seconds, MAX_THREADS);
    double elapsed = (System.nanoTime() - start) / 1e9;
    bytes = rpcBytes(beats) - bytes;
    ThreadTimes after = ThreadTimes.now();
    // Last: it has to load and compile nothing.
    double answerSeconds = answerSeconds(beats, seconds * ALONE);
    return new MeasuredCost(sent, elapsed, bytes, answerSeconds, before,
        after);
  }

  /** The mean, with one heartbeat at a time. */
  private static double answerSeconds(Beats beats, double seconds)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    long sent = send(beats, seconds, 1);
    return (System.nanoTime() - start) / 1e9 / sent;
  }

  /** @return how many were sent. */
  private static long send(Beats beats, double seconds, int maxThreads)
      throws IOException, InterruptedException {
    int threads = Math.min(maxThreads, beats.senders());
    AtomicInteger number = new AtomicInteger();
    ExecutorService senders = Executors.newFixedThreadPool(threads, work -> {
      Thread thread = new Thread(work,
          ThreadTimes.SENDER + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    });
    try {
      long end = System.nanoTime() + (long) (seconds * 1e9);
      List<Future<Long>> sent = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int first = i;
        sent.add(
            senders.submit(() -> sendFrom(beats, first, threads, end)));
      }
      long total = 0;
      for (Future<Long> some : sent) {
        total += some.get();
      }
      return total;
    } catch (ExecutionException e) {
      throw new IOException("a heartbeat failed: " + e.getCause(), e);
    } finally {
      senders.shutdownNow();
      senders.awaitTermination(10, TimeUnit.SECONDS);
    }
  }

  /** Each thread has senders of its own. */
  private static long sendFrom(Beats beats, int first, int threads, long end)
      throws Exception {
    long sent = 0;
    while (true) {
      for (int sender = first; sender < beats.senders(); sender += threads) {
        if (System.nanoTime() - end >= 0) {
          return sent;
        }
        beats.beat(sender);
        sent++;
      }
    }
  }

  private static double rpcBytes(Beats beats) {
    MetricsSource rpc = DefaultMetricsSystem.instance()
        .getSource("RpcActivityForPort" + beats.server().getPort());
    MetricsCollectorImpl metrics = new MetricsCollectorImpl();
    rpc.getMetrics(metrics, true);
    double bytes = 0;
    MetricsRecord record = metrics.getRecords().get(0);
    for (AbstractMetric metric : record.metrics()) {
      if (metric.name().equals("ReceivedBytes")
          || metric.name().equals("SentBytes")) {
        bytes += metric.value().doubleValue();
      }
    }
    return bytes;
  }
}
