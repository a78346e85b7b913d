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
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

import com.google.protobuf.RpcController;
import com.google.protobuf.ServiceException;
import org.apache.hadoop.hdfs.protocolPB.SpeedProtocolPB;
import org.apache.hadoop.hdfs.server.namenode.NameNodeRpcServer;
import org.apache.hadoop.hdfs.smarth.protocol.SpeedMessages;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.GetSpeedsRequestProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.GetSpeedsResponseProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.GetStateRequestProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.ReportSpeedsRequestProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.ReportSpeedsResponseProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.StateProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.TurnRequestProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.SpeedProtocolService;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.UserGroupInformation;

/** What a namenode is told of speeds. It hangs as long as it is held. */
final class ScriptedSpeedService implements SpeedProtocolPB {
  private final List<List<Speed>> reports = new CopyOnWriteArrayList<>();
  private final List<String> users = new CopyOnWriteArrayList<>();
  private volatile int asked;
  private volatile CountDownLatch held = new CountDownLatch(0);

  /** In the place of whatever the namenode has for this protocol. */
  static ScriptedSpeedService startOn(MiniDFSCluster cluster, int namenode)
      throws IOException {
    ScriptedSpeedService service = new ScriptedSpeedService();
    ((NameNodeRpcServer) cluster.getNameNodeRpc(namenode))
        .getClientRpcServer().addProtocol(RPC.RpcKind.RPC_PROTOCOL_BUFFER,
            SpeedProtocolPB.class,
            SpeedProtocolService.newReflectiveBlockingService(service));
    return service;
  }

  void hold() {
    held = new CountDownLatch(1);
  }

  void release() {
    held.countDown();
  }

  /** @return how many reports came, those that are held included. */
  int getAsked() {
    return asked;
  }

  List<List<Speed>> getReports() {
    return reports;
  }

  List<Speed> getSpeeds() {
    return reports.stream().flatMap(List::stream)
        .collect(Collectors.toList());
  }

  /** @return who sent the reports. */
  List<String> getUsers() {
    return users;
  }

  @Override
  public ReportSpeedsResponseProto reportSpeeds(RpcController controller,
      ReportSpeedsRequestProto request) throws ServiceException {
    synchronized (this) {
      asked++;
    }
    try {
      held.await();
      users.add(UserGroupInformation.getCurrentUser().getShortUserName());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new ServiceException(e);
    }
    reports.add(SpeedMessages.fromProtos(request.getFirstDatanodesList(),
        Integer.MAX_VALUE).getSpeeds());
    return ReportSpeedsResponseProto.getDefaultInstance();
  }

  @Override
  public GetSpeedsResponseProto getSpeeds(RpcController controller,
      GetSpeedsRequestProto request) throws ServiceException {
    throw new ServiceException("not scripted");
  }

  @Override
  public StateProto turn(RpcController controller, TurnRequestProto request)
      throws ServiceException {
    throw new ServiceException("not scripted");
  }

  @Override
  public StateProto getState(RpcController controller,
      GetStateRequestProto request) throws ServiceException {
    throw new ServiceException("not scripted");
  }
}
