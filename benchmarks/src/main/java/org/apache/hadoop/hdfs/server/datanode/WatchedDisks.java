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

import java.lang.reflect.Field;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.hadoop.hdfs.server.datanode.FileIoProvider.OPERATION;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/**
 * Counts what the DataNodes of this JVM do to replicas on their disks, and lets the disks of some
 * of them hang. In this package because it is package-private.
 */
public final class WatchedDisks {
  /** A replica's data and its checksums are moved when it becomes final. */
  private static final int MOVES = 2;

  private final AtomicLong operations = new AtomicLong();
  private final AtomicLong moves = new AtomicLong();
  /** Guarded by this. */
  private final Set<Integer> hanging = new HashSet<>();

  /** @param number of the DataNode, which has just started */
  public void install(DataNode node, int number) {
    try {
      Field hook = FileIoProvider.class.getDeclaredField("faultInjectorEventHook");
      hook.setAccessible(true);
      hook.set(node.getFileIoProvider(), new Hook(number));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot watch the DataNode's disks", e);
    }
  }

  /** How often a replica was opened, written to or moved. */
  public long operations() {
    return operations.get();
  }

  /** How many replicas became final. */
  public long finals() {
    return moves.get() / MOVES;
  }

  /** Whoever has written a packet to the DataNode's disks waits now, until it is stopped. */
  public synchronized void hang(int number) {
    hanging.add(number);
  }

  public synchronized void release(int number) {
    hanging.remove(number);
    notifyAll();
  }

  public synchronized void releaseAll() {
    hanging.clear();
    notifyAll();
  }

  private synchronized void await(int number) {
    try {
      while (hanging.contains(number)) {
        wait();
      }
    } catch (InterruptedException e) {
      // As one whose writer is stopped.
      Thread.currentThread().interrupt();
    }
  }

  private final class Hook extends FaultInjectorFileIoEvents {
    private final int number;

    Hook(int number) {
      super(null);
      this.number = number;
    }

    @Override
    public void beforeMetadataOp(FsVolumeSpi volume, OPERATION op) {
      if (op == OPERATION.MOVE) {
        moves.incrementAndGet();
      }
      if (op == OPERATION.MOVE || op == OPERATION.OPEN) {
        operations.incrementAndGet();
      }
    }

    @Override
    public void beforeFileIo(FsVolumeSpi volume, OPERATION op, long len) {
      if (op == OPERATION.WRITE) {
        operations.incrementAndGet();
      } else if (op == OPERATION.FLUSH) {
        // After each packet; a write may be that of a recovery, which holds locks.
        await(number);
      }
    }
  }
}
