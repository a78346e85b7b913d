/*
 * Licensed to the Apache Software Foundation (ASF) under one
 * or more contributor license agreements.  See the NOTICE file
 * distributed with this work for additional information
 * regarding copyright ownership.  The ASF licenses this file
 * to you under the Apache License, Version 2.0 (the
 * "License"); you may not use this file except in compliance
 * with the License.  You may obtain a copy of the License at
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
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.ReplicaUnderRecovery;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A replica that never became final and that nobody will make so, of a block
 * that is final elsewhere. Stock refuses every copy of the block for as long
 * as it exists, unless it is being written at an older generation stamp. Here
 * it can have the block's own stamp: the first datanode had finalized the
 * block, and then both it and the client went away. In this package because
 * FsDatasetImpl is.
 */
@InterfaceAudience.Private
final class OrphanedReplica {
  private static final Logger LOG =
      LoggerFactory.getLogger(OrphanedReplica.class);

  private OrphanedReplica() {
  }

  /**
   * Deletes an orphan that a copy of its block is to take the place of. Called
   * with the dataset's write lock held, so that no writer can take it up.
   *
   * @param dataset of the replica
   * @param stored what the datanode has of the block; may be null
   * @param copy the block as it is sent, with its length
   * @return what the datanode has from now on; null if it has nothing
   * @throws IOException if the orphan cannot be deleted
   */
  static ReplicaInfo drop(FsDatasetImpl dataset, ReplicaInfo stored,
      ExtendedBlock copy) throws IOException {
    if (stored == null || !isOrphan(stored, copy)) {
      return stored;
    }
    LOG.info("Deleting {}, which nobody writes, for a copy of {}", stored,
        copy);
    dataset.invalidate(copy.getBlockPoolId(), new Block[] {stored}, false);
    return null;
  }

  private static boolean isOrphan(ReplicaInfo stored, ExtendedBlock copy) {
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
}
