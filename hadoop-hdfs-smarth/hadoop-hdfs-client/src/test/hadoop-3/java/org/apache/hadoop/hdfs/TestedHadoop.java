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

import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.mockito.Mockito;
import org.mockito.stubbing.OngoingStubbing;

/** What tests make of Hadoop's own classes, which differ between releases. */
public final class TestedHadoop {
  /** Whether who fails at the end of a block is replaced by its writer. */
  static final boolean REPLACES_AT_THE_END = true;

  private TestedHadoop() {
  }

  /** @return what follows a call that creates a file. */
  static OngoingStubbing<HdfsFileStatus> onCreate(ClientProtocol namenode)
      throws IOException {
    return Mockito.when(namenode.create(Mockito.any(), Mockito.any(),
        Mockito.any(), Mockito.any(), Mockito.anyBoolean(),
        Mockito.anyShort(), Mockito.anyLong(), Mockito.any(),
        Mockito.any(), Mockito.any()));
  }

  /** @return a new and empty file. */
  static HdfsFileStatus newFile(short replication, long blockSize) {
    return new HdfsFileStatus.Builder().replication(replication)
        .blocksize(blockSize).perm(FsPermission.getFileDefault())
        .owner("owner").group("group").path(new byte[0]).fileId(7).build();
  }

  /** The streamer finds an error, of the datanode that is marked. */
  static void setError(DataStreamer streamer) {
    streamer.errorState.setInternalError();
  }

  /** @return what ends the thread that takes acks of the cause, if thrown. */
  static Error fatalForAcks(Error cause) {
    return new Error() {
      @Override
      public String toString() {
        throw cause;
      }
    };
  }

  /** @return what a token to write block 1 says. */
  static BlockTokenIdentifier newTokenToWrite() {
    return new BlockTokenIdentifier("user", "pool", 1,
        EnumSet.of(BlockTokenIdentifier.AccessMode.WRITE), StorageType.EMPTY_ARRAY,
        new String[0], false);
  }
}
