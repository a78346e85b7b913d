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
package org.apache.hadoop.hdfs;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;

import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;

/** While open, no datanode sends a packet to the next one, or to some. */
final class StalledMirror extends DataNodeFaultInjector implements Closeable {
  private final DataNodeFaultInjector before = DataNodeFaultInjector.get();
  private final CountDownLatch released = new CountDownLatch(1);

  private final Predicate<String> stalled;

  StalledMirror() {
    this(mirror -> true);
  }

  /** @param stalled whether a next datanode, as host:port, gets nothing. */
  StalledMirror(Predicate<String> stalled) {
    this.stalled = stalled;
    DataNodeFaultInjector.set(this);
  }

  @Override
  public void stopSendingPacketDownstream(String mirror) throws IOException {
    if (!stalled.test(mirror)) {
      return;
    }
    try {
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while stalled");
    }
  }

  @Override
  public void close() {
    DataNodeFaultInjector.set(before);
    released.countDown();
  }
}
