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
package org.apache.hadoop.hdfs.server.datanode;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.ExtendedBlockId;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/**
 * The blocks that a datanode forwards, so that forwarding can be ended when
 * their replica goes. Once a replica is final, stock no longer knows its
 * writer. Owned by FirstNodeService. Thread-safe; ending one never waits, and
 * so can be asked for with any lock held. A forwarding that is removed here is
 * left alone from then on: its thread may serve something else.
 */
@InterfaceAudience.Private
final class RunningForwardings {
  /** One of them; none of its methods waits. */
  interface Forwarding {
    ExtendedBlockId getBlockId();

    long getGenerationStamp();

    /** @return whether its replica was written to this volume. */
    boolean isOn(FsVolumeSpi volume);

    /**
     * @return when its replica was final and only the delivery left, as
     *     System.nanoTime(); 0 if that is not so
     */
    long getDrainingSince();

    /** Ends the write soon. */
    void end(String why);

    /** The same, for a block that is not missed downstream. */
    void endUnwanted();
  }

  /** What is done with one is done while its entry is locked. */
  private final ConcurrentMap<ExtendedBlockId, Forwarding> running =
      new ConcurrentHashMap<>();

  /** An older one of the same block, whose replica is gone, is ended. */
  void add(Forwarding forwarding) {
    running.compute(forwarding.getBlockId(), (block, older) -> {
      if (older != null) {
        older.end("the block is received anew");
      }
      return forwarding;
    });
  }

  /** Also of one that was never added. */
  void remove(Forwarding forwarding) {
    running.remove(forwarding.getBlockId(), forwarding);
  }

  /** @return how many have a replica that is final, and are not delivered. */
  long countDraining() {
    return running.values().stream()
        .filter(forwarding -> forwarding.getDrainingSince() != 0).count();
  }

  /**
   * @param now as System.nanoTime()
   * @return for how long the oldest of these has been so, in nanoseconds; 0 if
   *     there is none
   */
  long oldestDrain(long now) {
    return running.values().stream()
        .mapToLong(Forwarding::getDrainingSince).filter(since -> since != 0)
        .map(since -> now - since).max().orElse(0);
  }

  /** No new reference to the volume can be had: ends all that have one. */
  void volumeClosed(FsVolumeSpi volume) {
    for (ExtendedBlockId block : running.keySet()) {
      withRunning(block, forwarding -> {
        if (forwarding.isOn(volume)) {
          forwarding.end("its volume is removed");
        }
      });
    }
  }

  /**
   * @param pool of the block
   * @param replica that was deleted. A newer one of its block goes on, an
   *     older one is of no use
   */
  void replicaDeleted(String pool, Block replica) {
    withRunning(new ExtendedBlockId(replica.getBlockId(), pool),
        forwarding -> {
          if (forwarding.getGenerationStamp()
              <= replica.getGenerationStamp()) {
            forwarding.endUnwanted();
          }
        });
  }

  private void withRunning(ExtendedBlockId block,
      Consumer<Forwarding> action) {
    running.computeIfPresent(block, (key, forwarding) -> {
      action.accept(forwarding);
      return forwarding;
    });
  }
}
