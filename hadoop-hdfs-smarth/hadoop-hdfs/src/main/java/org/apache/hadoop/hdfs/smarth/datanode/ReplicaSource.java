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

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * The data of one replica on disk and their checksums, readable also after it
 * was finalized (and so renamed). Used and closed by one thread.
 */
@InterfaceAudience.Private
public interface ReplicaSource extends Closeable {
  /**
   * @param position where to begin, in bytes from the start of the block
   * @param buffer filled from its position to its limit
   * @throws IOException if the replica is shorter, or cannot be read
   */
  void readData(long position, ByteBuffer buffer) throws IOException;

  /**
   * @param position of the first chunk, in bytes from the start of the block
   * @param buffer filled from its position to its limit, with the checksums
   *     of that chunk and of those that follow
   * @throws IOException if there are fewer, or they cannot be read
   */
  void readChecksums(long position, ByteBuffer buffer) throws IOException;
}
