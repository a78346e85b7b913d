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

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;

import com.google.common.io.ByteStreams;
import org.apache.hadoop.hdfs.MutatedBytes;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.OpWriteBlockProto;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/**
 * Clients on real connections whose requests and packets are cut off, have
 * bytes changed or put in. A datanode ends each such connection. No thread,
 * memory or descriptor is left, and the next client is served.
 */
public class FuzzedWriteIT {
  private static final int CONNECTIONS = 1000;
  private static final long BLOCK = 1 << 20;
  private static final long SEED = 20_103;
  /** Version and operation. */
  private static final int OPERATION = 3;

  @Rule
  public final Timeout timeout = Timeout.seconds(300);

  private final MutatedBytes mutated = new MutatedBytes(SEED);
  private FirstNodeCluster cluster;

  @Before
  public void start() throws Exception {
    cluster = FirstNodeCluster.start();
  }

  /** Checks also that nothing is left. */
  @After
  public void stop() throws Exception {
    cluster.close();
  }

  @Test
  public void aDatanodeEndsWhatItDoesNotUnderstandAndServesTheNext()
      throws Exception {
    int ended = 0;
    for (int i = 0; i < CONNECTIONS; i++) {
      ended += send(cluster.createFile("/fuzzed-" + i, BLOCK)) ? 1 : 0;
    }
    assertThat(ended).isEqualTo(CONNECTIONS);
    byte[] data = FirstNodeCluster.randomBytes(900_001);
    LocatedBlock block = cluster.createFile("/next", BLOCK);
    try (RawClient client = new RawClient()) {
      client.connect(block, new RawClient.Request(FirstNodeCluster.CLIENT));
      client.sendBlock(data);
      client.awaitFirstNodeAck();
      client.awaitAck(client.nextSeqno() - 1);
    }
    cluster.complete("/next", block, data.length);
    assertThat(cluster.read("/next")).isEqualTo(data);
  }

  /** @return whether the datanode ended the connection. */
  private boolean send(LocatedBlock block) throws IOException {
    byte[] valid = RawClient.conversation(block,
        new RawClient.Request(FirstNodeCluster.CLIENT), 3, 1000);
    int packets = lengthOfRequest(valid);
    DatanodeInfo first = block.getLocations()[0];
    byte[] fuzzed;
    do {
      // In half of all cases the request is understood.
      fuzzed = mutated.of(valid, mutated.either(0, packets));
    } while (asksForOtherDatanodes(fuzzed, valid));
    return MutatedBytes.areEndedBy(
        new InetSocketAddress(first.getIpAddr(), first.getXferPort()), fuzzed);
  }

  private static int lengthOfRequest(byte[] conversation) throws IOException {
    ByteArrayInputStream bytes = new ByteArrayInputStream(conversation);
    parse(bytes);
    return conversation.length - bytes.available();
  }

  /** Test traffic stays on loopback. */
  private static boolean asksForOtherDatanodes(byte[] fuzzed, byte[] valid) {
    try {
      return !parse(new ByteArrayInputStream(fuzzed)).getTargetsList()
          .equals(parse(new ByteArrayInputStream(valid)).getTargetsList());
    } catch (IOException | IndexOutOfBoundsException e) {
      return false;
    }
  }

  private static OpWriteBlockProto parse(InputStream message)
      throws IOException {
    ByteStreams.skipFully(message, OPERATION);
    return OpWriteBlockProto.parseFrom(PBHelperClient.vintPrefixed(message));
  }
}
