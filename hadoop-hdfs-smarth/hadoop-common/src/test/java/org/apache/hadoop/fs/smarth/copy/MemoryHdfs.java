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

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.impl.DfsClientConf;
import org.apache.hadoop.util.DataChecksum;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

/** Files of HDFS in memory, as far as an upload asks for them. */
final class MemoryHdfs extends DistributedFileSystem {
  /** A file. */
  static final class Entry {
    private byte[] bytes = {};
    private final long id;
    private long blockSize;
    private DataChecksum.Type type = DataChecksum.Type.CRC32C;
    private boolean encrypted;
    private boolean striped;
    private boolean closed = true;
    /** How often it is asked for before its lease is recovered. */
    private int polls;
    private long modified;

    private Entry(long id, long blockSize) {
      this.id = id;
      this.blockSize = blockSize;
    }

    long getId() {
      return id;
    }

    byte[] getBytes() {
      return bytes;
    }

    void setBytes(byte[] content) {
      bytes = content;
    }

    void setBlockSize(long length) {
      blockSize = length;
    }

    void setType(DataChecksum.Type checksums) {
      type = checksums;
    }

    void setEncrypted(boolean isSo) {
      encrypted = isSo;
    }

    /** @param isSo where there are such files. */
    void setStriped(boolean isSo) {
      striped = isSo;
    }

    boolean isClosed() {
      return closed;
    }

    void setClosed(boolean isSo) {
      closed = isSo;
    }

    /** @param times how often it is asked for until it is closed. */
    void setPolls(int times) {
      polls = times;
    }

    /** @return when, as it was told last. */
    long getModified() {
      return modified;
    }
  }

  private final int blockBytes;
  private final int chunkBytes;
  private final Map<Path, Entry> files = new HashMap<>();
  /** What is thrown instead. */
  private IOException createFailure;
  private IOException concatFailure;
  private IOException checksumFailure;
  private IOException closeFailure;
  private int appends;
  private boolean compositeChecksums;
  private final DFSClient client = mock(DFSClient.class);
  private long lastId;

  MemoryHdfs(int blockBytes, int chunkBytes) throws IOException {
    this.blockBytes = blockBytes;
    this.chunkBytes = chunkBytes;
    Configuration conf = new Configuration(false);
    conf.setInt("dfs.bytes-per-checksum", chunkBytes);
    DfsClientConf ofClient = new DfsClientConf(conf);
    when(client.getConf()).thenReturn(ofClient);
    when(client.getFileInfo(anyString())).thenAnswer(call -> {
      Entry entry = files.get(new Path(call.<String>getArgument(0)));
      return entry == null ? null
          : StockStatus.ofHdfs(entry.bytes.length, entry.blockSize, entry.id);
    });
    when(client.getFileChecksum(anyString(), anyLong())).thenAnswer(
        call -> md5(new Path(call.<String>getArgument(0)),
            call.getArgument(1)));
  }

  /** The file system is told to make another kind, where there is one. */
  void makeCompositeChecksums() {
    Configuration conf = new Configuration(false);
    conf.setInt("dfs.bytes-per-checksum", chunkBytes);
    conf.set("dfs.checksum.combine.mode", "COMPOSITE_CRC");
    DfsClientConf ofClient = new DfsClientConf(conf);
    when(client.getConf()).thenReturn(ofClient);
    compositeChecksums = true;
  }

  /** @return all of them. */
  Map<Path, Entry> files() {
    return files;
  }

  /** @return how many files were opened to append to them. */
  int getAppends() {
    return appends;
  }

  void failCreate(IOException failure) {
    createFailure = failure;
  }

  void failConcat(IOException failure) {
    concatFailure = failure;
  }

  void failChecksum(IOException failure) {
    checksumFailure = failure;
  }

  void failClose(IOException failure) {
    closeFailure = failure;
  }

  Entry put(Path path, byte[] bytes) {
    Entry entry = new Entry(++lastId, blockBytes);
    entry.bytes = bytes;
    files.put(path, entry);
    return entry;
  }

  private Entry get(Path path) throws FileNotFoundException {
    Entry entry = files.get(path);
    if (entry == null) {
      throw new FileNotFoundException(path.toString());
    }
    return entry;
  }

  @Override
  public DFSClient getClient() {
    return client;
  }

  @Override
  public long getDefaultBlockSize(Path path) {
    return blockBytes;
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    Entry entry = get(path);
    return StockStatus.of(path, entry.bytes.length, entry.blockSize,
        entry.encrypted, entry.striped);
  }

  @Override
  public void setTimes(Path path, long modified, long accessed)
      throws IOException {
    get(path).modified = modified;
  }

  @Override
  public boolean delete(Path path, boolean recursive) {
    return files.remove(path) != null;
  }

  @Override
  public boolean recoverLease(Path path) throws IOException {
    return isFileClosed(path);
  }

  @Override
  public boolean isFileClosed(Path path) throws IOException {
    Entry entry = get(path);
    entry.closed |= entry.polls > 0 && --entry.polls == 0;
    return entry.closed;
  }

  @Override
  public boolean truncate(Path path, long length) throws IOException {
    get(path).bytes = Arrays.copyOf(get(path).bytes, (int) length);
    return true;
  }

  @Override
  public void concat(Path path, Path[] more) throws IOException {
    if (concatFailure != null) {
      throw concatFailure;
    }
    for (Path source : more) {
      append(get(path), get(source).bytes, 0, get(source).bytes.length);
      files.remove(source);
    }
  }

  private static void append(Entry entry, byte[] bytes, int from, int length) {
    int end = entry.bytes.length;
    entry.bytes = Arrays.copyOf(entry.bytes, end + length);
    System.arraycopy(bytes, from, entry.bytes, end, length);
  }

  @Override
  public FSDataOutputStream create(Path path, boolean overwrite)
      throws IOException {
    if (createFailure != null) {
      throw createFailure;
    }
    if (!overwrite && files.containsKey(path)) {
      throw new FileAlreadyExistsException(path.toString());
    }
    return writer(put(path, new byte[0]));
  }

  @Override
  public FSDataOutputStream append(Path path) throws IOException {
    appends++;
    return writer(get(path));
  }

  private FSDataOutputStream writer(Entry entry) throws IOException {
    entry.closed = false;
    DFSOutputStream out = mock(DFSOutputStream.class);
    when(out.getFileId()).thenReturn(entry.id);
    doAnswer(call -> {
      append(entry, call.getArgument(0), call.getArgument(1),
          call.getArgument(2));
      return null;
    }).when(out).write(any(byte[].class), anyInt(), anyInt());
    doAnswer(call -> {
      if (closeFailure != null) {
        throw closeFailure;
      }
      entry.closed = true;
      return null;
    }).when(out).close();
    return new FSDataOutputStream(out, null);
  }

  @Override
  public FileChecksum getFileChecksum(Path path, long length)
      throws IOException {
    if (compositeChecksums) {
      throw new IOException("another kind of checksum");
    }
    return md5(path, length);
  }

  private FileChecksum md5(Path path, long length) throws IOException {
    if (checksumFailure != null) {
      throw checksumFailure;
    }
    Entry entry = get(path);
    if (entry.type == DataChecksum.Type.MIXED) {
      return null;
    }
    BlockChecksums sums = new BlockChecksums(
        DataChecksum.newDataChecksum(entry.type, chunkBytes), entry.blockSize);
    sums.update(entry.bytes, 0, (int) Math.min(length, entry.bytes.length));
    return sums.finish();
  }
}
