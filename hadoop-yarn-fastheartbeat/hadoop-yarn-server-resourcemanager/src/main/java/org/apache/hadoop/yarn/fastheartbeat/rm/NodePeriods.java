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
package org.apache.hadoop.yarn.fastheartbeat.rm;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.util.Timer;
import org.apache.hadoop.yarn.fastheartbeat.NodeHeartbeatConf;
import org.apache.hadoop.yarn.fastheartbeat.rm.NodeLoad.ClusterLoad;

/**
 * Chooses the time to each node's next heartbeat, when one arrives.
 * <p>
 * Short while something is going on that the next heartbeat can serve: the
 * node has room, requests wait, and they have come, or containers have finished
 * there, a short time ago. The period is half of that time. So what follows
 * waits at most half as long again as it took to come, and the heartbeats for
 * an event grow with the logarithm of time. While no requests wait, the one
 * heartbeat after containers have finished is soon, and those that come later
 * are offered the node at once; if they are not ({@link
 * NodeHeartbeatConf#OFFER_KEY}), periods are as if they waited, after
 * containers were allocated there, too. The configured interval is used while
 * requests wait long although there is room: they want another node, or their
 * queue is at its limit. A node that is looked at in vain again and again,
 * because nothing that waits fits there, gets there sooner, whatever else is
 * asked for. It is also used for a node without events. A full node
 * has nothing to offer until a container finishes, which it reports out of
 * band: the longest period, as for every node while events queue up in the
 * ResourceManager.
 * <p>
 * It also knows which heartbeats stock would have, too: one an interval, and
 * those that report finished containers. Periods are such that these come in
 * time.
 * <p>
 * Owned by the ResourceTrackerService. Thread-safe.
 */
@InterfaceAudience.Private
public final class NodePeriods {
  /**
   * Queued events with which every node gets the longest period. An event
   * takes tens of microseconds, so as many delay by about the shortest period.
   * Below, periods grow in proportion.
   */
  static final int LONG_QUEUE = 1_000;
  /** A node whose next heartbeat takes more periods than that may be dead. */
  private static final int LATE_PERIODS = 2;
  /** Half of the wait after a first look in vain, in milliseconds. */
  private static final long FIRST_BACK_OFF = 10;
  private static final int MAX_VAIN_LOOKS = 20;
  /** After this time without a look in vain, those before are forgotten. */
  private static final int VAIN_INTERVALS = 2;
  /** A node that has not been heard of for this time is forgotten. */
  private static final long FORGET_AFTER_MILLIS =
      TimeUnit.MINUTES.toMillis(60);

  private static final long SWEEP_MILLIS = TimeUnit.MINUTES.toMillis(1);

  private final NodeHeartbeatConf conf;
  private final Timer timer;
  private final Map<Object, Node> nodes = new ConcurrentHashMap<>();

  /** When nodes were forgotten last; that two do it at once is no harm. */
  private volatile long sweptAt;
  /** Guarded by this. */
  private int pendingContainers;
  /** When more containers were pending than before. Guarded by this. */
  private long lastDemand;

  public NodePeriods(NodeHeartbeatConf conf, Timer timer) {
    this.conf = conf;
    this.timer = timer;
    sweptAt = timer.monotonicNow();
    lastDemand = longAgo(sweptAt);
  }

  /**
   * @param id names the node
   * @param load what is known of it and of the cluster
   * @return milliseconds until its next heartbeat
   */
  public long next(Object id, NodeLoad load) {
    if (!conf.isAdaptive()) {
      return conf.getInterval();
    }
    long now = timer.monotonicNow();
    ClusterLoad cluster = load.getCluster();
    long demandAge = now - demandAt(now, cluster.getPendingContainers());
    Node node = node(id, now, load);
    boolean freed;
    long eventAge;
    long left;
    long backOff;
    synchronized (node) {
      freed = node.update(now, load, conf.isOfferedAtOnce());
      eventAge = now - node.lastEvent;
      if (freed || now >= node.dueInStock) {
        node.dueInStock = now + conf.getInterval();
        node.isHeartbeatOfStock = true;
      }
      left = node.dueInStock - now;
      backOff = node.backOff(now);
    }
    long shortest = shortest(cluster.getNodes());
    long period;
    if (load.hasRoom() || freed) {
      boolean requestsWait =
          load.hasRoom() && cluster.getPendingContainers() > 0;
      long age = requestsWait ? Math.min(eventAge, demandAge) : eventAge;
      // Requests that come later are offered the node without a heartbeat.
      boolean idle =
          !requestsWait && eventAge > 0 && conf.isOfferedAtOnce();
      period = idle ? conf.getInterval()
          : Math.max(shortest, Math.min(age / 2, conf.getInterval()));
      if (requestsWait) {
        period = Math.max(period, Math.min(backOff, conf.getInterval()));
      }
      // No later than in stock, and not twice within a shortest period.
      if (period > left - shortest) {
        period = Math.max(shortest, left);
      }
    } else {
      period = Math.max(shortest, left + conf.getMax() - conf.getInterval());
    }
    period = Math.max(period, leastUnderPressure(cluster));
    node.expectedBy = now + LATE_PERIODS * period;
    return period;
  }

  /**
   * @return whether the node's heartbeats come: the next one is not later than
   *     a period
   */
  public boolean isHeardOf(Object id) {
    Node node = nodes.get(id);
    return node != null && timer.monotonicNow() <= node.expectedBy;
  }

  /**
   * The scheduler is about to handle a node's heartbeat.
   *
   * @return whether stock would have it: it comes an interval after the last
   *     such one, or reports containers that have finished
   */
  public boolean takeHeartbeat(Object id) {
    Node node = nodes.get(id);
    if (node == null) {
      return true;
    }
    synchronized (node) {
      boolean ofStock = node.isHeartbeatOfStock;
      node.isHeartbeatOfStock = false;
      return ofStock;
    }
  }

  /**
   * A node is about to be offered without a heartbeat.
   *
   * @return whether stock would have had one by now, which this stands for
   */
  public boolean takeLateHeartbeat(Object id) {
    Node node = nodes.get(id);
    long now = timer.monotonicNow();
    if (node == null) {
      return false;
    }
    synchronized (node) {
      boolean late = now >= node.dueInStock;
      if (late) {
        node.dueInStock = now + conf.getInterval();
      }
      return late;
    }
  }

  /**
   * The scheduler has looked at a node with room while requests waited.
   *
   * @param placed whether it has placed a container there
   */
  public void looked(Object id, boolean placed) {
    Node node = nodes.get(id);
    if (node != null) {
      synchronized (node) {
        node.looked(timer.monotonicNow(), placed);
      }
    }
  }

  /**
   * @return whether the node may be offered again: at once, unless it was
   *     looked at in vain a short time ago
   */
  public boolean isWorthALook(Object id) {
    Node node = nodes.get(id);
    if (node == null) {
      return true;
    }
    long now = timer.monotonicNow();
    synchronized (node) {
      return now - node.lastVainLook
          >= Math.min(node.backOff(now), conf.getInterval());
    }
  }

  private synchronized long demandAt(long now, int pending) {
    if (pending > pendingContainers) {
      lastDemand = now;
    }
    pendingContainers = pending;
    return lastDemand;
  }

  private Node node(Object id, long now, NodeLoad load) {
    Node known = nodes.get(id);
    if (known != null) {
      return known;
    }
    // Only a node that is new makes them more; all may be new at once.
    if (now - sweptAt > SWEEP_MILLIS) {
      sweptAt = now;
      nodes.values().removeIf(
          node -> now - node.expectedBy > FORGET_AFTER_MILLIS);
    }
    return nodes.computeIfAbsent(id, any -> new Node(longAgo(now), load));
  }

  /** @return a time whose events no longer make a period short. */
  private long longAgo(long now) {
    return now - 2 * conf.getMax();
  }

  /** The shortest period with which this number of nodes keeps to the rate. */
  private long shortest(int nodeCount) {
    long forRate = 1_000L * nodeCount / conf.getRate();
    return Math.max(conf.getMin(), Math.min(forRate, conf.getInterval()));
  }

  private long leastUnderPressure(ClusterLoad cluster) {
    int queued = Math.min(cluster.getQueuedEvents(), LONG_QUEUE);
    return conf.getMax() * queued / LONG_QUEUE;
  }

  /** A node as of its last heartbeat. Guarded by itself but for expectedBy. */
  private final class Node {
    /** Volatile: the scheduler's thread reads it and must not wait. */
    private volatile long expectedBy;
    private long freeMemory;
    private Set<?> finishedContainers;
    private long lastEvent;
    /** When stock would have its next heartbeat. */
    private long dueInStock;
    /** Whether the scheduler has yet to handle one that stock would have. */
    private boolean isHeartbeatOfStock;
    /** Since something was placed or became free there. */
    private int vainLooks;
    private long lastVainLook;

    Node(long lastEvent, NodeLoad load) {
      this.lastEvent = lastEvent;
      expectedBy = lastEvent;
      dueInStock = lastEvent;
      lastVainLook = lastEvent;
      freeMemory = load.getFreeMemory();
      finishedContainers = load.getFinishedContainers();
    }

    /** @return whether containers have finished since the last heartbeat. */
    private boolean update(long now, NodeLoad load, boolean offeredAtOnce) {
      // A node reports what has finished until its application knows.
      boolean finished =
          !finishedContainers.containsAll(load.getFinishedContainers());
      if (finished || load.getFreeMemory() > freeMemory
          || load.getFreeMemory() < freeMemory && !offeredAtOnce) {
        lastEvent = now;
        vainLooks = 0;
      }
      finishedContainers = load.getFinishedContainers();
      freeMemory = load.getFreeMemory();
      return finished;
    }

    private void looked(long now, boolean placed) {
      if (placed || backOff(now) == 0) {
        vainLooks = 0;
      }
      if (!placed) {
        vainLooks = Math.min(vainLooks + 1, MAX_VAIN_LOOKS);
        lastVainLook = now;
      }
    }

    /** @return how long to wait after the last look in vain. */
    private long backOff(long now) {
      boolean forgotten =
          now - lastVainLook > VAIN_INTERVALS * conf.getInterval();
      return vainLooks == 0 || forgotten ? 0 : FIRST_BACK_OFF << vainLooks;
    }
  }
}
