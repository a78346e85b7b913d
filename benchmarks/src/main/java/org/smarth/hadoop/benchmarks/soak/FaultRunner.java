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

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.smarth.hadoop.benchmarks.harness.Failure;

/**
 * Lets the faults of a schedule happen when the writers get there, and undoes them. Writers call
 * in; everything slow happens in threads of its own. Never more than two DataNodes are down or
 * without a volume.
 */
final class FaultRunner implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FaultRunner.class);
  private static final int MAX_DOWN = 2;
  private static final int THREADS = 8;
  private static final long HOLD_SECONDS = 5;
  private static final long FINISH_SECONDS = 120;
  /** How long a fault waits for the successor of a block; stock has none while it is stalled. */
  private static final Duration SUCCESSOR_LIMIT = Duration.ofMillis(1500);
  /** What a stalled pipeline gets, in which the blocks after it begin. */
  private static final Duration STALLED = Duration.ofMillis(300);

  private final SoakCluster cluster;
  private final Schedule schedule;
  private final PipelineWatch watch;
  private final CorruptPacket client;
  /** Of each file's writer. */
  private final List<WriterGate> gates;
  private final long start = System.nanoTime();
  private final Set<Fault> armed = ConcurrentHashMap.newKeySet();
  private final List<String> happened = new CopyOnWriteArrayList<>();
  private final List<Future<?>> running = new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService pool = Executors.newScheduledThreadPool(THREADS);
  /** Held while the NameNode restarts. */
  private final Object nameNode = new Object();
  /** DataNodes that are down or without a volume, or about to be. Guarded by this. */
  private final List<Integer> down = new ArrayList<>();

  FaultRunner(SoakCluster cluster, Schedule schedule, PipelineWatch watch, CorruptPacket client) {
    this.cluster = cluster;
    this.schedule = schedule;
    this.watch = watch;
    this.client = client;
    this.gates = schedule.files().stream().map(f -> new WriterGate()).toList();
    armed.addAll(schedule.faults());
  }

  /** What happened, with the milliseconds since the start. */
  List<String> happened() {
    return List.copyOf(happened);
  }

  private void note(String what) {
    happened.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) + " ms: " + what);
  }

  // The writers' side.

  /** Through which a writer calls its stream. */
  WriterGate gate(int file) {
    return gates.get(file);
  }

  void written(int file, int bytes) throws IOException, InterruptedException {
    for (Fault fault : schedule.faults()) {
      if (fault.file() == file && fault.moment() != Fault.Moment.CLOSING
          && bytes >= fault.offset() && armed.remove(fault)) {
        trigger(fault);
      }
    }
  }

  void closing(int file) throws IOException, InterruptedException {
    for (Fault fault : schedule.faults()) {
      if (fault.file() == file && armed.remove(fault)) {
        trigger(fault);
      }
    }
  }

  /** The writer is done: what it did not get to does not happen. */
  void ended(int file) {
    armed.removeIf(f -> f.file() == file);
  }

  private void trigger(Fault fault) throws IOException, InterruptedException {
    SoakCluster.Stall stall = fault.stalled() ? cluster.stall(stalledNode(fault)) : null;
    CountDownLatch done = new CountDownLatch(1);
    running.add(pool.submit(() -> {
      try {
        awaitMoment(fault);
        happen(fault);
      } finally {
        done.countDown();
        if (stall != null) {
          stall.close();
        }
      }
      return null;
    }));
    if (fault.holdsWriter() && !done.await(HOLD_SECONDS, TimeUnit.SECONDS)) {
      note(fault.kind() + " takes longer than the writer waits");
    }
  }

  // The faults' side.

  private void awaitMoment(Fault fault) throws InterruptedException {
    if (fault.moment() == Fault.Moment.FIRST_NODE_FINISHED) {
      watch.awaitBlocks(fault.file(), fault.block() + 2, SUCCESSOR_LIMIT.toMillis());
    } else if (fault.stalled()) {
      watch.awaitBlocks(fault.file(), watch.blocks(fault.file()) + 2, STALLED.toMillis());
    }
  }

  private void happen(Fault fault) throws IOException, InterruptedException {
    switch (fault.kind()) {
    case STOP, UPGRADE, REMOVE_VOLUME -> takeDown(fault);
    case STALL -> stall(fault);
    case BREAK_MIRROR -> cluster.failMirror(false);
    case REFUSE_MIRROR -> cluster.failMirror(true);
    case REFUSE_THREAD -> cluster.refuseThread();
    case CORRUPT_PACKET -> client.arm();
    case INTERRUPT -> interrupt(fault);
    default -> restartNameNode();
    }
  }

  /** Once at a time, though two faults may want it. */
  private void restartNameNode() throws IOException, InterruptedException {
    synchronized (nameNode) {
      note("NameNode restarts");
      cluster.restartNameNode();
      note("NameNode is back");
    }
  }

  private void interrupt(Fault fault) {
    later(fault.millis(), () -> {
      note("interrupts the writer of file " + fault.file());
      gates.get(fault.file()).interrupt();
    });
  }

  private void stall(Fault fault) throws IOException {
    SoakCluster.Stall stall = cluster.stall(stalledNode(fault));
    note("stalled " + stalledNode(fault));
    later(fault.millis(), () -> {
      stall.close();
      note("stall ends");
    });
  }

  /** A downstream DataNode, but not the one that the fault is for. */
  private int stalledNode(Fault fault) {
    List<Integer> nodes = watch.nodes(fault.file(), fault.block());
    return nodes.size() < 2 ? 1 + fault.position() : nodes.get(fault.position() == 1
        ? nodes.size() - 1 : 1);
  }

  private void takeDown(Fault fault) throws IOException, InterruptedException {
    List<Integer> nodes = watch.nodes(fault.file(), fault.block());
    int node = nodes.isEmpty() ? 1 + Math.floorMod(schedule.seed(), SoakSettings.DATA_NODES)
        : nodes.get(Math.min(fault.position(), nodes.size() - 1));
    if (!claim(node)) {
      note(fault.kind() + " of DataNode " + node + " left out: it, or two others, are down");
      return;
    }
    note(fault.kind() + " of DataNode " + node + ", pipeline " + nodes);
    switch (fault.kind()) {
    case STOP -> cluster.stopDataNode(node);
    case UPGRADE -> cluster.shutDownForUpgrade(node);
    default -> cluster.removeVolume(node, fault.offset() % SoakSettings.VOLUMES);
    }
    note("DataNode " + node + " is down, or without a volume");
    later(fault.millis(), () -> bringBack(node, fault.kind()));
  }

  private synchronized boolean claim(int node) {
    return down.size() < MAX_DOWN && !down.contains(node) && down.add(node);
  }

  private void bringBack(int node, Fault.Kind from) throws IOException, InterruptedException {
    if (from == Fault.Kind.REMOVE_VOLUME) {
      cluster.replaceVolume(node);
    } else {
      cluster.startDataNode(node);
    }
    note("DataNode " + node + " is back");
    synchronized (this) {
      down.remove((Integer) node);
    }
  }

  /** What can fail as everything about a cluster can. */
  private interface Action {
    void run() throws IOException, InterruptedException;
  }

  private void later(int millis, Action action) {
    ScheduledFuture<?> future = pool.schedule(() -> {
      action.run();
      return null;
    }, millis, TimeUnit.MILLISECONDS);
    running.add(future);
  }

  /** Waits until all faults have happened and are undone. Called once the writers are done. */
  void finish() throws InterruptedException {
    armed.clear();
    for (int i = 0; i < running.size(); i++) {
      try {
        running.get(i).get(FINISH_SECONDS, TimeUnit.SECONDS);
      } catch (ExecutionException e) {
        throw new Failure("a fault could not happen or be undone: " + e.getCause(), e.getCause());
      } catch (TimeoutException e) {
        LOG.error("a fault does not end; all threads:\n{}", LeakCheck.allThreads());
        throw new Failure("a fault does not end", e);
      }
    }
    cluster.clearFaults();
    client.clear();
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
