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

import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;

/** What HDFS tells of a file. */
final class StockStatus {
  private StockStatus() {
  }

  static FileStatus of(Path path, long length, long blockSize,
      boolean encrypted, boolean striped) {
    return new FileStatus(length, false, 3, blockSize, 0, 0,
        new FsPermission((short) 0644), "", "", null, path, false, encrypted,
        striped);
  }

  static HdfsFileStatus ofHdfs(long length, long blockSize, long id) {
    return new HdfsFileStatus.Builder().length(length).blocksize(blockSize)
        .path(new byte[0]).fileId(id).build();
  }
}
