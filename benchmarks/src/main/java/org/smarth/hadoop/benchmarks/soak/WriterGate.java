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

/**
 * Interrupts the thread of a writer while it is in a call of its stream, and nowhere else. The
 * writer passes in and out; any thread may interrupt.
 */
final class WriterGate {
  /** Who is in a call, or null. Guarded by this, as all that follow. */
  private Thread inside;
  /** An interruption came while nobody was inside: the next call begins with it. */
  private boolean pending;
  /** The call that is or was last was interrupted. */
  private boolean hit;

  synchronized void enter() {
    inside = Thread.currentThread();
    hit = false;
    if (pending) {
      pending = false;
      interrupt(inside);
    }
  }

  /** Takes back an interruption that the call has left as a flag. */
  synchronized void leave() {
    inside = null;
    if (hit) {
      Thread.interrupted();
    }
  }

  synchronized void interrupt() {
    if (inside == null) {
      pending = true;
    } else {
      interrupt(inside);
    }
  }

  private synchronized void interrupt(Thread writer) {
    hit = true;
    writer.interrupt();
  }

  /** Whether the call that is or was last was interrupted. */
  synchronized boolean wasHit() {
    return hit;
  }
}
