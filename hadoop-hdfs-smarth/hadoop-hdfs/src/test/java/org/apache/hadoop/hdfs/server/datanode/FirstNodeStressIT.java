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
package org.apache.hadoop.hdfs.server.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;

import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.smarth.protocol.FirstNodeAckProtocol;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/**
 * Clients that leave at any moment: each block is either final and delivered
 * everywhere, or not final early; and nothing is left over.
 */
public class FirstNodeStressIT {
  private static final int ROUNDS = 40;
  private static final int PACKETS = 30;

  @Rule
  public final Timeout timeout = Timeout.seconds(240);

  private final Random random = new Random(20);
  private final byte[] data =
      FirstNodeCluster.randomBytes(PACKETS * RawClient.PACKET);

  @Test
  public void clientsThatLeaveAtAnyMomentLeaveWholeBlocksOrNone()
      throws Exception {
    int told = 0;
    try (FirstNodeCluster cluster = FirstNodeCluster.start()) {
      // Stock does so when a client leaves before the last ack.
      for (int round = 0; round < ROUNDS; round++) {
        LocatedBlock block = cluster.createFile("/f" + round);
        boolean acknowledged = writeAndLeave(block);
        FirstNodeCluster.awaitNoWriter(block);
        if (acknowledged) {
          told++;
        }
        if (cluster.isFinalized(block, 0) || acknowledged) {
          for (int i = 0; i < 3; i++) {
            assertThat(cluster.isFinalized(block, i))
                .as("round %s, datanode %s", round, i).isTrue();
            assertThat(cluster.stored(block, i)).isEqualTo(data);
          }
        }
      }
      cluster.awaitClean();
    }
    assertThat(told).isBetween(1, ROUNDS - 1);
  }

  /** @return whether FNFA came. */
  private boolean writeAndLeave(LocatedBlock block) throws Exception {
    // Beyond the last packet: all acks are read before the client leaves.
    int leaveAt = random.nextInt(2 * PACKETS);
    boolean acknowledged = false;
    RawClient client = new RawClient();
    client.connect(block, new RawClient.Request(FirstNodeCluster.CLIENT));
    for (int i = 0; i < Math.min(leaveAt, PACKETS); i++) {
      client.send(Arrays.copyOfRange(data, i * RawClient.PACKET,
          (i + 1) * RawClient.PACKET), false);
    }
    if (leaveAt >= PACKETS) {
      client.sendLast(false);
      for (int i = PACKETS; i < leaveAt; i++) {
        acknowledged |= isFirstNodeAck(client.nextAck());
      }
    }
    client.vanish();
    return acknowledged;
  }

  private static boolean isFirstNodeAck(PipelineAck ack)
      throws IOException {
    assertThat(ack.isSuccess()).isTrue();
    return ack.getSeqno() == FirstNodeAckProtocol.FNFA_SEQNO;
  }
}
