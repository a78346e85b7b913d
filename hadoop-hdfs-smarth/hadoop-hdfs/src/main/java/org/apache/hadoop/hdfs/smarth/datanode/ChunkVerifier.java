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

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.Checksum;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.util.DataChecksum;
import org.apache.hadoop.util.NativeCodeLoader;

/**
 * Verifies chunks of data against their checksums at the speed of the CPU's
 * own instructions: by Hadoop's native library where it is loaded, else by the
 * JDK's classes, which the JVM compiles to them. DataChecksum without its
 * library computes CRC32C from tables, several times slower. Belongs to one
 * thread.
 */
@InterfaceAudience.Private
public final class ChunkVerifier {
  /** Checksum.update(ByteBuffer), which is there since Java 9; else null. */
  private static final MethodHandle UPDATE = findUpdate();

  /** Makes a CRC32C, which is there since Java 9; else null. */
  private static final MethodHandle CRC32C = findCrc32c();

  /** Whether it is fast with direct buffers, too. */
  static final boolean VERIFIES_DIRECT_BUFFERS =
      UPDATE != null || NativeCodeLoader.isNativeCodeLoaded();

  private final DataChecksum checksum;
  /** Computes the same sums; null to leave it to DataChecksum. */
  private final Checksum fast;

  /** @param checksum the kind of checksum and the size of a chunk. */
  public ChunkVerifier(DataChecksum checksum) {
    this.checksum = DataChecksum.newDataChecksum(checksum.getChecksumType(),
        checksum.getBytesPerChecksum());
    this.fast = NativeCodeLoader.isNativeCodeLoaded() ? null
        : ofJdk(checksum);
  }

  private static Checksum ofJdk(DataChecksum checksum) {
    switch (checksum.getChecksumType()) {
    case CRC32:
      return new CRC32();
    case CRC32C:
      return crc32c();
    default:
      return null;
    }
  }

  private static Checksum crc32c() {
    if (CRC32C == null) {
      return null;
    }
    try {
      return (Checksum) CRC32C.invoke();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static MethodHandle findCrc32c() {
    try {
      return MethodHandles.publicLookup().findConstructor(
          Class.forName("java.util.zip.CRC32C"),
          MethodType.methodType(void.class));
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  /**
   * @param data whole chunks, the last one may be shorter; array-backed or
   *     direct
   * @param sums a checksum for each chunk; of the same kind as the data
   * @param name of the data, for the error
   * @param position of the data in the block, in bytes, for the error
   * @throws ChecksumException if a chunk does not fit its checksum
   */
  public void verify(ByteBuffer data, ByteBuffer sums, String name,
      long position) throws ChecksumException {
    if (fast == null || !data.hasArray() && UPDATE == null
        || !fits(data, sums)) {
      checksum.verifyChunkedSums(data, sums, name, position);
    }
  }

  /** @return false if not, and DataChecksum is to say where and why. */
  private boolean fits(ByteBuffer data, ByteBuffer sums) {
    ByteBuffer expected = sums.duplicate();
    ByteBuffer rest = data.duplicate();
    while (rest.hasRemaining()) {
      int length =
          Math.min(checksum.getBytesPerChecksum(), rest.remaining());
      fast.reset();
      update(rest, length);
      if (expected.remaining() < Integer.BYTES
          || expected.getInt() != (int) fast.getValue()) {
        return false;
      }
    }
    return true;
  }

  /** Takes the buffer's next bytes into account, and moves it past them. */
  private void update(ByteBuffer rest, int length) {
    int end = rest.position() + length;
    if (rest.hasArray()) {
      fast.update(rest.array(), rest.arrayOffset() + rest.position(), length);
      rest.position(end);
      return;
    }
    int limit = rest.limit();
    rest.limit(end);
    try {
      UPDATE.invokeExact(fast, rest);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
    rest.limit(limit);
  }

  private static MethodHandle findUpdate() {
    try {
      return MethodHandles.publicLookup().findVirtual(Checksum.class,
          "update", MethodType.methodType(void.class, ByteBuffer.class));
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }
}
