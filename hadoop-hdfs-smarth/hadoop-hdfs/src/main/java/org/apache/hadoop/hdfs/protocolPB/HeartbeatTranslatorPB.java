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
package org.apache.hadoop.hdfs.protocolPB;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.HeartbeatRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.HeartbeatResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsServerProtos.NNHAStatusHeartbeatProto;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeState;

/**
 * A DatanodeProtocolClientSideTranslatorPB whose heartbeats tell more than
 * stock's, and whose answers do. In this package because the stock one builds
 * its messages itself.
 */
@InterfaceAudience.Private
public class HeartbeatTranslatorPB
    extends DatanodeProtocolClientSideTranslatorPB {
  private final Talk talk;
  // Null until the NameNode was asked who it is, which comes first.
  private volatile String pool;

  /**
   * @param namenode its address
   * @param conf the datanode's
   * @param talk of the heartbeats to that NameNode
   * @throws IOException as stock
   */
  public HeartbeatTranslatorPB(InetSocketAddress namenode, Configuration conf,
      Talk talk) throws IOException {
    super(namenode, conf);
    this.talk = talk;
  }

  HeartbeatTranslatorPB(DatanodeProtocolPB namenode, Talk talk) {
    super(namenode);
    this.talk = talk;
  }

  @Override
  public NamespaceInfo versionRequest() throws IOException {
    NamespaceInfo namespace = super.versionRequest();
    pool = namespace.getBlockPoolID();
    return namespace;
  }

  @Override
  HeartbeatRequestProto.Builder extend(HeartbeatRequestProto.Builder request) {
    return request.setUnknownFields(UnknownFields.toSet(talk.tell(pool)));
  }

  @Override
  HeartbeatResponseProto heard(HeartbeatResponseProto answer) {
    NNHAStatusHeartbeatProto status = answer.getHaStatus();
    if (pool != null) {
      talk.hear(pool,
          status.getState() == NNHAStatusHeartbeatProto.State.ACTIVE,
          status.getTxid(),
          DatanodeState.fromAnswer(UnknownFields.of(answer)));
    }
    return answer;
  }

  /** What is told to one NameNode, and heard. For one thread. */
  public interface Talk {
    /**
     * @param pool the block pool; null: not known
     * @return what the next heartbeat tells
     */
    byte[] tell(String pool);

    /**
     * The NameNode answered a heartbeat.
     *
     * @param active whether it says that it is the active one
     * @param txid of that claim
     * @param on whether SMARTH is on; empty if it does not say
     */
    void hear(String pool, boolean active, long txid, Optional<Boolean> on);
  }
}
