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

import java.io.Closeable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.UpdatedContainer;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.apache.hadoop.yarn.client.api.async.AMRMClientAsync;
import org.apache.hadoop.yarn.client.api.async.AMRMClientAsync.AbstractCallbackHandler;
import org.apache.hadoop.yarn.fastheartbeat.AllocateHeartbeatConf;
import org.apache.hadoop.yarn.util.Records;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Stock's asynchronous client above ours, above a ResourceManager's stub. */
public class EventDrivenAMRMClientTest {
  private static final Resource CONTAINER = Resource.newInstance(512, 1);
  private static final ApplicationAttemptId ATTEMPT =
      ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1);
  private static final long IN_TIME = 30;

  private final Stub stub = new Stub();
  private final Handler handler = new Handler();
  private AMRMClientAsync<ContainerRequest> client;

  @Before
  public void start() throws Exception {
    EventDrivenAMRMClient<ContainerRequest> paced =
        new EventDrivenAMRMClient<ContainerRequest>(
            AllocateHeartbeatConf.eventDriven(20, 50_000)) {
          @Override
          protected void serviceInit(Configuration conf) throws Exception {
            super.serviceInit(conf);
            rmClient = stub;
          }
        };
    client = AMRMClientAsync.createAMRMClientAsync(paced, 20, handler);
    client.init(new Configuration());
    client.start();
    client.registerApplicationMaster("localhost", 0, "");
  }

  @After
  public void stop() {
    client.stop();
  }

  private static ContainerRequest request() {
    return new ContainerRequest(CONTAINER, null, null,
        Priority.newInstance(1));
  }

  private AllocateRequest awaitCall() throws InterruptedException {
    AllocateRequest call = stub.calls.poll(IN_TIME, TimeUnit.SECONDS);
    assertThat(call).isNotNull();
    return call;
  }

  @Test(timeout = 60_000)
  public void aRequestIsSentAtOnceAndItsContainerIsCollected()
      throws Exception {
    client.addContainerRequest(request());
    assertThat(awaitCall().getAskList()).isNotEmpty();
    // Nothing is said, but an answer is waited for.
    assertThat(awaitCall().getAskList()).isEmpty();
    stub.give(1);
    assertThat(handler.allocated.poll(IN_TIME, TimeUnit.SECONDS))
        .isNotNull();
  }

  @Test(timeout = 60_000)
  public void aReleaseIsSentAtOnce() throws Exception {
    client.addContainerRequest(request());
    stub.give(1);
    Container container = handler.allocated.poll(IN_TIME, TimeUnit.SECONDS);
    assertThat(container).isNotNull();
    stub.calls.clear();
    client.releaseAssignedContainer(container.getId());
    assertThat(awaitCall().getReleaseList())
        .containsExactly(container.getId());
  }

  @Test(timeout = 60_000)
  public void timesOutOfRangeAreRefused() {
    assertThatThrownBy(
        () -> EventDrivenAMRMClient.createAsync(0, 1_000, handler))
        .isInstanceOf(HadoopIllegalArgumentException.class)
        .hasMessage("minGap = 0: must be 1 to 1000 ms");
    assertThat(EventDrivenAMRMClient.createAsync(20, 1_000, handler))
        .isNotNull();
  }

  /** Remembers calls, and gives containers when it is told to. */
  private static final class Stub
      implements ApplicationMasterProtocol, Closeable {
    private final BlockingQueue<AllocateRequest> calls =
        new LinkedBlockingQueue<>();
    /** Both guarded by this. */
    private int toGive;
    private int nextContainer = 2;

    synchronized void give(int containers) {
      toGive += containers;
    }

    @Override
    public void close() {
      // Nothing is open.
    }

    @Override
    public RegisterApplicationMasterResponse registerApplicationMaster(
        RegisterApplicationMasterRequest request) {
      return RegisterApplicationMasterResponse.newInstance(CONTAINER,
          CONTAINER, Collections.emptyMap(), null, Collections.emptyList(),
          "default", Collections.emptyList());
    }

    @Override
    public synchronized AllocateResponse allocate(AllocateRequest request) {
      calls.add(request);
      List<Container> given = new ArrayList<>();
      for (; toGive > 0; toGive--) {
        given.add(Container.newInstance(
            ContainerId.newContainerId(ATTEMPT, nextContainer++),
            NodeId.newInstance("host", 1), "host:2", CONTAINER,
            Priority.newInstance(1), null));
      }
      AllocateResponse response = Records.newRecord(AllocateResponse.class);
      response.setResponseId(request.getResponseId() + 1);
      response.setAllocatedContainers(given);
      response.setCompletedContainersStatuses(Collections.emptyList());
      response.setUpdatedNodes(Collections.emptyList());
      response.setNMTokens(Collections.emptyList());
      response.setUpdatedContainers(Collections.emptyList());
      response.setAvailableResources(CONTAINER);
      return response;
    }

    @Override
    public FinishApplicationMasterResponse finishApplicationMaster(
        FinishApplicationMasterRequest request) {
      return FinishApplicationMasterResponse.newInstance(true);
    }
  }

  /** Keeps the containers that it is told of. */
  private static final class Handler extends AbstractCallbackHandler {
    private final BlockingQueue<Container> allocated =
        new LinkedBlockingQueue<>();

    @Override
    public void onContainersAllocated(List<Container> containers) {
      allocated.addAll(containers);
    }

    @Override
    public void onContainersCompleted(List<ContainerStatus> statuses) {
      // None completes.
    }

    @Override
    public void onContainersUpdated(List<UpdatedContainer> containers) {
      // None changes.
    }

    @Override
    public void onShutdownRequest() {
      // None comes.
    }

    @Override
    public void onNodesUpdated(List<NodeReport> updatedNodes) {
      // There are none.
    }

    @Override
    public float getProgress() {
      return 0;
    }

    @Override
    public void onError(Throwable e) {
      throw new AssertionError(e);
    }
  }
}
