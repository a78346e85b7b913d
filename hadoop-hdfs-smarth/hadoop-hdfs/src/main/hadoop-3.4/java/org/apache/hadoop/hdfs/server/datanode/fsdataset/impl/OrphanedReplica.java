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
import java.io.IOException;
import java.nio.channels.ClosedChannelException;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.ExtendedBlockId;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.ReplicaUnderRecovery;
import org.apache.hadoop.util.AutoCloseableLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the place of an orphan while its files are deleted, for a copy of the
 * block that is to take it. An orphan is a replica that never became final and
 * that nobody will make so, of a block that is final elsewhere. Stock refuses
 * every copy of the block for as long as it exists, unless it is being written
 * at an older generation stamp. Here it can have the block's own stamp: the
 * first datanode had finalized the block, and then both it and the client went
 * away.
 *
 * <p>To everybody else the place is a copy that the calling thread writes. So
 * nobody takes up the orphan, or makes files with the names that are being
 * deleted. In the directory of temporary replicas the copy has the same names.
 * The lock of the dataset is not held while a disk works. In this package
 * because FsDatasetImpl is.
 */
@InterfaceAudience.Private
final class OrphanedReplica extends ReplicaInPipeline {
  private static final Logger LOG =
      LoggerFactory.getLogger(OrphanedReplica.class);

  /**
   * The writer of a replica whose datanode was restarted for an upgrade, until
   * its client comes back, if ever. Never started, and so not alive.
   */
  static final Thread NOBODY = new Thread(() -> { }, "writes no replica");

  private final String pool;
  private final ReplicaInfo orphan;

  private OrphanedReplica(ReplicaInfo orphan, ExtendedBlock copy) {
    super(copy.getBlockId(), copy.getGenerationStamp(), orphan.getVolume(),
        orphan.getBlockFile().getParentFile(), 0);
    this.pool = copy.getBlockPoolId();
    this.orphan = orphan;
  }

  /**
   * @param stored what the datanode has of the block; may be null
   * @param copy the block as it is sent, with its length
   * @return whether the copy may take its place
   */
  static boolean isOrphan(ReplicaInfo stored, ExtendedBlock copy) {
    if (stored == null) {
      return false;
    }
    long stamp = copy.getGenerationStamp();
    boolean same = stored.getGenerationStamp() == stamp
        && stored.getNumBytes() <= copy.getNumBytes();
    switch (stored.getState()) {
    case RBW:
    case TEMPORARY:
      Thread writer = ((ReplicaInPipeline) stored).getWriter();
      return same && writer != null && !writer.isAlive();
    case RWR:
      return same || stored.getGenerationStamp() < stamp;
    case RUR:
      // That recovery has ended, with the stamp of the copy, elsewhere.
      return stored.getGenerationStamp() < stamp
          && ((ReplicaUnderRecovery) stored).getRecoveryID() <= stamp;
    default:
      return false;
    }
  }

  /**
   * Takes an orphan's place. Called with the dataset's write lock held, so
   * that no writer can take the orphan up, and followed by {@link #delete}.
   *
   * @return what the datanode has of the block now
   */
  static ReplicaInfo claim(FsDatasetImpl dataset, ReplicaInfo orphan,
      ExtendedBlock copy) {
    LOG.info("Deleting {}, which nobody writes, for a copy of {}", orphan,
        copy);
    OrphanedReplica place = new OrphanedReplica(orphan, copy);
    dataset.volumeMap.add(place.pool, place);
    if (orphan instanceof ReplicaInPipeline) {
      ((ReplicaInPipeline) orphan).releaseAllBytesReserved();
    }
    return place;
  }

  /**
   * Deletes the orphan whose place was taken, and leaves the place. Called
   * without any lock: this is disk IO.
   *
   * @param found what the copy found of its block; may be null
   * @return what is still to be deleted as stock does it; may be null
   * @throws IOException if the place was taken away meanwhile
   */
  static ReplicaInfo delete(FsDatasetImpl dataset, ReplicaInfo found)
      throws IOException {
    if (!(found instanceof OrphanedReplica)) {
      return found;
    }
    OrphanedReplica place = (OrphanedReplica) found;
    boolean stillThere;
    try {
      place.deleteFiles(dataset);
    } finally {
      stillThere = place.leave(dataset);
    }
    if (!stillThere) {
      throw new IOException("Block " + place.orphan.getBlockName()
          + " was invalidated while its orphan was deleted");
    }
    return null;
  }

  /** All that stock's invalidate() does but for the map of replicas. */
  private void deleteFiles(FsDatasetImpl dataset) {
    if (isOnTransientStorage()) {
      dataset.ramDiskReplicaTracker.discardReplica(pool, getBlockId(), true);
    }
    dataset.datanode.getShortCircuitRegistry().processBlockInvalidation(
        new ExtendedBlockId(getBlockId(), pool));
    dataset.cacheManager.uncacheBlock(pool, getBlockId());
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
  private boolean leave(FsDatasetImpl dataset) {
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
