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
package org.apache.hadoop.hdfs.smarth.protocol;

import java.io.IOException;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthTransferProtos.BlockOpResponseExtensionProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthTransferProtos.FirstNodeAckGrantProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthTransferProtos.FirstNodeAckRequestProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthTransferProtos.WriteBlockExtensionProto;

/**
 * How a client and the first datanode of a pipeline agree on
 * FIRST_NODE_FINISH_ACK (FNFA): a field in the write request and one in the
 * response, both unknown to, and ignored by, a stock peer. Stateless.
 */
@InterfaceAudience.Private
public final class FirstNodeAckProtocol {
  /**
   * The sequence number of an FNFA in a PipelineAck. Stock uses -1 for
   * heartbeats and -2 for unknown; data packets count from 0.
   */
  public static final long FNFA_SEQNO = -3;

  private static final int REQUEST =
      WriteBlockExtensionProto.FIRSTNODEACK_FIELD_NUMBER;
  private static final int GRANT =
      BlockOpResponseExtensionProto.FIRSTNODEACK_FIELD_NUMBER;
  private static final int FEW_THREADS =
      BlockOpResponseExtensionProto.FEWTHREADS_FIELD_NUMBER;

  private FirstNodeAckProtocol() {
  }

  /** @return what a client adds to OpWriteBlockProto to ask for the FNFA. */
  public static byte[] request() {
    return WriteBlockExtensionProto.newBuilder()
        .setFirstNodeAck(FirstNodeAckRequestProto.getDefaultInstance())
        .build().toByteArray();
  }

  /** @return what a datanode adds to BlockOpResponseProto to promise it. */
  public static byte[] grant() {
    return BlockOpResponseExtensionProto.newBuilder()
        .setFirstNodeAck(FirstNodeAckGrantProto.getDefaultInstance())
        .build().toByteArray();
  }

  /**
   * @return what a datanode adds to BlockOpResponseProto to say that it, or one
   *     downstream, has few threads left for transfers
   */
  public static byte[] fewThreads() {
    return BlockOpResponseExtensionProto.newBuilder().setFewThreads(true)
        .build().toByteArray();
  }

  /**
   * @param fields of an OpWriteBlockProto
   * @return whether its sender asks for the FNFA; false if malformed, because
   *     a peer that cannot ask properly is served as stock serves it
   */
  public static boolean isRequested(ExtensionFields fields) {
    try {
      return WriteBlockExtensionProto.parseFrom(fields.get(REQUEST))
          .hasFirstNodeAck();
    } catch (IOException | IndexOutOfBoundsException e) {
      // Protobuf 2.5 reads beyond its array where a length lies.
      return false;
    }
  }

  /**
   * @param fields of a BlockOpResponseProto
   * @return whether its sender promises the FNFA; false if malformed
   */
  public static boolean isGranted(ExtensionFields fields) {
    return answer(fields.get(GRANT)).hasFirstNodeAck();
  }

  /**
   * @param fields of a BlockOpResponseProto
   * @return whether its sender, or a datanode downstream, has few threads left;
   *     false if malformed
   */
  public static boolean hasFewThreads(ExtensionFields fields) {
    return answer(fields.get(FEW_THREADS)).getFewThreads();
  }

  private static BlockOpResponseExtensionProto answer(byte[] field) {
    try {
      return BlockOpResponseExtensionProto.parseFrom(field);
    } catch (IOException | IndexOutOfBoundsException e) {
      return BlockOpResponseExtensionProto.getDefaultInstance();
    }
  }
}
