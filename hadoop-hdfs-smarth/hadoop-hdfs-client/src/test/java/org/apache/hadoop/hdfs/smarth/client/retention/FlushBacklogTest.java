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
package org.apache.hadoop.hdfs.smarth.client.retention;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.hdfs.smarth.client.retention.PacketRetention.FlushBacklog;
import org.apache.hadoop.util.FakeTimer;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

public class FlushBacklogTest {
  private static final long MIN = 1000;
  private static final long SECONDS = 5;

  @Rule
  public final Timeout timeout = new Timeout(20, TimeUnit.SECONDS);

  private final FakeTimer timer = new FakeTimer();
  private final FlushBacklog backlog = new FlushBacklog(timer, MIN,
      TimeUnit.SECONDS.toMillis(SECONDS));

  /** Of a writer that is always ahead. */
  private void acknowledge(long bytesPerSecond, int seconds) {
    backlog.taken(bytesPerSecond * seconds);
    for (int i = 0; i < seconds; i++) {
      timer.advance(1_000);
      backlog.done(bytesPerSecond);
    }
  }

  @Test
  public void aFileThatIsNotFlushedHasNoBoundBeforeTheRateIsKnown() {
    backlog.taken(1L << 40);
    assertThat(backlog.isFull(1L << 40)).isFalse();
  }

  @Test
  public void asMuchAsInStockIsOnItsWayWhateverTheRate() {
    backlog.flushed();
    assertThat(backlog.isFull(10 * MIN)).isFalse();
    backlog.taken(MIN - 1);
    assertThat(backlog.isFull(1)).isFalse();
    assertThat(backlog.isFull(2)).isTrue();
    acknowledge(1, 3);
    assertThat(backlog.isFull(2)).isTrue();
  }

  @Test
  public void noMoreIsOnItsWayThanIsAcknowledgedInTime() {
    backlog.flushed();
    acknowledge(10 * MIN, 3);
    backlog.taken(1);
    assertThat(backlog.isFull(SECONDS * 10 * MIN - 1)).isFalse();
    assertThat(backlog.isFull(SECONDS * 10 * MIN)).isTrue();
  }

  @Test
  public void whatAFileThatIsNotFlushedHasOnItsWayArrivesInFiveMinutes() {
    acknowledge(10 * MIN, 3);
    backlog.taken(1);
    assertThat(backlog.isFull(300 * 10 * MIN - 1)).isFalse();
    assertThat(backlog.isFull(300 * 10 * MIN)).isTrue();
    backlog.flushed();
    assertThat(backlog.isFull(SECONDS * 10 * MIN)).isTrue();
  }

  @Test
  public void asMuchAsInStockIsOnItsWayThoughItArrivesLater() {
    acknowledge(1, 3);
    backlog.taken(MIN - 1);
    assertThat(backlog.isFull(1)).isFalse();
    assertThat(backlog.isFull(2)).isTrue();
  }

  /** The default memory and disk are used up before, with 4.3 MB/s or more. */
  @Test
  public void aFileThatIsNotFlushedWaitsForSlowLinksAlone() {
    acknowledge(9L << 19, 3);
    backlog.taken(5L << 28);
    assertThat(backlog.isFull(1 << 16)).isFalse();
  }

  @Test
  public void aFileThatIsNotFlushedGoesOnASecondAfterAStall() {
    acknowledge(50L << 20, 3);
    backlog.taken(1L << 30);
    for (int second = 0; second < 30; second++) {
      timer.advance(1_000);
      backlog.done(1);
    }
    assertThat(backlog.isFull(1)).isTrue();
    timer.advance(1_000);
    backlog.done(50L << 20);
    assertThat(backlog.isFull(1)).isFalse();
  }

  @Test
  public void theFirstMeasurementCountsAndEachLaterOneForAHalf() {
    backlog.flushed();
    acknowledge(10 * MIN, 1);
    backlog.taken(1);
    assertThat(backlog.isFull(SECONDS * 10 * MIN - 1)).isFalse();
    assertThat(backlog.isFull(SECONDS * 10 * MIN)).isTrue();
    backlog.dropped(1);
    acknowledge(20 * MIN, 1);
    backlog.taken(1);
    assertThat(backlog.isFull(SECONDS * 15 * MIN - 1)).isFalse();
    assertThat(backlog.isFull(SECONDS * 15 * MIN)).isTrue();
  }

  @Test
  public void theRateFollowsTheDatanodes() {
    backlog.flushed();
    acknowledge(100 * MIN, 3);
    acknowledge(MIN, 10);
    backlog.taken(1);
    assertThat(backlog.isFull(SECONDS * 2 * MIN)).isTrue();
    assertThat(backlog.isFull(SECONDS * MIN / 2)).isFalse();
  }

  @Test
  public void aPauseOfTheWriterSaysNothingOfTheRate() {
    backlog.flushed();
    acknowledge(100 * MIN, 3);
    timer.advance(TimeUnit.HOURS.toMillis(1));
    acknowledge(100 * MIN, 1);
    backlog.taken(1);
    assertThat(backlog.isFull(SECONDS * 90 * MIN)).isFalse();
  }

  @Test
  public void whoWaitsGoesOnWhenEnoughIsAcknowledged() throws Exception {
    backlog.flushed();
    backlog.taken(MIN);
    CompletableFuture<Void> asked = new CompletableFuture<>();
    CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
      try {
        backlog.awaitRoom(MIN / 2, () -> asked.complete(null));
      } catch (IOException | InterruptedException e) {
        throw new AssertionError(e);
      }
    });
    asked.get();
    assertThat(writer).isNotDone();
    backlog.done(MIN / 2);
    writer.get();
  }

  @Test
  public void whatIsNeverSentMakesRoomAndSaysNothingOfTheRate() {
    backlog.flushed();
    acknowledge(10 * MIN, 3);
    backlog.taken(1000 * MIN);
    timer.advance(1_000);
    backlog.dropped(1000 * MIN);
    acknowledge(10 * MIN, 1);
    backlog.taken(1);
    assertThat(backlog.isFull(SECONDS * 10 * MIN - 1)).isFalse();
    assertThat(backlog.isFull(SECONDS * 10 * MIN)).isTrue();
  }

  @Test
  public void whoWaitsLearnsThatTheFileHasFailed() {
    backlog.flushed();
    backlog.taken(MIN);
    assertThatThrownBy(() -> backlog.awaitRoom(1, () -> {
      throw new IOException("failed");
    })).isInstanceOf(IOException.class).hasMessage("failed");
  }
}
