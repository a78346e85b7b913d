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

import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.GetNewApplicationRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.SubmitApplicationRequest;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptState;
import org.awaitility.Awaitility;

/** An unmanaged application master that calls the ResourceManager directly. */
final class SimulatedMaster {
  static final Resource CONTAINER = Resource.newInstance(1_024, 1);

  private final ResourceManager manager;
  private final UserGroupInformation user;
  private int responseId;

  SimulatedMaster(SimulatedCluster cluster) throws Exception {
    manager = cluster.getManager();
    ClientRMService client = manager.getClientRMService();
    ApplicationId id = client.getNewApplication(
        GetNewApplicationRequest.newInstance()).getApplicationId();
    ApplicationSubmissionContext context =
        ApplicationSubmissionContext.newInstance(id, "test", "default",
            Priority.newInstance(0), ContainerLaunchContext.newInstance(
                Collections.emptyMap(), Collections.emptyMap(),
                Collections.emptyList(), Collections.emptyMap(), null,
                Collections.emptyMap()), true, true, 1, CONTAINER);
    client.submitApplication(SubmitApplicationRequest.newInstance(context));
    Awaitility.await().pollInterval(10, TimeUnit.MILLISECONDS)
        .atMost(60, TimeUnit.SECONDS).until(() -> {
          RMAppAttempt started = attempt(id);
          return started != null
              && started.getState() == RMAppAttemptState.LAUNCHED;
        });
    user = UserGroupInformation.createRemoteUser(
        attempt(id).getAppAttemptId().toString());
    user.addTokenIdentifier(attempt(id).getAMRMToken().decodeIdentifier());
    call(() -> manager.getApplicationMasterService().registerApplicationMaster(
        RegisterApplicationMasterRequest.newInstance("localhost", 0, "")));
    cluster.settle();
  }

  private RMAppAttempt attempt(ApplicationId id) {
    RMApp application = manager.getRMContext().getRMApps().get(id);
    return application == null ? null : application.getCurrentAppAttempt();
  }

  private <T> T call(PrivilegedExceptionAction<T> call) throws Exception {
    return user.doAs(call);
  }

  AllocateResponse allocate(List<ResourceRequest> asks,
      List<ContainerId> releases) throws Exception {
    AllocateResponse response = call(() ->
        manager.getApplicationMasterService().allocate(
            AllocateRequest.newInstance(responseId, 0, asks, releases, null)));
    responseId = response.getResponseId();
    return response;
  }

  /** @return containers that have come since the last call */
  List<Container> collect() throws Exception {
    return allocate(Collections.emptyList(), Collections.emptyList())
        .getAllocatedContainers();
  }

  /** Says anew how many are wanted in all, and on which hosts. */
  List<Container> ask(int priority, Map<String, Integer> hosts, int all)
      throws Exception {
    List<ResourceRequest> asks = new ArrayList<>();
    for (Map.Entry<String, Integer> host : hosts.entrySet()) {
      asks.add(request(priority, host.getKey(), host.getValue(), CONTAINER));
    }
    asks.add(request(priority, SimulatedCluster.RACK, all, CONTAINER));
    asks.add(request(priority, ResourceRequest.ANY, all, CONTAINER));
    return allocate(asks, Collections.emptyList()).getAllocatedContainers();
  }

  /** Asks for containers wherever they may be. */
  void ask(int priority, int containers, Resource capability)
      throws Exception {
    allocate(Collections.singletonList(request(priority, ResourceRequest.ANY,
        containers, capability)), Collections.emptyList());
  }

  private static ResourceRequest request(int priority, String place,
      int containers, Resource capability) {
    return ResourceRequest.newInstance(Priority.newInstance(priority), place,
        capability, containers);
  }
}
