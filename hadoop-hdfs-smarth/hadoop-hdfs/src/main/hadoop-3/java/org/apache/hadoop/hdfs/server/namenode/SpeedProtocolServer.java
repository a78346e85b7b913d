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

import java.io.IOException;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.protocolPB.SpeedProtocolPB;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.GetSpeedsRequestProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.GetSpeedsResponseProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.GetStateRequestProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.ReportSpeedsRequestProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.ReportSpeedsResponseProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.SpeedProtocolService;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.StateProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.TurnRequestProto;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;

/**
 * The NameNode's side of the speed protocol, as Hadoop 3's shaded protobuf takes it. Stateless.
 */
final class SpeedProtocolServer implements SpeedProtocolPB {
  private final SpeedAnswers answers;

  SpeedProtocolServer(FSNamesystem namesystem) {
    answers = new SpeedAnswers(namesystem);
  }

  /** @param server takes no calls yet */
  void addTo(RPC.Server server, Configuration conf) throws IOException {
    DFSUtil.addInternalPBProtocol(conf, SpeedProtocolPB.class,
        SpeedProtocolService.newReflectiveBlockingService(this), server);
  }

  @Override
  public ReportSpeedsResponseProto reportSpeeds(RpcController controller,
      ReportSpeedsRequestProto request) {
    return answers.reportSpeeds(request);
  }

  @Override
  public StateProto turn(RpcController controller, TurnRequestProto request)
      throws ServiceException {
    // For who is asked beside stock whether the caller is a superuser.
    FSPermissionChecker.setOperationType(SpeedAnswers.operation(request));
    try {
      return answers.turn(request);
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }

  @Override
  public StateProto getState(RpcController controller,
      GetStateRequestProto request) throws ServiceException {
    FSPermissionChecker.setOperationType("smarthState");
    try {
      return answers.getState();
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }

  @Override
  public GetSpeedsResponseProto getSpeeds(RpcController controller,
      GetSpeedsRequestProto request) throws ServiceException {
    FSPermissionChecker.setOperationType("smarthSpeeds");
    try {
      return answers.getSpeeds();
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }
}
