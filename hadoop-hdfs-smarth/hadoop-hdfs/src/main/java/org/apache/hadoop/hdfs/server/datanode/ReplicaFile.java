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

import static org.apache.hadoop.io.nativeio.NativeIO.POSIX.POSIX_FADV_DONTNEED;

import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider.OPERATION;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeReference;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.smarth.datanode.MirrorForwarder;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.util.DataChecksum;
import org.apache.hadoop.util.Time;

/**
 * The files of a replica, data and checksums, opened once: their descriptors
 * survive the renaming at finalization. The reference keeps the volume in
 * place. Reads mostly come from the page cache, straight into the buffers.
 * FileIoProvider has no channels; so this class profiles each read, and follows
 * up a failure, as stock's does. Belongs to one thread; if that is interrupted
 * while it reads, the files are closed.
 */
@InterfaceAudience.Private
final class ReplicaFile implements MirrorForwarder.Source {
  private final FileIoProvider io;
  private final DataChecksum checksum;
  private final FsVolumeReference volume;
  private final RandomAccessFile data;
  private final RandomAccessFile checksums;

  /** @param checksum the one on disk. */
  ReplicaFile(ReplicaInfo replica, DataChecksum checksum, FileIoProvider io)
      throws IOException {
    this.io = io;
    this.checksum = checksum;
    volume = replica.getVolume().obtainReference();
    RandomAccessFile opened = null;
    boolean complete = false;
    try {
      opened = open(StockReceiver.dataFile(replica));
      data = opened;
      checksums = open(StockReceiver.checksumFile(replica));
      complete = true;
    } finally {
      if (!complete) {
        IOUtils.cleanupWithLogger(DataNode.LOG, opened, volume);
      }
    }
  }

  private RandomAccessFile open(File file) throws IOException {
    return io.getRandomAccessFile(volume.getVolume(), file, "r");
  }

  @Override
  public void readData(long position, ByteBuffer buffer) throws IOException {
    readFully(data, position, buffer);
  }

  @Override
  public void readChecksums(long position, ByteBuffer buffer)
      throws IOException {
    readFully(checksums, BlockMetadataHeader.getHeaderSize()
        + position / checksum.getBytesPerChecksum()
        * checksum.getChecksumSize(), buffer);
  }

  private void readFully(RandomAccessFile file, long position,
      ByteBuffer buffer) throws IOException {
    int length = buffer.remaining();
    long begin = io.profilingEventHook.beforeFileIo(getVolume(),
        OPERATION.READ, length);
    try {
      io.faultInjectorEventHook.beforeFileIo(getVolume(), OPERATION.READ,
          length);
      for (long at = position; buffer.hasRemaining();) {
        int read = file.getChannel().read(buffer, at);
        if (read < 0) {
          throw new EOFException("A file of the replica on " + getVolume()
              + " ends at " + at + ", " + buffer.remaining()
              + " bytes too soon");
        }
        at += read;
      }
      io.profilingEventHook.afterFileIo(getVolume(), OPERATION.READ, begin,
          length);
    } catch (ClosedChannelException e) {
      // Stopped; the volume is well.
      throw e;
    } catch (IOException | RuntimeException e) {
      io.onFailure(getVolume(), begin);
      throw e;
    }
  }

  /** @param length how many bytes of data are not needed in the page cache. */
  private void dropFromCache(String name, long length) throws IOException {
    io.posixFadvise(getVolume(), name, data.getFD(), 0, length,
        POSIX_FADV_DONTNEED);
  }

  FsVolumeSpi getVolume() {
    return volume.getVolume();
  }

  @Override
  public void close() throws IOException {
    IOUtils.cleanupWithLogger(DataNode.LOG, data, checksums, volume);
  }

  /**
   * Drops a replica from the page cache behind the forwarder that reads it. Stock
   * drops it behind the receiver that writes it, by the same rule
   * (BlockReceiver.manageWriterOsCache). The forwarder would then have to read
   * from the disk. Only where the datanode or the client wants it. Belongs to the
   * forwarder's thread.
   */
  static final class DropBehind implements MirrorForwarder.Source {
    private final ReplicaFile replica;
    private final ClientWrite write;
    /** Where the forwarder was when the cache was last seen to, in bytes. */
    private long lastPosition;

    DropBehind(ReplicaFile replica, ClientWrite write) {
      this.replica = replica;
      this.write = write;
    }

    @Override
    public void readData(long position, ByteBuffer buffer) throws IOException {
      int length = buffer.remaining();
      replica.readData(position, buffer);
      long now = position + length;
      // As in stock: the kernel gets two windows' time to write the pages.
      if (now > lastPosition + BlockReceiver.CACHE_DROP_LAG_BYTES) {
        drop(lastPosition - BlockReceiver.CACHE_DROP_LAG_BYTES);
        lastPosition = now;
      }
    }

    @Override
    public void readChecksums(long position, ByteBuffer buffer)
        throws IOException {
      replica.readChecksums(position, buffer);
    }

    /** What is never forwarded now is dropped like the rest. */
    @Override
    public void close() throws IOException {
      try {
        long stored = write.getReceiver().getReplica().getBytesOnDisk();
        if (stored > lastPosition + BlockReceiver.CACHE_DROP_LAG_BYTES) {
          drop(stored - 2 * BlockReceiver.CACHE_DROP_LAG_BYTES);
        }
      } finally {
        replica.close();
      }
    }

    /** A failure costs cache and no more, and is logged as in stock. */
    private void drop(long length) {
      if (length <= 0) {
        return;
      }
      try {
        long begin = Time.monotonicNow();
        replica.dropFromCache(write.getBlock().getBlockName(), length);
        long duration = Time.monotonicNow() - begin;
        if (duration > write.getSlowMillis()) {
          StockReceiver.droppedSlowly(write.getDataNode());
          DataNode.LOG.warn("Slow dropping of {} from the page cache took {}ms"
              + " (threshold={}ms), volume={}", write.getBlock(), duration,
              write.getSlowMillis(), replica.getVolume());
        }
      } catch (IOException | RuntimeException e) {
        DataNode.LOG.warn("Cannot drop {} from the page cache behind the"
            + " forwarder", write.getBlock(), e);
      }
    }
  }
}
