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

import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** What this Hadoop knows of a file beyond others. */
final class StoredFile {
  private StoredFile() {
  }

  /** @return whether its blocks are not its bytes, one after the other. */
  static boolean isStriped(FileStatus status) {
    return status.isErasureCoded();
  }

  /**
   * @param length of its begin, in bytes
   * @return an MD5 over those of its blocks; null if HDFS makes none
   */
  static FileChecksum checksum(DistributedFileSystem fs, Path file, long length)
      throws IOException {
    if (fs.getClient().getConf().getChecksumCombineMode()
        == Options.ChecksumCombineMode.MD5MD5CRC) {
      return fs.getFileChecksum(file, length);
    }
    // That would be of another kind.
    return fs.getClient().getFileChecksum(file.toUri().getPath(), length);
  }
}
