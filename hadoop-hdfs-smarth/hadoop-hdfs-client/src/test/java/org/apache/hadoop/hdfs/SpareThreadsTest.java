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

import java.util.Collections;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.After;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Two files with threads for several blocks each. */
public class SpareThreadsTest {
  private final StreamerThreads file =
      new StreamerThreads(null, Collections.emptySet());
  private final StreamerThreads other =
      new StreamerThreads(null, Collections.emptySet());

  @After
  public void nothingIsLeft() {
    SpareThreads.reset();
    SpareThreads.noneOf(file);
    SpareThreads.noneOf(other);
    assertThat(SpareThreads.areWanted()).isFalse();
  }

  @Test
  public void aFileDoesNotWaitForItsOwn() {
    SpareThreads.someOf(file);
    assertThat(SpareThreads.isAnyBut(file)).isFalse();
    assertThat(SpareThreads.isAnyBut(other)).isTrue();
    SpareThreads.noneOf(file);
    assertThat(SpareThreads.isAnyBut(other)).isFalse();
  }

  @Test
  public void twoFilesDoNotWaitForEachOther() {
    SpareThreads.someOf(file);
    SpareThreads.someOf(other);
    SpareThreads.want(file);
    assertThat(SpareThreads.isAnyBut(file)).isTrue();
    SpareThreads.want(other);
    SpareThreads.want(other);
    assertThat(SpareThreads.isAnyBut(file)).isFalse();
    SpareThreads.wantNoMore(other);
    assertThat(SpareThreads.isAnyBut(file)).isFalse();
    SpareThreads.wantNoMore(other);
    assertThat(SpareThreads.isAnyBut(file)).isTrue();
    SpareThreads.wantNoMore(file);
  }

  private static void refuse(Thread thread) {
    throw new OutOfMemoryError("unable to create new native thread");
  }

  @Test
  public void anInterruptEndsTheWaitOfAStreamOfStocks() {
    SpareThreads.someOf(file);
    SpareThreads.setStart(SpareThreadsTest::refuse, 2);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> SpareThreads.start(new Thread()))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  public void aStreamOfStocksWaitsForAWhile() {
    SpareThreads.someOf(file);
    SpareThreads.want(file);
    AtomicInteger tries = new AtomicInteger();
    SpareThreads.setStart(thread -> {
      if (tries.incrementAndGet() < 3) {
        refuse(thread);
      }
      thread.start();
    }, 5);
    AtomicInteger meanwhile = new AtomicInteger();
    SpareThreads.start(new Thread(), meanwhile::incrementAndGet);
    assertThat(tries).hasValue(3);
    assertThat(meanwhile).as("heartbeats that may be sent").hasValue(2);
    SpareThreads.wantNoMore(file);
  }
}
