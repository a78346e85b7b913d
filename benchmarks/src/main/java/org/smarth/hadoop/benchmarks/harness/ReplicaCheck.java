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

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.util.DataChecksum;

/**
 * Looks at the DataNodes' disks: every block must have all its replicas finalized. Each must have
 * the block's generation stamp and length, the bytes of its part of the file, and checksums that
 * fit them.
 */
public record ReplicaCheck(UploadSpec spec) {
  private static final int CHUNKS = 128;

  /** A block of the file as the NameNode knows it. */
  public record Block(long id, long generation, long offset, long length) {
    /** Of the file with a replica's checksums. */
    public static Block of(LocatedBlock located) {
      ExtendedBlock b = located.getBlock();
      return new Block(b.getBlockId(), b.getGenerationStamp(), located.getStartOffset(),
          b.getNumBytes());
    }

    public String metaName() {
      return "blk_" + id + "_" + generation + ".meta";
    }
  }

  /**
   * Where the finalized replicas of each block are: called right after the upload returned, as it
   * is that moment which is looked at.
   *
   * @throws Failure when a block lacks a finalized replica
   */
  public Map<Block, List<Path>> locate(List<Block> blocks) throws IOException {
    Map<String, List<Path>> found = new HashMap<>();
    for (int node = 1; node <= spec.racks().dataNodes(); node++) {
      finalizedAt(node).forEach(
          f -> found.computeIfAbsent(f.toFile().getName(), k -> new ArrayList<>()).add(f));
    }
    Map<Block, List<Path>> located = new HashMap<>();
    for (Block b : blocks) {
      List<Path> metas = found.getOrDefault(b.metaName(), List.of());
      if (metas.size() != spec.replication()) {
        throw new Failure("block " + b.id + " has " + metas.size() + " finalized replicas of "
            + spec.replication() + " when put returned");
      }
      located.put(b, metas);
    }
    return located;
  }

  /** The checksum files of all finalized replicas of a DataNode. */
  public List<Path> finalizedAt(int node) throws IOException {
    try (Stream<Path> files = Files.walk(spec.dataDir(node))) {
      return files.filter(ReplicaCheck::isFinalizedMeta).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static boolean isFinalizedMeta(Path file) {
    return file.toString().contains("/finalized/") && file.toString().endsWith(".meta");
  }

  /** Reads one replica through, against its checksums and the uploaded file. */
  public void verify(Block block, Path meta, InputStream expected) throws IOException {
    Path replica = meta.resolveSibling("blk_" + block.id);
    if (Files.size(replica) != block.length) {
      throw new Failure(replica + " has " + Files.size(replica) + " bytes of " + block.length);
    }
    try (DataInputStream sums = new DataInputStream(
            new BufferedInputStream(Files.newInputStream(meta)));
        InputStream data = Files.newInputStream(replica)) {
      DataChecksum checksum = BlockMetadataHeader.readHeader(sums).getChecksum();
      byte[] part = new byte[CHUNKS * checksum.getBytesPerChecksum()];
      for (long at = 0; at < block.length;) {
        int n = data.readNBytes(part, 0, part.length);
        byte[] stored = new byte[checksum.getChecksumSize(n)];
        sums.readFully(stored);
        verifySums(checksum, part, n, stored, replica, at);
        if (!ByteBuffer.wrap(part, 0, n).equals(ByteBuffer.wrap(expected.readNBytes(n)))) {
          throw new Failure(replica + " differs from the file within " + n + " bytes at " + at);
        }
        at += n;
      }
      if (sums.read() >= 0) {
        throw new Failure(meta + " has more checksums than its replica has data");
      }
    }
  }

  private static void verifySums(DataChecksum checksum, byte[] part, int n, byte[] stored,
      Path replica, long at) {
    try {
      checksum.verifyChunkedSums(ByteBuffer.wrap(part, 0, n), ByteBuffer.wrap(stored),
          replica.toString(), at);
    } catch (ChecksumException e) {
      throw new Failure(replica + ": bytes at " + at + " do not fit their checksum", e);
    }
  }
}
