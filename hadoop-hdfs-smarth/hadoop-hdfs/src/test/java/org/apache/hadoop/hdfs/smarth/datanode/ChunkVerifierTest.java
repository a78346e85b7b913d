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

import java.nio.ByteBuffer;
import java.util.Random;

import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.util.DataChecksum;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@RunWith(Parameterized.class)
public class ChunkVerifierTest {
  private static final int CHUNK = 512;

  private final DataChecksum checksum;
  private final ChunkVerifier verifier;
  private final Random random = new Random(1);

  private final boolean direct;

  public ChunkVerifierTest(DataChecksum.Type type, boolean direct) {
    this.direct = direct;
    checksum = DataChecksum.newDataChecksum(type, CHUNK);
    verifier = new ChunkVerifier(checksum);
  }

  @Parameters(name = "{0}, direct buffers: {1}")
  public static Object[][] typesAndKindsOfBuffers() {
    return new Object[][] {
        {DataChecksum.Type.CRC32, false}, {DataChecksum.Type.CRC32, true},
        {DataChecksum.Type.CRC32C, false}, {DataChecksum.Type.CRC32C, true},
        {DataChecksum.Type.NULL, false}, {DataChecksum.Type.NULL, true}};
  }

  private ByteBuffer buffer(byte[] content) {
    if (!direct) {
      return ByteBuffer.wrap(content);
    }
    ByteBuffer buffer = ByteBuffer.allocateDirect(content.length);
    buffer.put(content);
    buffer.clear();
    return buffer;
  }

  private static ByteBuffer part(ByteBuffer whole, int from, int length) {
    ByteBuffer part = whole.duplicate();
    part.position(from);
    part.limit(from + length);
    return part;
  }

  /** Data and sums somewhere in the middle of one buffer, as in a packet. */
  private ByteBuffer[] packet(int length) {
    int sumsLength = checksum.getChecksumSize(length);
    byte[] array = new byte[length + sumsLength + 20];
    random.nextBytes(array);
    checksum.calculateChunkedSums(ByteBuffer.wrap(array, 13 + sumsLength,
        length), ByteBuffer.wrap(array, 7, sumsLength).slice());
    ByteBuffer whole = buffer(array);
    ByteBuffer sums = part(whole, 7, sumsLength).slice();
    ByteBuffer data = part(whole, 13 + sumsLength, length);
    return new ByteBuffer[] {data, sums};
  }

  @Test
  public void whatDataChecksumWroteFits() throws ChecksumException {
    for (int length : new int[] {1, CHUNK - 1, CHUNK, CHUNK + 1, 126 * CHUNK}) {
      ByteBuffer[] packet = packet(length);
      verifier.verify(packet[0], packet[1], "block", 0);
      assertThat(packet[0].remaining()).isEqualTo(length);
    }
  }

  @Test
  public void oneWrongBitIsFoundWhereverItIs() {
    if (checksum.getChecksumSize() == 0) {
      return;
    }
    for (int chunk = 0; chunk < 4; chunk++) {
      ByteBuffer[] packet = packet(3 * CHUNK + 100);
      int at = packet[0].position() + chunk * CHUNK + 99;
      packet[0].put(at, (byte) (packet[0].get(at) ^ 1));
      int wrong = chunk;
      assertThatThrownBy(
          () -> verifier.verify(packet[0], packet[1], "block", 1000))
          .isInstanceOf(ChecksumException.class)
          .hasMessageContaining("block at position " + (1000 + wrong * CHUNK));
    }
  }
}
