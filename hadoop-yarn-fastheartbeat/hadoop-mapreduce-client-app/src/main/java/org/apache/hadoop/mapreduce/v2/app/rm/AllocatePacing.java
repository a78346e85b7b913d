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
package org.apache.hadoop.mapreduce.v2.app.rm;

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.util.Timer;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.fastheartbeat.AllocateHeartbeatConf;
import org.apache.hadoop.yarn.fastheartbeat.AllocateMetrics;
import org.apache.hadoop.yarn.fastheartbeat.AllocatePacer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When a MapReduce application master sends its heartbeats. Owned by its
 * RMCommunicator; until that is initialized nothing is due, and nothing is
 * waited for. Thread-safe.
 */
@InterfaceAudience.Private
final class AllocatePacing {
  private static final Logger LOG =
      LoggerFactory.getLogger(AllocatePacing.class);

  private volatile AllocatePacer pacer;
  private volatile AllocateMetrics metrics;
  /** Of the heartbeat under way; set and read by the thread that sends it. */
  private volatile boolean broughtNews;
  /** As broughtNews. */
  private volatile int outstanding;

  /**
   * @throws HadoopIllegalArgumentException naming the key, its value and its
   *     range if a value is wrong
   */
  void init(Configuration conf) {
    AllocateHeartbeatConf read = new AllocateHeartbeatConf(conf);
    read.getWarnings().forEach(LOG::warn);
    pacer = new AllocatePacer(read, new Timer());
    metrics = AllocateMetrics.get();
  }

  /** A heartbeat is due as soon as it may be. */
  void somethingToSay() {
    AllocatePacer initialized = pacer;
    if (initialized != null) {
      initialized.somethingToSay();
    }
  }

  /** Waits until a heartbeat is due. */
  void awaitTurn() throws InterruptedException {
    broughtNews = false;
    outstanding = 0;
    if (pacer != null) {
      pacer.awaitTurn();
    }
  }

  /** The ResourceManager has answered the heartbeat. */
  void answered(AllocateResponse response) {
    broughtNews = !response.getAllocatedContainers().isEmpty()
        || !response.getCompletedContainersStatuses().isEmpty();
    if (metrics != null) {
      metrics.callAnswered(broughtNews);
    }
  }

  /** @param containers that were asked for and have yet to come */
  void setOutstanding(int containers) {
    outstanding = containers;
  }

  /** Nothing was wrong with the heartbeat. */
  void heartbeatSucceeded() {
    if (pacer != null) {
      pacer.callSucceeded(broughtNews, outstanding);
    }
  }

  /** @param requestedAt when, by the system's clock, in milliseconds */
  void containerAssigned(long requestedAt) {
    if (metrics != null) {
      metrics.containerArrived(Math.max(0, Time.now() - requestedAt));
    }
  }

  /** @return as {@link AllocatePacer#nextRetryDelay}, in milliseconds. */
  long nextRetryDelay() {
    return pacer == null ? 0 : pacer.nextRetryDelay();
  }
}
