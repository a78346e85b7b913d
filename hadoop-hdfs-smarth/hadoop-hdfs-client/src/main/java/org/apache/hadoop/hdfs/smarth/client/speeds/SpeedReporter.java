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

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.client.speeds.NameNodes.NameNode;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.apache.hadoop.util.Timer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the namenodes of a cluster periodically what the clients of this
 * process measured (paper, section III.B). Nobody waits for it: a thread of
 * its own does that, which exists only while there is something to tell. It
 * ends when too little was measured for some periods, or when the client that
 * measured last is closed. If a report is due then, it sends that first. One
 * per cluster and process.
 *
 * <p>The reports go through the client that measured last. Each tells of many
 * blocks, so that the namenodes have hardly more calls than in stock: what is
 * measured of fewer is told by the datanodes, in their heartbeats.
 *
 * <p>Thread-safe; the monitor guards all fields that are not final.
 */
@InterfaceAudience.Private
public final class SpeedReporter {
  private static final Logger LOG =
      LoggerFactory.getLogger(SpeedReporter.class);
  /** There is at most one report for this number of addBlocks. */
  static final int MIN_BLOCKS = 20;
  static final int MAX_IDLE_PERIODS = 5;

  private final String cluster;
  private final Timer timer;
  /** Used by the thread; there is at most one at a time. */
  private final ReportBacklog backlog;

  private SpeedSums fresh = new SpeedSums();
  /** Measured since the last report. */
  private int blocks;
  /** Of the client that measured last; null if none, or without a thread. */
  private NameNodes route;
  private long periodMillis;
  private boolean routeClosed;
  /** Null if there is nothing to tell. */
  private Thread thread;

  /**
   * @param cluster its name
   * @param timer for ages
   */
  public SpeedReporter(String cluster, Timer timer) {
    this.cluster = cluster;
    this.timer = timer;
    this.backlog = new ReportBacklog(timer);
  }

  /**
   * A block was measured; returns at once.
   *
   * @param datanode its first, by UUID
   * @param bytes of the block
   * @param nanos how long it took to the first datanode
   * @param via how the client that measured reaches the namenodes
   * @param period how often it tells them, in milliseconds
   */
  public synchronized void measured(String datanode, long bytes, long nanos,
      NameNodes via, long period) {
    fresh.add(datanode, bytes, nanos, timer.monotonicNow());
    blocks++;
    if (thread == null && blocks < MIN_BLOCKS) {
      return;
    }
    route = via;
    periodMillis = period;
    routeClosed = false;
    if (thread == null) {
      start();
    }
  }

  private void start() {
    thread = new Thread(new Session(), "SpeedReporter for " + cluster);
    thread.setDaemon(true);
    boolean started = false;
    try {
      thread.start();
      started = true;
    } finally {
      if (!started) {
        ended();
      }
    }
  }

  /**
   * A client closes; returns at once.
   *
   * @param via as in {@link #measured}
   */
  public synchronized void closed(NameNodes via) {
    if (via == route) {
      routeClosed = true;
      notifyAll();
    }
  }

  private synchronized void ended() {
    thread = null;
    route = null;
  }

  /** The life of one thread. */
  private final class Session implements Runnable {
    // All belong to the thread.
    private SpeedSums news;
    private NameNodes connected;
    private List<NameNode> namenodes = Collections.emptyList();

    @Override
    public void run() {
      boolean regular = false;
      try {
        while (awaitNews()) {
          backlog.report(namenodes, news);
        }
        regular = true;
      } catch (InterruptedException e) {
        LOG.debug("Interrupted while telling {} of speeds", cluster);
      } catch (RuntimeException e) {
        LOG.warn("Cannot tell {} of speeds", cluster, e);
      } finally {
        try {
          disconnect();
        } finally {
          if (!regular) {
            ended();
          }
        }
      }
    }

    /** @return false if there is none any more, and the thread ends. */
    private boolean awaitNews() throws InterruptedException {
      NameNodes next = null;
      synchronized (SpeedReporter.this) {
        int idle = 0;
        do {
          awaitPeriod();
          idle++;
        } while (blocks < MIN_BLOCKS && !routeClosed
            && idle < MAX_IDLE_PERIODS);
        if (blocks < MIN_BLOCKS) {
          // In the same step, so that the next measurements have a new thread.
          ended();
          return false;
        }
        news = fresh;
        fresh = new SpeedSums();
        blocks = 0;
        next = route;
      }
      if (next != connected) {
        disconnect();
        connected = next;
        namenodes = next.find();
      }
      return true;
    }

    private void disconnect() {
      for (NameNode namenode : namenodes) {
        try {
          namenode.close();
        } catch (RuntimeException e) {
          LOG.debug("Cannot disconnect from {}", namenode.getName(), e);
        }
      }
      namenodes = Collections.emptyList();
    }
  }

  /** Gives up the monitor meanwhile. */
  private synchronized void awaitPeriod() throws InterruptedException {
    long deadline =
        System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(periodMillis);
    for (long left = periodMillis; left > 0 && !routeClosed;
        left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())) {
      wait(left);
    }
  }

  /**
   * What each namenode has yet to be told, and when it may be asked again: one
   * that fails does not hold up the others, and learns what it missed later. Not
   * thread-safe; belongs to the SpeedReporter's thread.
   */
  static final class ReportBacklog {
    /**
     * A namenode may come back, or be upgraded to one that knows of speeds. Each
     * report that it refuses is a line in its log. Doubled with each failure in a
     * row.
     */
    static final long RETRY_MILLIS = 60_000;
    static final long MAX_RETRY_MILLIS = 64 * RETRY_MILLIS;

    private final Timer timer;
    private final Map<String, Listener> listeners = new HashMap<>();

    ReportBacklog(Timer timer) {
      this.timer = timer;
    }

    /**
     * Tells all namenodes, as far as they listen.
     *
     * @param namenodes all of the cluster; others are forgotten
     * @param fresh what was measured since the last call
     */
    void report(Collection<NameNode> namenodes, SpeedSums fresh) {
      listeners.keySet().retainAll(namenodes.stream().map(NameNode::getName)
          .collect(Collectors.toSet()));
      for (NameNode namenode : namenodes) {
        Listener listener = listeners.computeIfAbsent(namenode.getName(),
            name -> new Listener());
        listener.unreported.addAll(fresh);
        report(namenode, listener);
      }
    }

    private void report(NameNode namenode, Listener listener) {
      long now = timer.monotonicNow();
      List<Speed> speeds = listener.unreported.speeds(now);
      if (speeds.isEmpty()
          || listener.pauseMillis > now - listener.failedAt) {
        return;
      }
      try {
        namenode.report(speeds);
        listener.pauseMillis = 0;
        listener.unreported.clear();
        LOG.debug("Told {} of {}", namenode.getName(), speeds);
      } catch (IOException e) {
        listener.failedAt = timer.monotonicNow();
        listener.pauseMillis = Math.min(MAX_RETRY_MILLIS,
            Math.max(RETRY_MILLIS, 2 * listener.pauseMillis));
        LOG.debug("Cannot tell {} of speeds; again after {} ms",
            namenode.getName(), listener.pauseMillis, e);
      }
    }

    /** What one namenode has yet to be told. */
    private static final class Listener {
      private final SpeedSums unreported = new SpeedSums();
      private long failedAt;
      /** Since then; 0 if it listens. */
      private long pauseMillis;
    }
  }

  /**
   * What was measured since the last report: bytes and time of each datanode's
   * blocks. Of too many datanodes the one that was measured longest ago is
   * dropped. Not thread-safe.
   */
  static final class SpeedSums {
    /** As many as a client uses within minutes; about 30 kB in a message. */
    static final int LIMIT = 500;

    /** From the one measured longest ago to the newest. */
    private final Map<String, Sum> sums = new LinkedHashMap<>();

    /**
     * @param datanode its UUID
     * @param bytes of a block
     * @param nanos how long the block took
     * @param now in milliseconds of a monotonic clock
     */
    void add(String datanode, long bytes, long nanos, long now) {
      merge(datanode, new Sum(bytes, nanos, now));
    }

    /** Adds what another one holds, which is newer. */
    void addAll(SpeedSums newer) {
      newer.sums.forEach(this::merge);
    }

    private void merge(String datanode, Sum sum) {
      Sum before = sums.remove(datanode);
      sums.put(datanode, before == null ? sum : before.plus(sum));
      if (sums.size() > LIMIT) {
        Iterator<String> oldest = sums.keySet().iterator();
        oldest.next();
        oldest.remove();
      }
    }

    void clear() {
      sums.clear();
    }

    /**
     * @param now in milliseconds of the same clock
     * @return the mean rate of each datanode
     */
    List<Speed> speeds(long now) {
      List<Speed> speeds = new ArrayList<>(sums.size());
      for (Map.Entry<String, Sum> sum : sums.entrySet()) {
        long rate =
            Speed.bytesPerSecond(sum.getValue().bytes, sum.getValue().nanos);
        long age = Math.max(0, now - sum.getValue().measuredAt);
        if (Speed.isPlausible(sum.getKey(), rate, age)) {
          speeds.add(new Speed(sum.getKey(), rate, age));
        }
      }
      return speeds;
    }

    /** Of the blocks of one datanode. Immutable. */
    private static final class Sum {
      private final long bytes;
      private final long nanos;
      /** The last of them. */
      private final long measuredAt;

      private Sum(long bytes, long nanos, long measuredAt) {
        this.bytes = bytes;
        this.nanos = nanos;
        this.measuredAt = measuredAt;
      }

      private Sum plus(Sum newer) {
        return new Sum(bytes + newer.bytes, nanos + newer.nanos,
            newer.measuredAt);
      }
    }
  }
}
