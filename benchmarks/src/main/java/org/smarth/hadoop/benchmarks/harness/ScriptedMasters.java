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

package org.smarth.hadoop.benchmarks.harness;

import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.ClientRMProxy;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** Application masters that neither have containers nor ask for any. */
final class ScriptedMasters implements ScriptedSenders {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final Configuration conf;
  private final ApplicationMasterProtocol[] masters;
  /** Of the last call of each; used by the thread that calls for it. */
  private final int[] responseIds;

  ScriptedMasters(Configuration conf, int count) throws Exception {
    this.conf = conf;
    masters = new ApplicationMasterProtocol[count];
    responseIds = new int[count];
    YarnClient client = YarnClient.createYarnClient();
    client.init(conf);
    client.start();
    try {
      for (int i = 0; i < count; i++) {
        masters[i] = register(client, submit(client), i);
      }
    } finally {
      client.stop();
    }
  }

  private static ApplicationId submit(YarnClient client) throws Exception {
    ApplicationSubmissionContext context =
        client.createApplication().getApplicationSubmissionContext();
    context.setUnmanagedAM(true);
    context.setMaxAppAttempts(1);
    context.setQueue("default");
    context.setPriority(Priority.newInstance(0));
    context.setResource(Resource.newInstance(1024, 1));
    context.setAMContainerSpec(ContainerLaunchContext.newInstance(Map.of(), Map.of(), List.of(),
        Map.of(), null, Map.of()));
    return client.submitApplication(context);
  }

  private ApplicationMasterProtocol register(YarnClient client, ApplicationId id, int number)
      throws Exception {
    Await.until(id + " to be accepted", LIMIT, () -> {
      try {
        return client.getAMRMToken(id) != null;
      } catch (YarnException e) {
        throw new IOException(e);
      }
    });
    UserGroupInformation user = UserGroupInformation.createRemoteUser("master" + number);
    user.addToken(client.getAMRMToken(id));
    return user.doAs((PrivilegedExceptionAction<ApplicationMasterProtocol>) () -> {
      ApplicationMasterProtocol master =
          ClientRMProxy.createRMProxy(conf, ApplicationMasterProtocol.class);
      master.registerApplicationMaster(
          RegisterApplicationMasterRequest.newInstance("localhost", 0, ""));
      return master;
    });
  }

  @Override
  public int count() {
    return masters.length;
  }

  @Override
  public void beat(int sender) throws IOException, YarnException {
    responseIds[sender] = masters[sender].allocate(AllocateRequest.newInstance(
        responseIds[sender], 0, List.of(), List.of(), null)).getResponseId();
  }

  @Override
  public void close() {
    for (ApplicationMasterProtocol master : masters) {
      RPC.stopProxy(master);
    }
  }
}
