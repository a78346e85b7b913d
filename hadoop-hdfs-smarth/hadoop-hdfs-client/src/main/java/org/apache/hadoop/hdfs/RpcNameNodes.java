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
package org.apache.hadoop.hdfs;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocolPB.ProtobufCalls;
import org.apache.hadoop.hdfs.protocolPB.SpeedProtocolPB;
import org.apache.hadoop.hdfs.smarth.client.speeds.NameNodes;
import org.apache.hadoop.hdfs.smarth.protocol.SpeedMessages;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.ReportSpeedsRequestProto;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.apache.hadoop.io.retry.RetryPolicies;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * The namenodes of a DFSClient's cluster by RPC, as its user; with HA all of
 * them. Nothing is tried twice, so that an absent one costs little. In this
 * package because DFSClient's members are its package's.
 */
@InterfaceAudience.Private
final class RpcNameNodes implements NameNodes {
  private static final int TIMEOUT_MILLIS = 5000;

  private final URI cluster;
  private final Configuration conf;
  private final UserGroupInformation ugi;

  RpcNameNodes(DFSClient client) {
    this.cluster = client.namenodeUri;
    this.conf = client.getConfiguration();
    this.ugi = client.ugi;
  }

  @Override
  public String getCluster() {
    return cluster == null ? null : cluster.toString();
  }

  @Override
  public List<NameNode> find() {
    Configuration once = new Configuration(conf);
    once.setInt(CommonConfigurationKeysPublic
        .IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY, 0);
    ProtobufCalls.setEngine(once, SpeedProtocolPB.class);
    List<NameNode> namenodes = new ArrayList<>();
    for (InetSocketAddress address : addresses()) {
      namenodes.add(new RpcNameNode(address, once));
    }
    return namenodes;
  }

  private Collection<InetSocketAddress> addresses() {
    if (HAUtilClient.isClientFailoverConfigured(conf, cluster)) {
      Collection<InetSocketAddress> all =
          DFSUtilClient.getAddressesForNameserviceId(conf, cluster.getHost(),
              null, HdfsClientConfigKeys.DFS_NAMENODE_RPC_ADDRESS_KEY)
              .values();
      // None if failover is done by moving an address.
      if (!all.isEmpty()) {
        return all;
      }
    }
    return Collections.singleton(DFSUtilClient.getNNAddress(cluster));
  }

  /** One of them, connected by the first report. Used by one thread. */
  private final class RpcNameNode implements NameNode {
    private final InetSocketAddress address;
    private final Configuration once;
    private SpeedProtocolPB proxy;

    private RpcNameNode(InetSocketAddress address, Configuration once) {
      this.address = address;
      this.once = once;
    }

    @Override
    public String getName() {
      return address.getHostString() + ":" + address.getPort();
    }

    @Override
    public void report(List<Speed> speeds) throws IOException {
      if (proxy == null) {
        proxy = RPC.getProtocolProxy(SpeedProtocolPB.class,
            RPC.getProtocolVersion(SpeedProtocolPB.class), address, ugi, once,
            NetUtils.getDefaultSocketFactory(once),
            TIMEOUT_MILLIS, RetryPolicies.TRY_ONCE_THEN_FAIL).getProxy();
      }
      ReportSpeedsRequestProto request = ReportSpeedsRequestProto.newBuilder()
          .addAllFirstDatanodes(SpeedMessages.toProtos(speeds)).build();
      ProtobufCalls.call(() -> proxy.reportSpeeds(null, request));
    }

    @Override
    public void close() {
      if (proxy != null) {
        RPC.stopProxy(proxy);
        proxy = null;
      }
    }
  }
}
