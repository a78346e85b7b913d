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

import java.io.IOException;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.ExtendedBlockId;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.ReplicaAlreadyExistsException;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.ReplicaUnderRecovery;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a copy of a block take the place of an orphan. An orphan is a replica
 * that never became final and that nobody will make so, of a block that is
 * final elsewhere. Stock refuses every copy of the block for as long as it
 * exists, unless it is being written at an older generation stamp. Here it can
 * have the block's own stamp: the first datanode had finalized the block, and
 * then both it and the client went away.
 *
 * <p>The lock of the dataset is not held while a disk works, but an
 * {@link OrphansPlace} is. In this package because FsDatasetImpl is.
 */
@InterfaceAudience.Private
final class OrphanedReplica {
  private static final Logger LOG =
      LoggerFactory.getLogger(OrphanedReplica.class);

  /**
   * The writer of a replica whose datanode was restarted for an upgrade, until
   * its client comes back, if ever. Never started, and so not alive.
   */
  static final Thread NOBODY = new Thread(() -> { }, "writes no replica");

  private OrphanedReplica() {
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
      Thread writer = OrphansPlace.writer(stored);
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
    OrphansPlace place = new OrphansPlace(orphan, copy);
    dataset.volumeMap.add(place.getPool(), place);
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
    if (!(found instanceof OrphansPlace)) {
      return found;
    }
    OrphansPlace place = (OrphansPlace) found;
    boolean stillThere;
    try {
      forget(dataset, place);
      place.deleteFiles(dataset);
    } finally {
      stillThere = place.leave(dataset);
    }
    if (!stillThere) {
      // What has the place now is not the receiver's to clean up.
      throw new ReplicaAlreadyExistsException("Block " + place.getBlockName()
          + " was invalidated while its orphan was deleted");
    }
    return null;
  }

  /** All that stock's invalidate() does but for map and files. */
  private static void forget(FsDatasetImpl dataset, OrphansPlace place) {
    String pool = place.getPool();
    long block = place.getBlockId();
    if (place.isOnTransientStorage()) {
      dataset.ramDiskReplicaTracker.discardReplica(pool, block, true);
    }
    dataset.datanode.getShortCircuitRegistry().processBlockInvalidation(
        new ExtendedBlockId(block, pool));
    dataset.cacheManager.uncacheBlock(pool, block);
  }
}
