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

package org.smarth.hadoop.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.DataOutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.util.DataChecksum;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.harness.ReplicaCheck.Block;

/** A block of 100 000 bytes with two replicas, written as a DataNode does. */
public class ReplicaCheckTest {
  private static final int LENGTH = 100_000;
  private static final Block BLOCK = new Block(17, 1001, 0, LENGTH);

  @Rule
  public final Timeout timeout = Timeout.seconds(10);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private final byte[] data = new byte[LENGTH];
  private UploadSpec spec;
  private ReplicaCheck check;

  @Before
  public void writeReplicas() throws Exception {
    spec = new UploadSpec(Path.of("/file"), LENGTH, 2,
        Links.uniform(new Racks(3, 0), Rate.NONE, Rate.NONE), 0,
        folder.getRoot().toPath(), Protection.NONE);
    check = new ReplicaCheck(spec);
    for (int i = 0; i < LENGTH; i++) {
      data[i] = (byte) (i * 31);
    }
    for (int node = 1; node <= 3; node++) {
      Files.createDirectories(dirOf(node));
    }
    write(1);
    write(3);
  }

  private Path dirOf(int node) {
    return spec.dataDir(node).resolve("current/BP-1/current/finalized/subdir0/subdir0");
  }

  private void write(int node) throws Exception {
    DataChecksum checksum = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512);
    byte[] sums = new byte[checksum.getChecksumSize(LENGTH)];
    checksum.calculateChunkedSums(data, 0, LENGTH, sums, 0);
    Files.write(dirOf(node).resolve("blk_17"), data);
    try (DataOutputStream meta = new DataOutputStream(
        Files.newOutputStream(dirOf(node).resolve("blk_17_1001.meta")))) {
      BlockMetadataHeader.writeHeader(meta, checksum);
      meta.write(sums);
    }
  }

  private void verify(int node) throws Exception {
    check.verify(BLOCK, dirOf(node).resolve("blk_17_1001.meta"), new ByteArrayInputStream(data));
  }

  private void damage(int node, String file, long at) throws Exception {
    try (RandomAccessFile f = new RandomAccessFile(dirOf(node).resolve(file).toFile(), "rw")) {
      f.seek(at);
      int b = f.read();
      f.seek(at);
      f.write(~b);
    }
  }

  @Test
  public void soundReplicasPass() throws Exception {
    assertThat(check.locate(List.of(BLOCK)).get(BLOCK)).hasSize(2);
    verify(1);
    verify(3);
  }

  @Test
  public void aMissingReplicaIsFound() throws Exception {
    Files.delete(dirOf(3).resolve("blk_17_1001.meta"));
    assertThatThrownBy(() -> check.locate(List.of(BLOCK))).isInstanceOf(Failure.class)
        .hasMessage("block 17 has 1 finalized replicas of 2 when put returned");
  }

  @Test
  public void aReplicaOfAnotherGenerationDoesNotCount() throws Exception {
    Files.move(dirOf(3).resolve("blk_17_1001.meta"), dirOf(3).resolve("blk_17_1000.meta"));
    assertThatThrownBy(() -> check.locate(List.of(BLOCK))).hasMessageContaining("1 finalized");
  }

  @Test
  public void aReplicaStillBeingWrittenDoesNotCount() throws Exception {
    Path rbw = spec.dataDir(3).resolve("current/BP-1/current/rbw");
    Files.createDirectories(rbw);
    Files.move(dirOf(3).resolve("blk_17_1001.meta"), rbw.resolve("blk_17_1001.meta"));
    assertThatThrownBy(() -> check.locate(List.of(BLOCK))).hasMessageContaining("1 finalized");
  }

  @Test
  public void aChangedByteIsFoundByItsChecksum() throws Exception {
    damage(1, "blk_17", LENGTH - 1);
    assertThatThrownBy(() -> verify(1)).isInstanceOf(Failure.class)
        .hasMessageContaining("do not fit their checksum");
  }

  @Test
  public void aChangedChecksumIsFound() throws Exception {
    damage(1, "blk_17_1001.meta", BlockMetadataHeader.getHeaderSize());
    assertThatThrownBy(() -> verify(1)).hasMessageContaining("do not fit their checksum");
  }

  @Test
  public void otherBytesWithRightChecksumsAreFound() throws Exception {
    data[LENGTH / 2]++;
    assertThatThrownBy(() -> verify(1)).hasMessageContaining("differs from the file");
  }

  @Test
  public void aShortReplicaIsFound() throws Exception {
    Files.write(dirOf(1).resolve("blk_17"), new byte[LENGTH - 1]);
    assertThatThrownBy(() -> verify(1)).hasMessageContaining("99999 bytes of 100000");
  }
}
