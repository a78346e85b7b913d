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

import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.client.speeds.NameNodes.NameNode;
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
}
