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
package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.File;
import java.nio.channels.ClosedChannelException;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.util.AutoCloseableLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the place of an orphan while its files are deleted, for a copy of the
 * block that is to take it ({@link OrphanedReplica}). To everybody else the
 * place is a copy that the calling thread writes. So nobody takes up the
 * orphan, or makes files with the names that are being deleted. In the
 * directory of temporary replicas the copy has the same names.
 */
@InterfaceAudience.Private
final class OrphansPlace extends ReplicaInPipeline {
  private static final Logger LOG =
      LoggerFactory.getLogger(OrphansPlace.class);

  private final String pool;
  private final ReplicaInfo orphan;

  OrphansPlace(ReplicaInfo orphan, ExtendedBlock copy) {
    super(copy.getBlockId(), copy.getGenerationStamp(), orphan.getVolume(),
        orphan.getBlockFile().getParentFile(), 0);
    this.pool = copy.getBlockPoolId();
    this.orphan = orphan;
  }

  /** @return who writes a replica that is not final, dead or alive. */
  static Thread writer(ReplicaInfo replica) {
    return ((ReplicaInPipeline) replica).getWriter();
  }

  String getPool() {
    return pool;
  }

  /** The orphan's, or moves them to where an upgrade can have them back. */
  void deleteFiles(FsDatasetImpl dataset) {
    File data = orphan.getBlockFile();
    try {
      dataset.asyncDiskService.deleteSync(
          ((FsVolumeImpl) orphan.getVolume()).obtainReference(), data,
          orphan.getMetaFile(), new ExtendedBlock(pool, orphan),
          dataset.dataStorage.getTrashDirectoryForBlockFile(pool, data));
    } catch (ClosedChannelException e) {
      LOG.warn("{} is closed, and keeps the files of {}", orphan.getVolume(),
          orphan);
    }
  }

  /** @return false if something else has the place. */
  boolean leave(FsDatasetImpl dataset) {
    AutoCloseableLock lock = dataset.acquireDatasetLock();
    try {
      boolean stillThere =
          dataset.volumeMap.get(pool, getBlockId()) == this;
      if (stillThere) {
        dataset.volumeMap.remove(pool, getBlockId());
      }
      return stillThere;
    } finally {
      lock.close();
    }
  }

  // Replicas are equal if their blocks are.

  @Override
  public boolean equals(Object other) {
    return super.equals(other);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }
}
