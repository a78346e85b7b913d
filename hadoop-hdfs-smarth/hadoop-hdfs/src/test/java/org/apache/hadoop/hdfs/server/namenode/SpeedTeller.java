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
package org.apache.hadoop.hdfs.server.namenode;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.HeartbeatRequestProto;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolServerSideTranslatorPB;
import org.apache.hadoop.hdfs.protocolPB.PBHelper;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.protocolPB.ProtobufCalls;
import org.apache.hadoop.hdfs.protocolPB.SpeedProtocolPB;
import org.apache.hadoop.hdfs.protocolPB.UnknownFields;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.InternalDataNodeTestUtils;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeSpeeds;
import org.apache.hadoop.hdfs.smarth.protocol.SpeedMessages;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.GetSpeedsRequestProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.GetSpeedsResponseProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.ReportSpeedsRequestProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.StateProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.TurnRequestProto;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.apache.hadoop.ipc.RPC;

/** Tells a NameNode of speeds, as clients and datanodes do. */
final class SpeedTeller implements Closeable {
  private final SpeedProtocolPB proxy;

  SpeedTeller(InetSocketAddress namenode) throws IOException {
    this(namenode, new Configuration());
  }

  SpeedTeller(InetSocketAddress namenode, Configuration conf)
      throws IOException {
    ProtobufCalls.setEngine(conf, SpeedProtocolPB.class);
    proxy = RPC.getProxy(SpeedProtocolPB.class,
        RPC.getProtocolVersion(SpeedProtocolPB.class), namenode, conf);
  }

  void report(List<Speed> speeds) throws IOException {
    report(ReportSpeedsRequestProto.newBuilder()
        .addAllFirstDatanodes(SpeedMessages.toProtos(speeds)).build());
  }

  private void report(ReportSpeedsRequestProto request) throws IOException {
    ProtobufCalls.call(() -> proxy.reportSpeeds(null, request));
  }

  /** Reports any rates, in bytes per second, of datanodes 0, 1, ... */
  void reportRates(MiniDFSCluster cluster, long... rates) throws IOException {
    ReportSpeedsRequestProto.Builder report =
        ReportSpeedsRequestProto.newBuilder();
    for (int i = 0; i < rates.length; i++) {
      report.addFirstDatanodesBuilder()
          .setPeer(cluster.getDataNodes().get(i).getDatanodeUuid())
          .setBytesPerSecond(rates[i]).setAgeMillis(0);
    }
    report(report.build());
  }

  GetSpeedsResponseProto getSpeeds() throws IOException {
    return ProtobufCalls.call(() -> proxy.getSpeeds(null,
        GetSpeedsRequestProto.getDefaultInstance()));
  }

  StateProto turn(boolean on) throws IOException {
    return ProtobufCalls.call(() -> proxy.turn(null,
        TurnRequestProto.newBuilder().setOn(on).build()));
  }

  @Override
  public void close() {
    RPC.stopProxy(proxy);
  }

  /**
   * @param rates of the cluster's datanodes, in MB/s; 0: none
   * @return as a client measures them
   */
  static List<Speed> speeds(MiniDFSCluster cluster, double... rates) {
    List<Speed> speeds = new ArrayList<>();
    for (int i = 0; i < rates.length; i++) {
      if (rates[i] > 0) {
        speeds.add(new Speed(cluster.getDataNodes().get(i).getDatanodeUuid(),
            Math.round(rates[i] * 1e6), 0));
      }
    }
    return speeds;
  }

  /** A datanode says in a heartbeat how fast it got blocks from a client. */
  static void heartbeat(MiniDFSCluster cluster, int namenode, int datanode,
      Speed client) throws IOException {
    heartbeat(cluster, namenode, datanode, new DatanodeSpeeds(
        Collections.singletonList(client), Collections.<Speed>emptyList()));
  }

  /** A datanode says in a heartbeat how fast it forwarded. */
  static void forwarded(MiniDFSCluster cluster, int datanode, Speed mirror)
      throws IOException {
    heartbeat(cluster, 0, datanode, new DatanodeSpeeds(
        Collections.<Speed>emptyList(), Collections.singletonList(mirror)));
  }

  private static void heartbeat(MiniDFSCluster cluster, int namenode,
      int datanode, DatanodeSpeeds speeds) throws IOException {
    DataNode sender = cluster.getDataNodes().get(datanode);
    String pool = cluster.getNamesystem(namenode).getBlockPoolId();
    heartbeat(cluster, namenode, speeds,
        InternalDataNodeTestUtils.getDNRegistrationForBP(sender, pool),
        sender.getFSDataset().getStorageReports(pool));
  }

  /** Whoever it is says something in a heartbeat. */
  static void heartbeat(MiniDFSCluster cluster, int namenode,
      DatanodeSpeeds speeds, DatanodeRegistration sender,
      StorageReport... storages) throws IOException {
    ProtobufCalls.call(() -> new DatanodeProtocolServerSideTranslatorPB(
        cluster.getNameNodeRpc(namenode), 64 << 20).sendHeartbeat(null,
        HeartbeatRequestProto.newBuilder()
            .setRegistration(PBHelper.convert(sender))
            .addAllReports(PBHelperClient.convertStorageReports(storages))
            .setUnknownFields(UnknownFields.toSet(
                DatanodeSpeeds.toFields(speeds))).build()));
  }

  /** @return the index of the datanode that comes first. */
  static int first(MiniDFSCluster cluster, LocatedBlock block) {
    DatanodeInfo first = block.getLocations()[0];
    for (int i = 0; i < cluster.getDataNodes().size(); i++) {
      if (cluster.getDataNodes().get(i).getDatanodeUuid()
          .equals(first.getDatanodeUuid())) {
        return i;
      }
    }
    throw new AssertionError("No datanode of the cluster: " + first);
  }
}
