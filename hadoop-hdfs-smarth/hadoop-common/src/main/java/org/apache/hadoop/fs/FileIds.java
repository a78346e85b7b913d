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

package org.apache.hadoop.fs;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.crypto.CryptoOutputStream;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * The ids by which HDFS tells a file from any other that had or gets its name.
 */
@InterfaceAudience.Private
public final class FileIds {
  /** The file system has no ids, or does not tell them. */
  public static final long UNKNOWN = 0;

  private FileIds() {
  }

  /**
   * @return whether it is HDFS itself: a mount table may be a subclass, whose
   *     client knows other files
   */
  public static boolean isHdfs(FileSystem fs) {
    return hdfs(fs) != null;
  }

  /** @return null if that is no HDFS, or a mount table. */
  private static DistributedFileSystem hdfs(FileSystem fs) {
    return fs instanceof DistributedFileSystem
        && fs.getChildFileSystems() == null ? (DistributedFileSystem) fs : null;
  }

  /** @return the id of the file that the stream has created. */
  public static long of(OutputStream out) {
    OutputStream wrapped = out;
    if (wrapped instanceof FSDataOutputStream) {
      wrapped = ((FSDataOutputStream) wrapped).getWrappedStream();
    }
    if (wrapped instanceof CryptoOutputStream) {
      wrapped = ((CryptoOutputStream) wrapped).getWrappedStream();
    }
    try {
      return wrapped instanceof DFSOutputStream
          ? ((DFSOutputStream) wrapped).getFileId() : UNKNOWN;
    } catch (LinkageError e) {
      // There is no client of HDFS.
      return UNKNOWN;
    }
  }

  /**
   * @param fs HDFS, also behind a mount table, or another
   * @return the id of what has that name now
   * @throws FileNotFoundException if nothing has
   */
  public static long at(FileSystem fs, Path path) throws IOException {
    DistributedFileSystem hdfs = hdfs(fs);
    if (hdfs != null) {
      return at(hdfs, path);
    }
    try (MountedFile file = new MountedFile(fs, path)) {
      hdfs = hdfs(file.getFs());
      return hdfs == null ? UNKNOWN : at(hdfs, file.getPath());
    }
  }

  private static long at(DistributedFileSystem fs, Path path)
      throws IOException {
    HdfsFileStatus status = fs.getClient().getFileInfo(path.toUri().getPath());
    if (status == null) {
      throw new FileNotFoundException(path.toString());
    }
    return status.getFileId();
  }

  /**
   * @param fs as in {@link #at}
   * @return whether the file has no bytes, nor a block that is written
   * @throws FileNotFoundException if there is none
   */
  public static boolean isEmpty(FileSystem fs, Path path) throws IOException {
    if (fs.getFileStatus(path).getLen() > 0) {
      return false;
    }
    DistributedFileSystem hdfs = hdfs(fs);
    if (hdfs != null) {
      return hasNoBlock(hdfs, path);
    }
    try (MountedFile file = new MountedFile(fs, path)) {
      hdfs = hdfs(file.getFs());
      return hdfs == null || hasNoBlock(hdfs, file.getPath());
    }
  }

  private static boolean hasNoBlock(DistributedFileSystem fs, Path path)
      throws IOException {
    LocatedBlocks blocks =
        fs.getClient().getLocatedBlocks(path.toUri().getPath(), 0);
    return blocks == null || blocks.getLastLocatedBlock() == null;
  }
}
