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
package org.apache.hadoop.yarn.fastheartbeat.client;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.util.Timer;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.UpdateContainerRequest;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.apache.hadoop.yarn.client.api.async.AMRMClientAsync;
import org.apache.hadoop.yarn.client.api.async.AMRMClientAsync.AbstractCallbackHandler;
import org.apache.hadoop.yarn.client.api.impl.AMRMClientImpl;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.fastheartbeat.AllocateHeartbeatConf;
import org.apache.hadoop.yarn.fastheartbeat.AllocatePacer;

/**
 * Takes the place of the AMRMClient below an {@link AMRMClientAsync}, and
 * makes its heartbeats event-driven: an allocate call as soon as containers
 * are asked for, released or to be changed, and then, while containers are
 * waited for, at growing gaps; else at the interval. An application changes
 * the line that creates its client:
 * <pre>
 * AMRMClientAsync&lt;ContainerRequest&gt; client =
 *     EventDrivenAMRMClient.createAsync(20, 1000, handler);
 * </pre>
 * It needs no drop-in jar, in the application or in the cluster.
 * <p>
 * Stock's thread, which calls {@link #allocate} again and again, is given the
 * minimum gap as its interval; calls that are not due are not made, and
 * answered with null, which that thread takes for no answer. Thread-safe as
 * its superclass.
 *
 * @param <T> the requests of the application
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class EventDrivenAMRMClient<T extends ContainerRequest>
    extends AMRMClientImpl<T> {
  private final AllocatePacer pacer;
  /**
   * Asked for and not yet received; at least 0. A request that is removed
   * stays counted: applications remove those that were served, too, and one
   * too many costs a few calls, one too few a late container.
   */
  private final AtomicInteger outstanding = new AtomicInteger();
  /** Used by the thread that makes the calls. */
  private boolean calling;

  EventDrivenAMRMClient(AllocateHeartbeatConf conf) {
    pacer = new AllocatePacer(conf, new Timer());
  }

  /**
   * @param minGapMs the least time between calls, 1 to intervalMs; 20 is
   *     plenty
   * @param intervalMs the time between calls while there is nothing to say
   *     and nothing to wait for, at least 1, less than the cluster's
   *     yarn.am.liveness-monitor.expiry-interval-ms
   * @param handler what it calls back
   * @param <T> the requests of the application
   * @return a client to be initialized and started; its setHeartbeatInterval
   *     is not to be used
   * @throws HadoopIllegalArgumentException if a time is out of range
   */
  public static <T extends ContainerRequest> AMRMClientAsync<T> createAsync(
      int minGapMs, int intervalMs, AbstractCallbackHandler handler) {
    return AMRMClientAsync.createAMRMClientAsync(
        new EventDrivenAMRMClient<T>(
            AllocateHeartbeatConf.eventDriven(minGapMs, intervalMs)),
        minGapMs, handler);
  }

  @Override
  public void addContainerRequest(T request) {
    super.addContainerRequest(request);
    outstanding.incrementAndGet();
    pacer.somethingToSay();
  }

  @Override
  public void releaseAssignedContainer(ContainerId containerId) {
    super.releaseAssignedContainer(containerId);
    pacer.somethingToSay();
  }

  @Override
  public void requestContainerUpdate(Container container,
      UpdateContainerRequest request) {
    super.requestContainerUpdate(container, request);
    pacer.somethingToSay();
  }

  /** @return null if no call was due. */
  @Override
  public AllocateResponse allocate(float progress)
      throws YarnException, IOException {
    if (calling) {
      // The superclass repeats the call after it has registered again.
      return super.allocate(progress);
    }
    if (!pacer.tryTurn()) {
      return null;
    }
    calling = true;
    try {
      AllocateResponse response = super.allocate(progress);
      int arrived = response.getAllocatedContainers().size();
      boolean hasNews = arrived > 0
          || !response.getCompletedContainersStatuses().isEmpty();
      pacer.callSucceeded(hasNews, outstanding.updateAndGet(
          before -> Math.max(0, before - arrived)));
      return response;
    } finally {
      calling = false;
    }
  }
}
