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

import java.util.function.Consumer;

import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.DatanodeProtocolService;
import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.HeartbeatRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.HeartbeatResponseProto;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolPB;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolServerSideTranslatorPB;
import org.apache.hadoop.hdfs.server.namenode.NameNodeRpcServer;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;

/** Hears the heartbeats that a namenode gets. */
final class HeartbeatListener extends DatanodeProtocolServerSideTranslatorPB {
  private final Consumer<HeartbeatRequestProto> listener;

  private HeartbeatListener(NameNodeRpcServer namenode,
      Consumer<HeartbeatRequestProto> listener) {
    super(namenode, 64 << 20);
    this.listener = listener;
  }

  static void listenTo(NameNodeRpcServer namenode,
      Consumer<HeartbeatRequestProto> listener) {
    namenode.getClientRpcServer().addProtocol(
        RPC.RpcKind.RPC_PROTOCOL_BUFFER, DatanodeProtocolPB.class,
        DatanodeProtocolService.newReflectiveBlockingService(
            new HeartbeatListener(namenode, listener)));
  }

  @Override
  public HeartbeatResponseProto sendHeartbeat(RpcController controller,
      HeartbeatRequestProto request) throws ServiceException {
    listener.accept(request);
    return super.sendHeartbeat(controller, request);
  }
}
