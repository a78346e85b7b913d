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
package org.apache.hadoop.hdfs.server.namenode;

import java.io.IOException;
import java.util.EnumSet;

import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.io.EnumSetWritable;

/** Calls of a NameNode, with the arguments of 3.4. */
final class StockCalls {
  private StockCalls() {
  }

  /** @return the id of a new file, of three replicas and blocks of 1 MB */
  static long create(ClientProtocol namenode, String path, String client)
      throws IOException {
    return namenode.create(path, FsPermission.getFileDefault(), client,
        new EnumSetWritable<>(EnumSet.of(CreateFlag.CREATE)), true, (short) 3,
        1 << 20, CryptoProtocolVersion.supported(), null, null).getFileId();
  }
}
