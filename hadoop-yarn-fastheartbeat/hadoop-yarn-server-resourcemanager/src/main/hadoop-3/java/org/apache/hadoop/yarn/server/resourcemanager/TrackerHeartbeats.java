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
package org.apache.hadoop.yarn.server.resourcemanager;

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.fastheartbeat.NodeHeartbeatConf;
import org.apache.hadoop.yarn.server.api.records.NodeStatus;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Each node's period, by us or by stock. Stock of this Hadoop may scale periods
 * by nodes' load itself: then ours do not count, so that there are never both.
 * Its keys can be reloaded, and so are ours. Owned by the
 * ResourceTrackerService. Thread-safe.
 */
final class TrackerHeartbeats {
  private static final Logger LOG =
      LoggerFactory.getLogger(TrackerHeartbeats.class);

  private volatile Choice choice;
  /** Null before the start. Used by who configures, one at a time. */
  private Configuration start;

  /** Who chooses, from one configuration to the next. Immutable. */
  private static final class Choice {
    private final NodeHeartbeats heartbeats;
    private final boolean byStock;

    Choice(NodeHeartbeats heartbeats, boolean byStock) {
      this.heartbeats = heartbeats;
      this.byStock = byStock;
    }
  }

  /**
   * Stock has read its keys, at the start or again. What is wrong with ours
   * fails the start, and later leaves periods to stock.
   *
   * @param interval that stock uses
   * @param scaling whether stock chooses periods itself
   * @throws HadoopIllegalArgumentException naming the key, its value and its
   *     range if a value is wrong at the start
   */
  void configure(RMContext context, Configuration conf, long interval,
      boolean scaling) {
    try {
      choice = new Choice(new NodeHeartbeats(context,
          read(context.getScheduler(), withStart(conf), interval, scaling)),
          scaling);
      if (start == null) {
        start = new Configuration(conf);
      }
    } catch (HadoopIllegalArgumentException e) {
      if (choice == null) {
        throw e;
      }
      LOG.warn("NodeManagers send heartbeats as in stock: {}", e.getMessage());
      choice = new Choice(new NodeHeartbeats(context, off()), true);
    }
  }

  /** Stock loads yarn-site.xml alone again; other sources had keys, too. */
  private Configuration withStart(Configuration conf) {
    if (start == null) {
      return conf;
    }
    Configuration both = new Configuration(start);
    conf.forEach(entry -> both.set(entry.getKey(), entry.getValue()));
    return both;
  }

  private static Configuration read(ResourceScheduler scheduler,
      Configuration conf, long interval, boolean scaling) {
    Configuration read = new Configuration(conf);
    read.setLong(NodeHeartbeatConf.INTERVAL_KEY, interval);
    if (scaling) {
      LOG.info("Stock scales heartbeat intervals: they are not adaptive");
      read.setBoolean(NodeHeartbeatConf.ADAPTIVE_KEY, false);
    }
    long longest = longest(scheduler, interval);
    if (new NodeHeartbeatConf(read).getMax() > longest) {
      LOG.warn("{} = {} counts as {}: the scheduler leaves out nodes that are "
          + "silent", NodeHeartbeatConf.MAX_KEY,
          read.get(NodeHeartbeatConf.MAX_KEY), longest);
      read.setLong(NodeHeartbeatConf.MAX_KEY, longest);
    }
    return read;
  }

  private static Configuration off() {
    Configuration off = new Configuration(false);
    off.setBoolean(NodeHeartbeatConf.ADAPTIVE_KEY, false);
    return off;
  }

  /**
   * @return the longest period with which a node may be as late as in stock
   *     before the scheduler looks at it no more
   */
  private static long longest(ResourceScheduler scheduler, long interval) {
    if (!(scheduler instanceof CapacityScheduler)) {
      return Long.MAX_VALUE;
    }
    CapacityScheduler capacity = (CapacityScheduler) scheduler;
    boolean leavesOut = NodeHeartbeats.looksByItself(capacity)
        || capacity.isMultiNodePlacementEnabled();
    return leavesOut
        ? Math.max(interval, capacity.getSkipNodeInterval() - interval)
        : Long.MAX_VALUE;
  }

  /**
   * @param status what a node's heartbeat says
   * @param inStock milliseconds until its next one, as stock has it
   * @return the same, as it is to be
   */
  long nextPeriod(NodeStatus status, long inStock) {
    Choice current = choice;
    // Asked in any case, which counts the heartbeat.
    long period = current.heartbeats.nextPeriod(status);
    return current.byStock ? inStock : period;
  }

  /** For tests, which have their own time. */
  void use(NodeHeartbeats heartbeats) {
    choice = new Choice(heartbeats, false);
  }
}
