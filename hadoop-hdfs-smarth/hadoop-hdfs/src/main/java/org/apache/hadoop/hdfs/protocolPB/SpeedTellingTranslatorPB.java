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
import java.util.function.Supplier;

import com.google.common.annotations.VisibleForTesting;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.HeartbeatRequestProto;
import org.apache.hadoop.hdfs.smarth.protocol.HeartbeatSpeeds;
import org.apache.hadoop.hdfs.smarth.speed.DatanodeSpeeds;

/**
 * A DatanodeProtocolClientSideTranslatorPB whose heartbeats tell of speeds. In
 * this package because the stock one builds its messages itself.
 */
@InterfaceAudience.Private
public class SpeedTellingTranslatorPB
    extends DatanodeProtocolClientSideTranslatorPB {
  private final Supplier<DatanodeSpeeds> speeds;

  /**
   * @param namenode its address
   * @param conf the datanode's
   * @param speeds what the next heartbeat tells, asked once for each
   * @throws IOException as stock
   */
  public SpeedTellingTranslatorPB(InetSocketAddress namenode,
      Configuration conf, Supplier<DatanodeSpeeds> speeds) throws IOException {
    super(namenode, conf);
    this.speeds = speeds;
  }

  @VisibleForTesting
  SpeedTellingTranslatorPB(DatanodeProtocolPB namenode,
      Supplier<DatanodeSpeeds> speeds) {
    super(namenode);
    this.speeds = speeds;
  }

  @Override
  HeartbeatRequestProto.Builder extend(HeartbeatRequestProto.Builder request) {
    return request.setUnknownFields(HeartbeatSpeeds.toFields(speeds.get()));
  }
}
