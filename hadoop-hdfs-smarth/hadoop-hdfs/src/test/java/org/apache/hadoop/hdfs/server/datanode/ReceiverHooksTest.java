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
import static org.junit.Assume.assumeFalse;
import static org.mockito.Mockito.any;
import static org.mockito.Mockito.anyLong;
import static org.mockito.Mockito.anyString;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.nio.ByteBuffer;
import java.util.Random;

import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketReceiver;
import org.apache.hadoop.util.DataChecksum;
import org.apache.hadoop.util.NativeCodeLoader;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class ReceiverHooksTest {
  private static final int CHUNK = 512;

  @Rule
  public final Timeout timeout = Timeout.seconds(120);

  private final ByteBuffer data = ByteBuffer.allocate(100 * CHUNK + 7);
  private final ByteBuffer sums = ByteBuffer.allocate(101 * 4);
  private final PacketReceiver packet = mock(PacketReceiver.class);

  private DataChecksum checksum(DataChecksum.Type type) {
    new Random(1).nextBytes(data.array());
    DataChecksum checksum = DataChecksum.newDataChecksum(type, CHUNK);
    if (checksum.getChecksumSize() > 0) {
      checksum.calculateChunkedSums(data, sums);
    }
    when(packet.getDataSlice()).thenReturn(data.slice());
    when(packet.getChecksumSlice()).thenReturn(sums.slice());
    return spy(checksum);
  }

  @Test
  public void theLastDatanodeVerifiesBytesByTheCpusInstructions()
      throws Exception {
    assumeFalse("the native library does so itself",
        NativeCodeLoader.isNativeCodeLoaded());
    assumeFalse("Java 8 has no class for CRC32C",
        System.getProperty("java.version").startsWith("1."));
    for (DataChecksum.Type type : new DataChecksum.Type[] {
        DataChecksum.Type.CRC32, DataChecksum.Type.CRC32C}) {
      DataChecksum checksum = checksum(type);
      ReceiverHooks.STOCK.verify(packet, checksum, "client");
      verify(checksum, never()).verifyChunkedSums(any(ByteBuffer.class),
          any(ByteBuffer.class), anyString(), anyLong());
    }
  }

  @Test
  public void aChunkThatDiffersIsToldAsByStock() {
    DataChecksum checksum = checksum(DataChecksum.Type.CRC32C);
    data.array()[70 * CHUNK + 3]++;
    ChecksumException stock = failure(() -> checksum.verifyChunkedSums(
        packet.getDataSlice(), packet.getChecksumSlice(), "client", 0));
    ChecksumException ours = failure(() -> ReceiverHooks.STOCK.verify(packet,
        checksum, "client"));
    assertThat(ours).hasMessage(stock.getMessage());
    assertThat(ours.getPos()).isEqualTo(stock.getPos())
        .isEqualTo(70 * CHUNK);
  }

  @Test
  public void dataWithoutChecksumsPassAsByStock() throws Exception {
    ReceiverHooks.STOCK.verify(packet, checksum(DataChecksum.Type.NULL),
        "client");
  }

  /** What may fail by a checksum. */
  private interface Verifying {
    void run() throws ChecksumException;
  }

  private static ChecksumException failure(Verifying verifying) {
    try {
      verifying.run();
    } catch (ChecksumException e) {
      return e;
    }
    throw new AssertionError("no ChecksumException");
  }
}
