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

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.hadoop.hdfs.DFSClientFaultInjector;

/** Lets the client damage one packet on its way out; what it keeps for recovery stays right. */
final class CorruptPacket extends DFSClientFaultInjector {
  private final AtomicBoolean armed = new AtomicBoolean();
  /** Whose packet it was: other threads send theirs between the two calls. */
  private final AtomicReference<Thread> corrupter = new AtomicReference<>();

  void install() {
    DFSClientFaultInjector.set(this);
  }

  void arm() {
    armed.set(true);
  }

  void clear() {
    armed.set(false);
  }

  @Override
  public boolean corruptPacket() {
    boolean now = armed.compareAndSet(true, false);
    if (now) {
      corrupter.set(Thread.currentThread());
    }
    return now;
  }

  @Override
  public boolean uncorruptPacket() {
    return corrupter.compareAndSet(Thread.currentThread(), null);
  }
}
