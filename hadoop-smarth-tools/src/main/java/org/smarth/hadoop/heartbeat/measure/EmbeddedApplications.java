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
package org.smarth.hadoop.heartbeat.measure;

import java.io.Closeable;
import java.net.InetSocketAddress;
import java.security.PrivilegedExceptionAction;
import java.util.Collections;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
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
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;

/**
 * Application masters that have registered with an embedded ResourceManager
 * and neither ask for containers nor have any.
 */
public final class EmbeddedApplications implements Beats, Closeable {
  private static final long START_SECONDS = 60;

  private final Configuration conf;
  private final ApplicationMasterProtocol[] masters;
  /** Of the last call of each; used by the thread that calls for it. */
  private final int[] responseIds;

  public EmbeddedApplications(EmbeddedResourceManager resourceManager,
      int senders) throws Exception {
    conf = resourceManager.getConf();
    masters = new ApplicationMasterProtocol[senders];
    responseIds = new int[senders];
    YarnClient client = YarnClient.createYarnClient();
    client.init(conf);
    client.start();
    try {
      for (int i = 0; i < senders; i++) {
        masters[i] = register(client, i);
      }
    } finally {
      client.stop();
    }
  }

  private ApplicationMasterProtocol register(YarnClient client, int number)
      throws Exception {
    ApplicationSubmissionContext context =
        client.createApplication().getApplicationSubmissionContext();
    context.setUnmanagedAM(true);
    context.setMaxAppAttempts(1);
    context.setQueue("default");
    context.setPriority(Priority.newInstance(0));
    context.setResource(Resource.newInstance(1_024, 1));
    context.setAMContainerSpec(ContainerLaunchContext.newInstance(
        Collections.emptyMap(), Collections.emptyMap(),
        Collections.emptyList(), Collections.emptyMap(), null,
        Collections.emptyMap()));
    ApplicationId application = client.submitApplication(context);
    UserGroupInformation user =
        UserGroupInformation.createRemoteUser("master" + number);
    Token<AMRMTokenIdentifier> token = awaitToken(client, application);
    user.addToken(token);
    return user.doAs(
        (PrivilegedExceptionAction<ApplicationMasterProtocol>) () -> {
          ApplicationMasterProtocol master = ClientRMProxy.createRMProxy(conf,
              ApplicationMasterProtocol.class);
          master.registerApplicationMaster(
              RegisterApplicationMasterRequest.newInstance("localhost", 0, ""));
          return master;
        });
  }

  private static Token<AMRMTokenIdentifier> awaitToken(YarnClient client,
      ApplicationId application) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (System.nanoTime() - end < 0) {
      Token<AMRMTokenIdentifier> token = client.getAMRMToken(application);
      if (token != null) {
        return token;
      }
      Thread.sleep(20);
    }
    throw new TimeoutException(application + " was not accepted within "
        + START_SECONDS + " s");
  }

  @Override
  public int senders() {
    return masters.length;
  }

  @Override
  public void beat(int sender) throws Exception {
    responseIds[sender] = masters[sender].allocate(
        AllocateRequest.newInstance(responseIds[sender], 0,
            Collections.emptyList(), Collections.emptyList(), null))
        .getResponseId();
  }

  @Override
  public InetSocketAddress server() {
    return conf.getSocketAddr(YarnConfiguration.RM_SCHEDULER_ADDRESS,
        YarnConfiguration.DEFAULT_RM_SCHEDULER_ADDRESS,
        YarnConfiguration.DEFAULT_RM_SCHEDULER_PORT);
  }

  @Override
  public void close() {
    for (ApplicationMasterProtocol master : masters) {
      if (master != null) {
        RPC.stopProxy(master);
      }
    }
  }
}
