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

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.util.Records;

/**
 * What an application master talks to: remembers each call, and answers with
 * a container when it is told to. Thread-safe.
 */
final class ScriptedResourceManager implements ApplicationMasterProtocol {
  /** One allocate call, as it arrived. */
  static final class Call {
    private final long nanos = System.nanoTime();
    private final AllocateRequest request;

    Call(AllocateRequest request) {
      this.request = request;
    }

    long millisSince(Call earlier) {
      return (nanos - earlier.nanos) / 1_000_000;
    }

    /** Containers that it asks for, wherever they are. */
    int asked() {
      return request.getAskList().stream()
          .filter(ask -> ask.getResourceName().equals(ResourceRequest.ANY))
          .mapToInt(ResourceRequest::getNumContainers).sum();
    }

    int released() {
      return request.getReleaseList().size();
    }
  }

  private final ApplicationAttemptId attempt;
  /** All guarded by this. */
  private final List<Call> calls = new ArrayList<>();
  private int containersToGive;
  private int nextContainer = 2;
  private int refusals;
  private final List<Long> unregistered = new ArrayList<>();
  private boolean failing;

  ScriptedResourceManager(ApplicationAttemptId attempt) {
    this.attempt = attempt;
  }

  synchronized List<Call> calls() {
    return new ArrayList<>(calls);
  }

  /** With the next answers. */
  synchronized void give(int containers) {
    containersToGive += containers;
  }

  /** Calls fail from now on, or no longer. */
  synchronized void fail(boolean fail) {
    failing = fail;
  }

  /** That the application is unregistered is not confirmed so often. */
  synchronized void refuseToUnregister(int times) {
    refusals = times;
  }

  /** When that was asked for, as System.nanoTime(). */
  synchronized List<Long> unregistered() {
    return new ArrayList<>(unregistered);
  }

  @Override
  public RegisterApplicationMasterResponse registerApplicationMaster(
      RegisterApplicationMasterRequest request) {
    RegisterApplicationMasterResponse response =
        Records.newRecord(RegisterApplicationMasterResponse.class);
    response.setMaximumResourceCapability(Resource.newInstance(8_192, 8));
    response.setQueue("default");
    return response;
  }

  @Override
  public synchronized AllocateResponse allocate(AllocateRequest request)
      throws IOException {
    calls.add(new Call(request));
    if (failing) {
      throw new IOException("scripted");
    }
    AllocateResponse response = Records.newRecord(AllocateResponse.class);
    response.setResponseId(request.getResponseId() + 1);
    response.setAvailableResources(Resource.newInstance(8_192, 8));
    response.setApplicationPriority(Priority.newInstance(0));
    response.setCompletedContainersStatuses(Collections.emptyList());
    response.setUpdatedNodes(Collections.emptyList());
    List<Container> given = new ArrayList<>();
    for (; containersToGive > 0; containersToGive--) {
      given.add(Container.newInstance(
          ContainerId.newContainerId(attempt, nextContainer++),
          NodeId.newInstance("host", 1), "host:2",
          Resource.newInstance(1_024, 1), RMContainerAllocator.PRIORITY_MAP,
          null));
    }
    response.setAllocatedContainers(given);
    return response;
  }

  @Override
  public synchronized FinishApplicationMasterResponse finishApplicationMaster(
      FinishApplicationMasterRequest request) {
    unregistered.add(System.nanoTime());
    return FinishApplicationMasterResponse.newInstance(refusals-- <= 0);
  }
}
