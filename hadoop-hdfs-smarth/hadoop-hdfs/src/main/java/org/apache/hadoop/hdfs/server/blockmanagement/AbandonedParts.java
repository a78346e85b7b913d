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
package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.util.Timer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Parts of replicas of files that were closed long ago: nobody writes them, as
 * their datanodes were lost in the drain. A part has the block's generation
 * stamp, and would stay until its datanode starts again. In this package
 * because Hadoop's blocks are. The monitor guards all fields.
 */
@InterfaceAudience.Private
final class AbandonedParts {
  private static final Logger LOG =
      LoggerFactory.getLogger(AbandonedParts.class);
  private static final long ABANDONED_MILLIS = TimeUnit.HOURS.toMillis(1);
  /** How many are named of a datanode that has more. */
  private static final int NAMED = 10;

  private final BlockManager manager;
  private final Timer timer;
  /** Those that are to be deleted, and are not told of. */
  private final Map<DatanodeDescriptor, List<Block>> news =
      new LinkedHashMap<>();

  AbandonedParts(BlockManager manager, Timer timer) {
    this.manager = manager;
    this.timer = timer;
  }

  /** @return whether nobody can still be writing a replica of that block. */
  boolean isAbandoned(BlockInfo block) {
    BlockCollection file = manager.getBlockCollection(block);
    return file instanceof INodeFile && !file.isUnderConstruction()
        && timer.now() - ((INodeFile) file).getModificationTime()
            > ABANDONED_MILLIS;
  }

  /** The namesystem's lock is held. */
  void delete(BlockInfo block, DatanodeDescriptor holder) {
    if (manager.isPopulatingReplQueues()
        && !manager.isToBeDeleted(block, holder)) {
      // A copy: an append until then would give the order its own stamp.
      Block part = new Block(block);
      manager.addToInvalidates(part, holder);
      synchronized (this) {
        news.computeIfAbsent(holder, one -> new ArrayList<>()).add(part);
      }
    }
  }

  /** Tells of each part once, in one line a datanode. */
  synchronized void log() {
    news.forEach((holder, parts) -> LOG.info("{} is to delete {} parts of"
        + " replicas that nobody has written for an hour: {}{}", holder,
        parts.size(), parts.subList(0, Math.min(NAMED, parts.size())),
        parts.size() > NAMED ? " and others" : ""));
    news.clear();
  }
}
