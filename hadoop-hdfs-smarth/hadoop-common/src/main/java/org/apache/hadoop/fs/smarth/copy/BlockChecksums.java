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

package org.apache.hadoop.fs.smarth.copy;

import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.MD5MD5CRC32CastagnoliFileChecksum;
import org.apache.hadoop.fs.MD5MD5CRC32GzipFileChecksum;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.util.DataChecksum;

/**
 * The checksum that HDFS tells of a file, computed from its bytes: an MD5 over
 * the MD5s of the blocks, each over the CRCs of the chunks of the block. So a
 * file that is stored in HDFS need not be read to be compared. Used by one
 * thread.
 */
public final class BlockChecksums {
  private final DataChecksum crc;
  private final long blockSize;
  // Hadoop's is shared by all that a thread digests.
  private final MessageDigest block = newMd5();
  private final DataOutputBuffer blocks = new DataOutputBuffer();
  private final byte[] value;
  private long length;

  /**
   * @param crc kind of the chunks' checksums, and bytes of a chunk
   * @param blockSize in bytes, a multiple of these
   */
  public BlockChecksums(DataChecksum crc, long blockSize) {
    this.crc = DataChecksum.newDataChecksum(crc.getChecksumType(),
        crc.getBytesPerChecksum());
    this.blockSize = blockSize;
    value = new byte[crc.getChecksumSize()];
    if (value.length == 0) {
      throw new IllegalArgumentException(
          "files without checksums cannot be compared");
    }
  }

  private static MessageDigest newMd5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Adds the next bytes of the file. */
  public void update(byte[] bytes, int offset, int count)
      throws IOException {
    int at = offset;
    int end = offset + count;
    while (at < end) {
      int chunk = crc.getBytesPerChecksum();
      int more = (int) Math.min(end - at, chunk - length % chunk);
      crc.update(bytes, at, more);
      at += more;
      length += more;
      if (length % chunk == 0) {
        endChunk();
      }
      if (length % blockSize == 0) {
        endBlock();
      }
    }
  }

  private void endChunk() throws IOException {
    crc.writeValue(value, 0, true);
    block.update(value);
  }

  private void endBlock() throws IOException {
    blocks.write(block.digest());
  }

  /** @return one to which the same was added; its end has to end a block. */
  BlockChecksums copy() throws IOException {
    if (length % blockSize != 0) {
      throw new IllegalStateException(length + " is amid a block");
    }
    BlockChecksums copy = new BlockChecksums(crc, blockSize);
    // One after the other: the size of the buffer counts.
    for (int at = 0; at < blocks.getLength(); at += MD5Hash.MD5_LEN) {
      copy.blocks.write(blocks.getData(), at, MD5Hash.MD5_LEN);
    }
    copy.length = length;
    return copy;
  }

  /** @return how many bytes were added. */
  public long getLength() {
    return length;
  }

  /** @return the checksum of the bytes so far; their end ends a block. */
  public FileChecksum finish() throws IOException {
    if (length % crc.getBytesPerChecksum() != 0) {
      endChunk();
    }
    if (length % blockSize != 0) {
      endBlock();
    }
    // HDFS digests its whole buffer, of which a part may be unused.
    MD5Hash md5 = MD5Hash.digest(blocks.getData());
    if (length == 0) {
      return new MD5MD5CRC32GzipFileChecksum(0, 0, md5);
    }
    int chunk = crc.getBytesPerChecksum();
    long crcsPerBlock = length > blockSize ? blockSize / chunk : 0;
    return crc.getChecksumType() == DataChecksum.Type.CRC32
        ? new MD5MD5CRC32GzipFileChecksum(chunk, crcsPerBlock, md5)
        : new MD5MD5CRC32CastagnoliFileChecksum(chunk, crcsPerBlock, md5);
  }
}
