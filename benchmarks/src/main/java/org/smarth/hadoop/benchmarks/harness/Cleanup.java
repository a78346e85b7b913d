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

package org.smarth.hadoop.benchmarks.harness;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * What must not outlive the run: processes, namespaces, directories. Closed in reverse order, once,
 * by the end of the run or by the JVM's shutdown (Ctrl-C), whichever comes first.
 */
public final class Cleanup implements AutoCloseable {
  /** Longer than any resource takes. */
  private static final long AHEAD_SECONDS = 30;
  /** Longer than all of them take, one after the other. */
  private static final long ALL_SECONDS = 300;
  private static final long RECHECK_MILLIS = 1000;

  /** Guarded by this. */
  private final Deque<Resource> resources = new ArrayDeque<>();
  /** How many resources are being closed ahead of the others. Guarded by this. */
  private int closingAhead;
  /** No more resources are taken in. Guarded by this. */
  private boolean closing;
  /** Everything is closed. Guarded by this. */
  private boolean closed;

  /** Something to give back. */
  @FunctionalInterface
  public interface Resource {
    void close() throws IOException;
  }

  /** Makes something and says how to undo it. */
  @FunctionalInterface
  public interface Source<R extends Resource> {
    R make() throws IOException;
  }

  /**
   * Makes a resource and keeps it for closing. No shutdown can slip in between the two.
   *
   * @throws Failure when the shutdown has begun
   */
  public synchronized <R extends Resource> R make(Source<R> source) throws IOException {
    if (closing) {
      throw new Failure("interrupted");
    }
    R resource = source.make();
    resources.push(resource);
    return resource;
  }

  /** Closes one resource ahead of the others; once all are being closed, leaves it to that. */
  public void close(Resource resource) throws IOException {
    synchronized (this) {
      if (closing || !resources.remove(resource)) {
        return;
      }
      closingAhead++;
    }
    try {
      resource.close();
    } finally {
      synchronized (this) {
        closingAhead--;
        notifyAll();
      }
    }
  }

  public synchronized boolean isClosing() {
    return closing;
  }

  /**
   * Closes everything; what cannot be closed is said on standard error. Who comes second waits: two
   * at once would delete a directory while a process that has yet to end writes into it. The JVM
   * ends with the shutdown hook.
   */
  @Override
  public void close() {
    if (!isFirst()) {
      return;
    }
    try {
      closeAll();
    } finally {
      synchronized (this) {
        closed = true;
        notifyAll();
      }
    }
  }

  private void closeAll() {
    for (Resource next = next(); next != null; next = next()) {
      try {
        next.close();
      } catch (IOException | RuntimeException e) {
        // Whatever it is, the others are closed.
        System.err.println("could not clean up: " + e.getMessage());
      }
    }
  }

  private synchronized boolean isFirst() {
    boolean first = !closing;
    closing = true;
    try {
      if (first) {
        // A process that has yet to end would still write into the directory that is deleted next.
        await(() -> closingAhead == 0, AHEAD_SECONDS);
      } else if (!await(() -> closed, ALL_SECONDS)) {
        System.err.println("could not clean up within " + ALL_SECONDS
            + " s; the next run removes what is left");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return first;
  }

  /** Whether it came to be in time. */
  private synchronized boolean await(BooleanSupplier condition, long seconds)
      throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
      wait(RECHECK_MILLIS);
    }
    return condition.getAsBoolean();
  }

  private synchronized Resource next() {
    return resources.poll();
  }
}
