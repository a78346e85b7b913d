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
package org.apache.hadoop.hdfs;

import java.io.IOException;
import java.util.EnumSet;

import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.util.DataChecksum;
import org.apache.hadoop.util.Progressable;

/** Stock's stream, for streams of ours to extend. */
abstract class StockOutputStream extends DFSOutputStream {
  StockOutputStream(DFSClient client, String src, HdfsFileStatus stat,
      EnumSet<CreateFlag> flag, Progressable progress, DataChecksum checksum,
      String[] favoredNodes) throws IOException {
    // Each block gets a streamer of its own.
    super(client, src, stat, flag, progress, checksum, favoredNodes, false);
  }

  /** @return one that is nothing but stock's. */
  static DFSOutputStream create(DFSClient client, String src,
      HdfsFileStatus stat, EnumSet<CreateFlag> flag, Progressable progress,
      DataChecksum checksum, String[] favoredNodes) throws IOException {
    return new DFSOutputStream(client, src, stat, flag, progress, checksum,
        favoredNodes, true);
  }

  /** @return how long to wait at the most before a block is asked for again. */
  static long getMaxRetryMillis(DFSClient client) {
    return client.getConf().getBlockWriteLocateFollowingMaxDelayMs();
  }

  /** A close has failed that stock takes for one that has not. */
  void closeFailed() {
    // Hadoop 3.4.1 has no getter for it.
    recoverLease(dfsClient.getConfiguration().getBoolean(
        HdfsClientConfigKeys.Write.RECOVER_LEASE_ON_CLOSE_EXCEPTION_KEY,
        HdfsClientConfigKeys.Write.RECOVER_LEASE_ON_CLOSE_EXCEPTION_DEFAULT));
  }
}
