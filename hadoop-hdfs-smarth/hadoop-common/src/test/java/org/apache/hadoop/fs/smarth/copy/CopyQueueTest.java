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

package org.apache.hadoop.fs.smarth.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class CopyQueueTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(60);

  private final CountDownLatch go = new CountDownLatch(1);
  private final List<String> ended = new CopyOnWriteArrayList<>();

  private Runnable copy(String name) {
    return () -> {
      try {
        go.await();
        ended.add(name);
      } catch (InterruptedException e) {
        ended.add(name + " was interrupted");
      }
    };
  }

  @Test
  public void theBiggestThatWaitsBeginsFirst() throws IOException {
    CopyQueue queue = new CopyQueue(1, 10);
    queue.add(1, copy("first"));
    queue.add(5, copy("small"));
    queue.add(7, copy("big"));
    queue.add(7, copy("as big"));
    go.countDown();
    queue.finish();
    assertThat(ended).containsExactly("first", "big", "as big", "small");
  }

  @Test
  public void whoAddsToAFullQueueWaits() throws Exception {
    CopyQueue queue = new CopyQueue(1, 1);
    queue.add(1, copy("one"));
    queue.add(1, copy("two"));
    AtomicBoolean added = new AtomicBoolean();
    Thread adder = new Thread(() -> {
      try {
        queue.add(1, copy("three"));
        added.set(true);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    });
    adder.start();
    await().until(() -> adder.getState() == Thread.State.WAITING);
    assertThat(added).isFalse();
    go.countDown();
    adder.join();
    queue.finish();
    assertThat(ended).hasSize(3);
  }

  @Test
  public void whoAddsToWhatIsCancelledNeverWaits() {
    CopyQueue queue = new CopyQueue(1, 1);
    queue.cancelAll();
    for (int n = 0; n < 3; n++) {
      assertThatThrownBy(() -> queue.add(1, copy("late")))
          .isInstanceOf(InterruptedIOException.class);
    }
  }

  /** @param threads how many the process may have. */
  private void assertCopiesAll(int threads) throws IOException {
    AtomicInteger made = new AtomicInteger();
    CopyQueue queue = new CopyQueue(3, 1, copies -> new Thread(copies) {
      @Override
      public void start() {
        if (made.incrementAndGet() > threads) {
          throw new OutOfMemoryError("unable to create new native thread");
        }
        super.start();
      }
    });
    go.countDown();
    for (int n = 0; n < 10; n++) {
      queue.add(1, copy("" + n));
    }
    queue.drain();
    assertThat(ended).hasSize(10);
    queue.finish();
  }

  @Test
  public void withFewerThreadsThanWantedAllAreCopied() throws IOException {
    assertCopiesAll(2);
  }

  @Test
  public void withoutAThreadWhoAddsCopies() throws IOException {
    assertCopiesAll(0);
  }

  @Test
  public void whoDrainsWaitsForAllAndMayAddMore() throws IOException {
    CopyQueue queue = new CopyQueue(2, 2);
    go.countDown();
    queue.add(1, copy("one"));
    queue.add(1, copy("two"));
    queue.drain();
    assertThat(ended).hasSize(2);
    queue.add(1, copy("three"));
    queue.finish();
    assertThat(ended).hasSize(3);
  }

  @Test
  public void whatIsCancelledIsInterruptedOrNotBegun() throws Exception {
    CopyQueue queue = new CopyQueue(1, 2);
    CountDownLatch begun = new CountDownLatch(1);
    queue.add(1, () -> {
      begun.countDown();
      copy("one").run();
    });
    queue.add(1, copy("two"));
    begun.await();
    assertThat(queue.cancel(60_000)).isEqualTo(1);
    assertThat(ended).containsExactly("one was interrupted");
    assertThatThrownBy(() -> queue.add(1, copy("three")))
        .isInstanceOf(InterruptedIOException.class);
  }

  @Test
  public void whoCancelsAllWaitsForACopyThatHasLostItsInterrupt()
      throws Exception {
    CopyQueue queue = new CopyQueue(1, 1);
    CountDownLatch begun = new CountDownLatch(1);
    queue.add(1, () -> {
      begun.countDown();
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        copy("one").run();
      }
    });
    queue.add(1, copy("two"));
    begun.await();
    Thread.currentThread().interrupt();
    assertThat(queue.cancelAll()).isEqualTo(1);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(ended).containsExactly("one was interrupted");
  }

  @Test
  public void anInterruptionEndsEachWaitAndIsKept() throws IOException {
    CopyQueue queue = new CopyQueue(1, 1);
    queue.add(1, copy("one"));
    queue.add(1, copy("two"));
    for (ThrowingCallable wait : new ThrowingCallable[] {
        () -> queue.add(1, copy("three")), queue::drain, queue::finish}) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(wait).isInstanceOf(InterruptedIOException.class);
      assertThat(Thread.interrupted()).isTrue();
    }
    go.countDown();
    queue.cancelAll();
  }
}
