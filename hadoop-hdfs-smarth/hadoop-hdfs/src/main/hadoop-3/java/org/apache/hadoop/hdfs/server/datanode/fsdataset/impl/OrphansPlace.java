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

import java.nio.channels.ClosedChannelException;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.DataNodeLockManager.LockLevel;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;
import org.apache.hadoop.hdfs.server.datanode.LocalReplicaInPipeline;
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
 *
 * <p>Here stock orders a deletion long before it looks for the replica again,
 * by block and generation stamp. What has taken an orphan's place meanwhile has
 * the same ones, and must stay.
 */
@InterfaceAudience.Private
final class OrphansPlace extends LocalReplicaInPipeline {
  private static final Logger LOG =
      LoggerFactory.getLogger(OrphansPlace.class);
  /** The generation stamp of what is in no map any more, nor on a disk. */
  private static final long GONE = -1;

  private final String pool;
  private final ReplicaInfo orphan;

  OrphansPlace(ReplicaInfo orphan, ExtendedBlock copy) {
    super(copy.getBlockId(), copy.getGenerationStamp(), orphan.getVolume(),
        ((LocalReplica) orphan).getBlockFile().getParentFile(), 0);
    this.pool = copy.getBlockPoolId();
    this.orphan = orphan;
  }

  /** @return who writes a replica that is not final, dead or alive. */
  static Thread writer(ReplicaInfo replica) {
    return ((LocalReplicaInPipeline) replica).getWriter();
  }

  /**
   * Takes a replica out of the map whose files are then deleted, as stock does.
   *
   * @param replica that was to be deleted when that was ordered
   * @param block the same, then
   * @param volume that it was on
   * @return whether its files are to be deleted
   */
  @SuppressWarnings("try")
  static boolean removeFromMem(FsDatasetImpl dataset, ReplicaInfo replica,
      ExtendedBlock block, FsVolumeImpl volume) {
    String bpid = block.getBlockPoolId();
    try (AutoCloseableLock lock = dataset.acquireDatasetLockManager()
        .readLock(LockLevel.BLOCK_POOl, bpid)) {
      ReplicaInfo stored = dataset.volumeMap.get(bpid, block.getBlockId());
      if (stored instanceof OrphansPlace
          && ((OrphansPlace) stored).orphan == replica) {
        // The place stays, and whoever holds it deletes the files.
        return ((OrphansPlace) stored).getWriter() == Thread.currentThread();
      }
      if (replica.getGenerationStamp() == GONE) {
        return false;
      }
    }
    return dataset.removeReplicaFromMem(block, volume);
  }

  String getPool() {
    return pool;
  }

  /** The orphan's, or moves them to where an upgrade can have them back. */
  void deleteFiles(FsDatasetImpl dataset) {
    try {
      dataset.asyncDiskService.deleteSync(
          ((FsVolumeImpl) orphan.getVolume()).obtainReference(), orphan,
          new ExtendedBlock(pool, orphan),
          dataset.dataStorage.getTrashDirectoryForReplica(pool, orphan));
    } catch (ClosedChannelException e) {
      LOG.warn("{} is closed, and keeps the files of {}", orphan.getVolume(),
          orphan);
    }
  }

  /** @return false if something else has the place. */
  @SuppressWarnings("try")
  boolean leave(FsDatasetImpl dataset) {
    try (AutoCloseableLock lock = dataset.acquireDatasetLockManager()
        .writeLock(LockLevel.BLOCK_POOl, pool)) {
      boolean stillThere =
          dataset.volumeMap.get(pool, getBlockId()) == this;
      // Else whoever took it away deletes, by the stamp in the files' names.
      if (stillThere) {
        dataset.volumeMap.remove(pool, getBlockId());
        orphan.setGenerationStamp(GONE);
        setGenerationStamp(GONE);
      }
      return stillThere;
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
