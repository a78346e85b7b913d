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
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.apache.hadoop.hdfs.smarth.client.speeds.NameNodes.NameNode;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.apache.hadoop.util.Timer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What each namenode has yet to be told, and when it may be asked again: one
 * that fails does not hold up the others, and learns what it missed later. Not
 * thread-safe; belongs to the SpeedReporter's thread.
 */
final class ReportBacklog {
  private static final Logger LOG =
      LoggerFactory.getLogger(ReportBacklog.class);
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
