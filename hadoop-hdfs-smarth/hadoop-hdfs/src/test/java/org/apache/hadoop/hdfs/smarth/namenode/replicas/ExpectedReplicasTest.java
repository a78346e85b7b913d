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
package org.apache.hadoop.hdfs.smarth.namenode.replicas;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.util.FakeTimer;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

/** When replicas that pipelines deliver are given up. */
public class ExpectedReplicasTest {
  private static final long HEARTBEAT = 3_000;
  private static final long TIMEOUT = TimeUnit.MINUTES.toMillis(5);
  private static final String BLOCK = "block";

  @Rule
  public final Timeout timeout = new Timeout(30, TimeUnit.SECONDS);

  private final FakeTimer timer = new FakeTimer();
  private final Map<String, Long> heartbeats = new HashMap<>();
  private final Set<String> dead = new HashSet<>();
  private final Set<String> silent = new HashSet<>();
  private final ExpectedReplicas<String, String> expected =
      new ExpectedReplicas<>(timer,
          new ExpectedReplicas.Datanodes<String>() {
            @Override
            public boolean isAlive(String datanode) {
              return !dead.contains(datanode);
            }

            @Override
            public boolean isSilent(String datanode) {
              return silent.contains(datanode);
            }

            @Override
            public long getHeartbeats(String datanode) {
              return heartbeats.getOrDefault(datanode, 0L);
            }
          }, TIMEOUT);

  private void expectTwo() {
    expected.expect(BLOCK, Arrays.asList("second", "third"));
  }

  private void heartbeat(String datanode) {
    heartbeats.merge(datanode, 1L, Long::sum);
  }

  private int count() {
    return expected.count(BLOCK, datanode -> false);
  }

  @Test
  public void aBlockThatDrainsForTwelveMinutesIsWaitedFor() {
    expectTwo();
    for (int seconds = 0; seconds < 12 * 60; seconds += 3) {
      timer.advance(HEARTBEAT);
      heartbeat("second");
      heartbeat("third");
      assertThat(expected.takeLost()).isEmpty();
    }
    assertThat(count()).isEqualTo(2);
    assertThat(expected.reported(BLOCK, "third")).isFalse();
    assertThat(expected.reported(BLOCK, "second")).isTrue();
    assertThat(expected.size()).isZero();
  }

  /** A log is open for days, and its writer may have told another namenode. */
  @Test
  public void whatDidNotComeInAnHourIsGivenUpThoughTheFileIsOpen() {
    expectTwo();
    timer.advance(ExpectedReplicas.OPEN_MILLIS - 1);
    assertThat(expected.takeLost()).isEmpty();
    timer.advance(1);
    assertThat(expected.takeLost()).containsOnlyKeys(BLOCK);
    assertThat(expected.size()).isZero();
  }

  @Test
  public void whoIsSilentThoughNotDeadIsWaitedForWhileTheFileIsOpen() {
    expectTwo();
    timer.advance(TimeUnit.MINUTES.toMillis(9));
    assertThat(expected.takeLost()).isEmpty();
    assertThat(count()).isEqualTo(2);
  }

  @Test
  public void aDeadDatanodeIsGivenUpThoughTheFileIsOpen() {
    expectTwo();
    dead.add("second");
    assertThat(expected.takeLost())
        .containsOnly(entry(BLOCK, Collections.singletonList("second")));
    assertThat(expected.takeLost()).isEmpty();
    assertThat(count()).isEqualTo(1);
  }

  @Test
  public void aSilentDatanodeIsGivenUpWhenTheFileIsClosed() {
    expectTwo();
    expected.reported(BLOCK, "third");
    silent.add("second");
    expected.closed(BLOCK);
    assertThat(expected.takeLost()).containsOnlyKeys(BLOCK);
    assertThat(expected.size()).isZero();
  }

  /** A busy namenode takes heartbeats late, and reports later. */
  @Test
  public void whoOnlyMissedAHeartbeatIsWaitedForWhenTheFileIsClosed() {
    expectTwo();
    timer.advance(2 * HEARTBEAT);
    expected.closed(BLOCK);
    assertThat(expected.takeLost()).isEmpty();
    timer.advance(ExpectedReplicas.WAIT_MILLIS);
    heartbeat("second");
    assertThat(expected.takeLost()).isEmpty();
    assertThat(count()).isEqualTo(2);
  }

  @Test
  public void whatAClosedFileLacksIsWaitedForNoLongerThanStocksTimeOut() {
    expectTwo();
    expected.closed(BLOCK);
    timer.advance(TIMEOUT - 1);
    assertThat(expected.takeLost()).isEmpty();
    timer.advance(1);
    assertThat(expected.takeLost()).containsOnlyKeys(BLOCK);
  }

  @Test
  public void whatTheWriterSaysIsLostIsGivenUpThoughTheFileIsOpen() {
    expectTwo();
    assertThat(expected.delivered(BLOCK, Arrays.asList("first", "third")))
        .containsExactly("second");
    assertThat(expected.takeLost())
        .containsOnly(entry(BLOCK, Collections.singletonList("second")));
    assertThat(count()).isEqualTo(1);
    assertThat(expected.reported(BLOCK, "third")).isTrue();
    expected.delivered(BLOCK, Collections.singletonList("first"));
    assertThat(expected.takeLost()).isEmpty();
  }

  /** Stock would have ordered the copy while the file was open. */
  @Test
  public void afterStocksTimeOutHalfAMinuteIsEnoughAlsoWithoutHeartbeats() {
    expectTwo();
    timer.advance(TIMEOUT);
    expected.closed(BLOCK);
    timer.advance(ExpectedReplicas.WAIT_MILLIS - 1);
    assertThat(expected.takeLost()).isEmpty();
    timer.advance(1);
    assertThat(expected.takeLost()).containsOnlyKeys(BLOCK);
  }

  private void heartbeats(long millis) {
    for (long passed = 0; passed < millis; passed += HEARTBEAT) {
      timer.advance(HEARTBEAT);
      heartbeat("second");
      heartbeat("third");
      assertThat(expected.takeLost()).isEmpty();
    }
  }

  /** Reports queue at a busy namenode when heartbeats are already taken. */
  @Test
  public void aReportThatComesHalfAMinuteAfterTheCloseIsInTime() {
    expectTwo();
    expected.closed(BLOCK);
    heartbeats(ExpectedReplicas.WAIT_MILLIS - HEARTBEAT);
    expected.reported(BLOCK, "second");
    expected.reported(BLOCK, "third");
    timer.advance(HEARTBEAT);
    assertThat(expected.takeLost()).isEmpty();
    assertThat(expected.size()).isZero();
  }

  @Test
  public void whoSentHeartbeatsForHalfAMinuteSinceTheCloseHasLostItsReplica() {
    expectTwo();
    expected.closed(BLOCK);
    heartbeats(ExpectedReplicas.WAIT_MILLIS - HEARTBEAT);
    timer.advance(HEARTBEAT);
    assertThat(expected.takeLost()).containsOnlyKeys(BLOCK);
  }

  @Test
  public void heartbeatsBeforeTheCloseDoNotCount() {
    expectTwo();
    heartbeats(2 * HEARTBEAT);
    expected.closed(BLOCK);
    timer.advance(ExpectedReplicas.WAIT_MILLIS);
    // The first may have been on its way before the report was.
    heartbeat("second");
    heartbeat("third");
    assertThat(expected.takeLost()).isEmpty();
    assertThat(expected.takeLost()).isEmpty();
  }

  /** Which heartbeats came since the close is not known there. */
  @Test
  public void afterAFailoverHalfAMinuteIsEnoughWithoutHeartbeats() {
    expectTwo();
    expected.closed(BLOCK);
    expected.failedOver();
    timer.advance(ExpectedReplicas.WAIT_MILLIS - 1);
    assertThat(expected.takeLost()).isEmpty();
    timer.advance(1);
    assertThat(expected.takeLost()).containsOnlyKeys(BLOCK);
  }

  @Test
  public void whatTheNamenodeSaysIsLostIsGivenUpThoughTheFileIsOpen() {
    expected.fail("another", datanode -> true);
    expectTwo();
    expected.fail(BLOCK, "second"::equals);
    assertThat(expected.takeLost())
        .containsOnly(entry(BLOCK, Collections.singletonList("second")));
    assertThat(expected.getHolders(BLOCK)).containsExactly("third");
    assertThat(expected.getHolders("another")).isEmpty();
  }

  @Test
  public void theEndOfAFileIsNewsOnceAndItsBlocksAreCounted() {
    expectTwo();
    expected.expect("another", Collections.singletonList("second"));
    assertThat(expected.countClosed()).isZero();
    assertThat(expected.closed(BLOCK)).isTrue();
    assertThat(expected.closed(BLOCK)).isFalse();
    assertThat(expected.closed("a third one")).isFalse();
    assertThat(expected.countClosed()).isEqualTo(1);
    assertThat(expected.getBlocks()).containsExactly(BLOCK, "another");
    expected.clear();
    assertThat(expected.getBlocks()).isEmpty();
    assertThat(count()).isZero();
  }

  @Test
  public void whatAnAppendAddsToTheBlockOfAClosedFileIsWaitedForAnew() {
    expectTwo();
    expected.delivered(BLOCK, Collections.singletonList("second"));
    expected.closed(BLOCK);
    timer.advance(TIMEOUT);
    expectTwo();
    assertThat(expected.takeLost()).isEmpty();
    assertThat(count()).isEqualTo(2);
    assertThat(expected.closed(BLOCK)).isTrue();
    assertThat(expected.takeLost()).isEmpty();
  }

  @Test
  public void whatWasReportedInAnotherWayIsNotCounted() {
    expectTwo();
    assertThat(expected.count(BLOCK, "third"::equals)).isEqualTo(1);
    assertThat(expected.isExpected(BLOCK, "third")).isFalse();
    assertThat(expected.isExpected(BLOCK, "second")).isTrue();
  }

  @Test
  public void nothingIsExpectedOfABlockThatIsRemovedOrWasNeverThere() {
    expectTwo();
    expected.remove(BLOCK);
    expected.expect(BLOCK, Collections.emptyList());
    expected.closed(BLOCK);
    assertThat(expected.reported(BLOCK, "second")).isFalse();
    assertThat(count()).isZero();
    assertThat(expected.size()).isZero();
  }

  /** Without heartbeats nothing else ends the wait for a closed file. */
  @Test
  public void aTimeOutThatIsChangedCountsForWhatIsWaitedForAlready() {
    expectTwo();
    expected.closed(BLOCK);
    timer.advance(TimeUnit.MINUTES.toMillis(1));
    assertThat(expected.takeLost()).isEmpty();
    expected.setTimeout(TimeUnit.MINUTES.toMillis(2));
    timer.advance(TimeUnit.MINUTES.toMillis(1) - 1);
    assertThat(expected.takeLost()).isEmpty();
    timer.advance(1);
    assertThat(expected.takeLost()).containsOnlyKeys(BLOCK);
  }
}
