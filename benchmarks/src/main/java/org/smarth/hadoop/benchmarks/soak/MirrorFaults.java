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

package org.smarth.hadoop.benchmarks.soak;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;

/**
 * What goes wrong between the DataNodes of this JVM. It is theirs only while something does: a
 * first DataNode with a fault injector leaves all sending to its forwarder.
 */
final class MirrorFaults extends DataNodeFaultInjector {
  private static final DataNodeFaultInjector NONE = new DataNodeFaultInjector();

  private final AtomicBoolean failPacket = new AtomicBoolean();
  private final AtomicBoolean failConnection = new AtomicBoolean();
  /** How many stalls have not ended. Guarded by this. */
  private int stalls;

  private synchronized void changed() {
    boolean some = stalls > 0 || failPacket.get() || failConnection.get();
    DataNodeFaultInjector.set(some ? this : NONE);
  }

  void failOnce(boolean connecting) {
    (connecting ? failConnection : failPacket).set(true);
    changed();
  }

  synchronized SoakCluster.Stall stall() {
    stalls++;
    changed();
    AtomicBoolean ended = new AtomicBoolean();
    return () -> {
      if (ended.compareAndSet(false, true)) {
        end();
      }
    };
  }

  private synchronized void end() {
    stalls--;
    changed();
    notifyAll();
  }

  void clear() {
    failPacket.set(false);
    failConnection.set(false);
    changed();
  }

  @Override
  public void stopSendingPacketDownstream(String mirror) throws IOException {
    synchronized (this) {
      try {
        while (stalls > 0) {
          wait();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while stalled");
      }
    }
    if (failPacket.compareAndSet(true, false)) {
      changed();
      throw new IOException("soak: no packet to " + mirror);
    }
  }

  @Override
  public void failMirrorConnection() throws IOException {
    if (failConnection.compareAndSet(true, false)) {
      changed();
      throw new IOException("soak: no connection to the mirror");
    }
  }
}
