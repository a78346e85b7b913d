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
package org.apache.hadoop.hdfs.smarth.datanode;

import java.io.IOException;
import java.nio.ByteBuffer;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketReceiver;

/** The way to the next datanode. Used by one thread at a time. */
@InterfaceAudience.Private
public interface PacketSink {
  /**
   * @return whether packets are to come in direct buffers, which spares a
   *     copy; if not, in array-backed ones
   */
  boolean takesDirectBuffers();

  /**
   * Sends a packet, and returns when it has left this process.
   *
   * @param packet as it is on the wire, from the buffer's position to its
   *     limit
   * @throws IOException if the next datanode cannot be written to
   */
  void send(ByteBuffer packet) throws IOException;

  /**
   * Sends as much of a packet as the next datanode takes without a wait.
   *
   * @param packet just received
   * @return how many bytes of it were sent, as it is on the wire
   * @throws IOException if the next datanode cannot be written to
   */
  int sendAtOnce(PacketReceiver packet) throws IOException;
}
