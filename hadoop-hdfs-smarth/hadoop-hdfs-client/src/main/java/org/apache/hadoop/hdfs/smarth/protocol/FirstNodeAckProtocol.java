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

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
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

  private static final UnknownFieldSet REQUEST = parse(
      WriteBlockExtensionProto.newBuilder()
          .setFirstNodeAck(FirstNodeAckRequestProto.getDefaultInstance())
          .build().toByteArray());
  private static final UnknownFieldSet GRANT = parse(
      BlockOpResponseExtensionProto.newBuilder()
          .setFirstNodeAck(FirstNodeAckGrantProto.getDefaultInstance())
          .build().toByteArray());
  private static final UnknownFieldSet FEW_THREADS = parse(
      BlockOpResponseExtensionProto.newBuilder().setFewThreads(true)
          .build().toByteArray());

  private FirstNodeAckProtocol() {
  }

  /** @return what a client adds to OpWriteBlockProto to ask for the FNFA. */
  public static UnknownFieldSet request() {
    return REQUEST;
  }

  /** @return what a datanode adds to BlockOpResponseProto to promise it. */
  public static UnknownFieldSet grant() {
    return GRANT;
  }

  /**
   * @return what a datanode adds to BlockOpResponseProto to say that it, or one
   *     downstream, has few threads left for transfers
   */
  public static UnknownFieldSet fewThreads() {
    return FEW_THREADS;
  }

  /**
   * @param fields the unknown fields of an OpWriteBlockProto
   * @return whether its sender asks for the FNFA; false if malformed, because
   *     a peer that cannot ask properly is served as stock serves it
   */
  public static boolean isRequested(UnknownFieldSet fields) {
    try {
      return WriteBlockExtensionProto.parseFrom(fields.toByteString())
          .hasFirstNodeAck();
    } catch (InvalidProtocolBufferException | IndexOutOfBoundsException e) {
      // Protobuf 2.5 reads beyond its array where a length lies.
      return false;
    }
  }

  /**
   * @param fields the unknown fields of a BlockOpResponseProto
   * @return whether its sender promises the FNFA; false if malformed
   */
  public static boolean isGranted(UnknownFieldSet fields) {
    return answer(fields).hasFirstNodeAck();
  }

  /**
   * @param fields the unknown fields of a BlockOpResponseProto
   * @return whether its sender, or a datanode downstream, has few threads left;
   *     false if malformed
   */
  public static boolean hasFewThreads(UnknownFieldSet fields) {
    return answer(fields).getFewThreads();
  }

  private static BlockOpResponseExtensionProto answer(UnknownFieldSet fields) {
    try {
      return BlockOpResponseExtensionProto.parseFrom(fields.toByteString());
    } catch (InvalidProtocolBufferException | IndexOutOfBoundsException e) {
      return BlockOpResponseExtensionProto.getDefaultInstance();
    }
  }

  private static UnknownFieldSet parse(byte[] message) {
    try {
      return UnknownFieldSet.parseFrom(message);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("a message of our own does not parse", e);
    }
  }
}
