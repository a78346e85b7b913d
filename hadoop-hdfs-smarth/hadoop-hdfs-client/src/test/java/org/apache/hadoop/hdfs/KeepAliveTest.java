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

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;

import org.apache.hadoop.hdfs.StreamerHooks.KeepAlive;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketReceiver;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

public class KeepAliveTest {
  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

  private KeepAlive keepAlive(long periodMillis) {
    return new KeepAlive(new DataOutputStream(sent), periodMillis);
  }

  @Test
  public void aHeartbeatIsSentOnceAPeriodIsOver() throws IOException {
    keepAlive(0).tell();
    try (PacketReceiver receiver = new PacketReceiver(false)) {
      receiver.receiveNextPacket(Channels.newChannel(
          new ByteArrayInputStream(sent.toByteArray())));
      assertThat(receiver.getHeader().getSeqno())
          .isEqualTo(DFSPacket.HEART_BEAT_SEQNO);
    }
  }

  @Test
  public void andNotBefore() throws IOException {
    keepAlive(Long.MAX_VALUE).tell();
    assertThat(sent.size()).isZero();
  }
}
