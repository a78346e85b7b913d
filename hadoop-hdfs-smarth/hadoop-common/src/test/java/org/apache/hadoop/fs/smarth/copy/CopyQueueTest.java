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

import com.google.common.util.concurrent.Uninterruptibles;
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
    CopyQueue queue = new CopyQueue(3, 1, 0, copies -> new Thread(copies) {
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

  /** A copy that is sent as soon as it begins. */
  private Runnable sent(CopyQueue queue, String name, List<String> begun) {
    return () -> {
      queue.sent(6 << 20);
      // Told twice, it leaves one place.
      queue.sent(6 << 20);
      begun.add(name);
      copy(name).run();
    };
  }

  @Test
  public void othersBeginWhileACopyThatIsSentIsStored() throws Exception {
    CopyQueue queue = new CopyQueue(1, 1);
    List<String> begun = new CopyOnWriteArrayList<>();
    for (int n = 0; n < 4; n++) {
      queue.add(1, sent(queue, "sent " + n, begun));
    }
    await().until(() -> begun.size() == 4);
    queue.add(1, copy("after"));
    assertThat(ended).isEmpty();
    assertThat(queue.cancel(60_000)).isEqualTo(1);
    assertThat(ended).hasSize(4).allMatch(name -> name.startsWith("sent"));
  }

  @Test
  public void noneBeginsForWhoseMemoryThereIsNoRoom() throws Exception {
    CopyQueue queue = new CopyQueue(1, 9, 15 << 20, Thread::new);
    List<String> begun = new CopyOnWriteArrayList<>();
    // The big one holds no more than stock's packets.
    queue.add(1L << 30, sent(queue, "big", begun));
    for (int n = 0; n < 4; n++) {
      queue.add(4 << 20, sent(queue, "small " + n, begun));
    }
    await().until(() -> begun.size() == 4);
    assertThat(queue.cancel(60_000)).isEqualTo(1);
    assertThat(ended).hasSize(4);
  }

  @Test
  public void whoWasSentWithoutRoomLeavesItsPlaceWhenThereIsSome()
      throws Exception {
    CopyQueue queue = new CopyQueue(2, 9, 1, Thread::new);
    List<String> begun = new CopyOnWriteArrayList<>();
    CountDownLatch first = new CountDownLatch(1);
    queue.add(1, () -> {
      queue.sent(6 << 20);
      begun.add("first");
      Uninterruptibles.awaitUninterruptibly(first);
    });
    await().until(() -> begun.size() == 1);
    queue.add(1, sent(queue, "second", begun));
    queue.add(1, sent(queue, "third", begun));
    await().until(() -> begun.size() == 3);
    queue.add(1, sent(queue, "fourth", begun));
    first.countDown();
    // The second leaves, and the third has its place.
    await().until(() -> begun.size() == 4);
    go.countDown();
    queue.finish();
    assertThat(ended).hasSize(3);
  }

  @Test
  public void withoutAThreadMoreTheNextBeginsWhenOneHasEnded()
      throws Exception {
    AtomicInteger alive = new AtomicInteger();
    CopyQueue queue = new CopyQueue(1, 9, 9, copies -> new Thread(() -> {
      try {
        copies.run();
      } finally {
        alive.decrementAndGet();
      }
    }) {
      @Override
      public void start() {
        if (alive.incrementAndGet() > 1) {
          alive.decrementAndGet();
          throw new OutOfMemoryError("unable to create new native thread");
        }
        super.start();
      }
    });
    go.countDown();
    List<String> begun = new CopyOnWriteArrayList<>();
    for (int n = 0; n < 9; n++) {
      queue.add(1, sent(queue, "copy " + n, begun));
    }
    queue.drain();
    assertThat(ended).hasSize(9);
    queue.finish();
  }

  @Test
  public void whoDrainsWaitsForWhatIsStored() throws Exception {
    CopyQueue queue = new CopyQueue(1, 9);
    List<String> begun = new CopyOnWriteArrayList<>();
    for (int n = 0; n < 10; n++) {
      queue.add(1, sent(queue, "sent " + n, begun));
    }
    await().until(() -> begun.size() == 4);
    Thread.currentThread().interrupt();
    assertThatThrownBy(queue::drain)
        .isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(begun).hasSize(4);
    go.countDown();
    queue.drain();
    assertThat(ended).hasSize(10);
    queue.add(1, copy("later"));
    queue.finish();
    assertThat(ended).hasSize(11);
  }
}
