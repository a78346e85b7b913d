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

import java.io.DataOutputStream;
import java.io.IOException;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.util.Time;

/**
 * Tells the datanodes of a block that their client lives, while its streamer
 * waits for a thread. Belongs to the streamer's thread.
 */
@InterfaceAudience.Private
final class KeepAlive {
  private final DataOutputStream out;
  private final long periodMillis;
  private long told = Time.monotonicNow();

  /**
   * @param out to the first datanode
   * @param periodMillis between two heartbeats
   */
  KeepAlive(DataOutputStream out, long periodMillis) {
    this.out = out;
    this.periodMillis = periodMillis;
  }

  /**
   * Sends a heartbeat if it is time for one.
   *
   * @throws IOException if the connection is broken
   */
  void tell() throws IOException {
    if (Time.monotonicNow() - told >= periodMillis) {
      // Also if it fails: who goes on waiting asks many times a second.
      told = Time.monotonicNow();
      new DFSPacket(new byte[PacketHeader.PKT_MAX_HEADER_LEN], 0, 0,
          DFSPacket.HEART_BEAT_SEQNO, 0, false).writeTo(out);
      out.flush();
    }
  }
}
