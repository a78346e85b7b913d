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
package org.apache.hadoop.hdfs.smarth.client.pipelines;

import java.util.EnumSet;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.AddBlockFlag;

/** What the namenode needs to know of a file to give it a block. Immutable. */
@InterfaceAudience.Private
public final class FileUnderWrite {
  private final String src;
  private final long fileId;
  private final String clientName;
  private final int replication;
  private final String[] favoredNodes;
  private final EnumSet<AddBlockFlag> flags;
  private final boolean storagePolicy;

  /**
   * @param src the path
   * @param fileId the inode
   * @param clientName the holder of the lease
   * @param replication how many datanodes a block needs
   * @param favoredNodes host:port of the datanodes that the writer favors, or
   *     null
   * @param flags for addBlock
   * @param storagePolicy whether blocks go to storages of certain types
   */
  public FileUnderWrite(String src, long fileId, String clientName,
      int replication, String[] favoredNodes, EnumSet<AddBlockFlag> flags,
      boolean storagePolicy) {
    this.src = src;
    this.fileId = fileId;
    this.clientName = clientName;
    this.replication = replication;
    this.favoredNodes = favoredNodes == null ? null : favoredNodes.clone();
    this.flags = flags.clone();
    this.storagePolicy = storagePolicy;
  }

  /** @return the path. */
  public String getSrc() {
    return src;
  }

  /** @return the inode. */
  public long getFileId() {
    return fileId;
  }

  /** @return the holder of the lease. */
  public String getClientName() {
    return clientName;
  }

  /** @return how many datanodes a block needs. */
  public int getReplication() {
    return replication;
  }

  /** @return the datanodes that the writer favors, or null. */
  public String[] getFavoredNodes() {
    return favoredNodes == null ? null : favoredNodes.clone();
  }

  /**
   * @return whether only the namenode knows which datanodes fit: the writer
   *     favors some, or blocks go to storages of certain types
   */
  public boolean isBound() {
    return favoredNodes != null || storagePolicy;
  }

  /** @return the flags for addBlock. */
  public EnumSet<AddBlockFlag> getFlags() {
    return flags.clone();
  }
}
