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
package org.apache.hadoop.hdfs.protocol.datatransfer;

import java.io.DataOutputStream;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.OpWriteBlockProto;
import org.apache.hadoop.hdfs.protocolPB.UnknownFields;
import org.apache.hadoop.hdfs.smarth.protocol.FirstNodeAckProtocol;

/**
 * A Sender whose writeBlock asks the first datanode for FNFA. In this package
 * because Sender builds its messages itself.
 */
@InterfaceAudience.Private
public final class FirstNodeAckSender extends Sender {
  /** @param out to the first datanode. */
  public FirstNodeAckSender(DataOutputStream out) {
    super(out);
  }

  @Override
  OpWriteBlockProto.Builder extend(OpWriteBlockProto.Builder request) {
    return request.setUnknownFields(
        UnknownFields.toSet(FirstNodeAckProtocol.request()));
  }
}
