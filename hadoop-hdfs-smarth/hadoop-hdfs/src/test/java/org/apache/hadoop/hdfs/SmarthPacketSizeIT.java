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

import java.io.IOException;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** How large the packets are that SmarthOutputStream sends. */
public class SmarthPacketSizeIT {
  /** A chunk of 512 bytes and its CRC. */
  private static final int CHUNK = 512 + 4;

  @Rule
  public final Timeout timeout = new Timeout(60, TimeUnit.SECONDS);

  private static SmarthCluster cluster;

  @BeforeClass
  public static void start() throws IOException {
    cluster = new SmarthCluster(3);
  }

  @AfterClass
  public static void stop() throws IOException {
    cluster.close();
  }

  @Test
  public void aPacketHasAsManyChunksAsFitIntoItsConfiguredSize()
      throws IOException {
    for (int size : new int[] {4096, 64 << 10, 1 << 20}) {
      int chunks = (size - PacketHeader.PKT_MAX_HEADER_LEN) / CHUNK;
      assertPackets(size, chunks);
    }
  }

  @Test
  public void aPacketHasAtLeastOneChunk() throws IOException {
    for (int size : new int[] {1, PacketHeader.PKT_MAX_HEADER_LEN, CHUNK}) {
      assertPackets(size, 1);
    }
  }

  private void assertPackets(int size, int chunks) throws IOException {
    Path path = new Path("/packets-of-" + size);
    byte[] data = SmarthCluster.bytes(SmarthCluster.BLOCK + 700, size);
    Configuration conf =
        new Configuration(cluster.getCluster().getConfiguration(0));
    conf.setInt(HdfsClientConfigKeys.DFS_CLIENT_WRITE_PACKET_SIZE_KEY, size);
    try (FileSystem fs = FileSystem.newInstance(cluster.getFs().getUri(), conf);
        FSDataOutputStream out = fs.create(path)) {
      DFSOutputStream stream = SmarthCluster.stream(out);
      assertThat(stream).isInstanceOf(SmarthOutputStream.class);
      assertThat(stream.chunksPerPacket).as("%s", size).isEqualTo(chunks);
      assertThat(stream.packetSize).as("%s", size).isEqualTo(chunks * CHUNK);
      out.write(data);
    }
    assertThat(cluster.read(path)).isEqualTo(data);
  }
}
