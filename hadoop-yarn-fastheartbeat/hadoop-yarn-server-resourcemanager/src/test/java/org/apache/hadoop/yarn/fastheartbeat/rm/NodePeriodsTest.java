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
package org.apache.hadoop.yarn.fastheartbeat.rm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.FakeTimer;
import org.apache.hadoop.yarn.fastheartbeat.NodeHeartbeatConf;
import org.apache.hadoop.yarn.fastheartbeat.rm.NodeLoad.ClusterLoad;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Scripts of heartbeats of a node of 8 GB that can hold eight containers. */
public class NodePeriodsTest {
  private static final String NODE = "node";
  private static final int NODES = 10;
  private static final long FREE = 8_192;

  private final Configuration conf = new Configuration(false);
  private final FakeTimer timer = new FakeTimer();
  private NodePeriods periods = periods();

  private NodePeriods periods() {
    return new NodePeriods(new NodeHeartbeatConf(conf), timer);
  }

  private long beat(String node, int finished, long free,
      ClusterLoad cluster) {
    Set<?> containers =
        IntStream.range(0, finished).boxed().collect(Collectors.toSet());
    return periods.next(node,
        new NodeLoad(containers, free, free >= 1_024, cluster));
  }

  private long beat(int finished, long free, int pending) {
    return beat(NODE, finished, free, new ClusterLoad(NODES, pending, 0));
  }

  private void becomeIdle() {
    beat(0, FREE, 0);
    timer.advance(60_000);
    assertThat(beat(0, FREE, 0)).isEqualTo(1_000);
  }

  /** @return the periods of a node that sends its heartbeats as it is told. */
  private List<Long> script(int count, int finished, long free, int pending) {
    List<Long> told = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long period = beat(finished, free, pending);
      told.add(period);
      timer.advance(period);
    }
    return told;
  }

  @Test(timeout = 60_000)
  public void anIdleNodeHasTheConfiguredInterval() {
    conf.setInt(NodeHeartbeatConf.MAX_KEY, 5_000);
    periods = periods();
    becomeIdle();
    assertThat(script(3, 0, FREE, 0)).containsOnly(1_000L);
  }

  @Test(timeout = 60_000)
  public void aNewNodeHasTheConfiguredIntervalUnlessRequestsCome() {
    assertThat(beat(0, FREE, 0)).isEqualTo(1_000);
    assertThat(beat("another", 0, FREE, new ClusterLoad(NODES, 2, 0)))
        .isEqualTo(100);
  }

  @Test(timeout = 60_000)
  public void aNodeWithRoomIsShortWhenRequestsCome() {
    becomeIdle();
    assertThat(beat(0, FREE, 3)).isEqualTo(100);
  }

  @Test(timeout = 60_000)
  public void requestsThatStayUnservedDoNotKeepTheirPeriodsShort() {
    becomeIdle();
    assertThat(script(12, 0, FREE, 3)).containsExactly(100L, 100L, 100L, 150L,
        225L, 325L, 500L, 500L, 1_000L, 1_000L, 1_000L, 1_000L);
  }

  @Test(timeout = 60_000)
  public void moreRequestsMakeItShortAgain() {
    becomeIdle();
    script(12, 0, FREE, 3);
    assertThat(beat(0, FREE, 4)).isEqualTo(100);
  }

  @Test(timeout = 60_000)
  public void aContainerThatWasReleasedMakesItShort() {
    becomeIdle();
    beat(0, FREE - 1_024, 0);
    assertThat(beat(0, FREE, 0)).isEqualTo(100);
  }

  @Test(timeout = 60_000)
  public void aContainerThatWasAllocatedMakesItShortUnlessOffersComeAtOnce() {
    becomeIdle();
    assertThat(beat(0, FREE - 1_024, 0)).isEqualTo(1_000);
    conf.setBoolean(NodeHeartbeatConf.OFFER_KEY, false);
    periods = periods();
    becomeIdle();
    assertThat(beat(0, FREE - 1_024, 0)).isEqualTo(100);
  }

  @Test(timeout = 60_000)
  public void aContainerThatFinishedMakesItShortEvenWhileTheNodeIsFull() {
    becomeIdle();
    beat(0, 0, 5);
    timer.advance(60_000);
    assertThat(beat(0, 0, 5)).isEqualTo(1_000);
    assertThat(beat(1, 0, 5)).isEqualTo(100);
  }

  @Test(timeout = 60_000)
  public void aContainerThatFinishedIsFollowedUpOnceUnlessRequestsWait() {
    becomeIdle();
    assertThat(script(3, 1, FREE, 0)).containsExactly(100L, 900L, 1_000L);
    assertThat(script(5, 2, FREE, 3))
        .containsExactly(100L, 100L, 100L, 150L, 225L);
  }

  @Test(timeout = 60_000)
  public void aContainerThatFinishedIsFollowedUpLongerIfNoOffersFollow() {
    conf.setBoolean(NodeHeartbeatConf.OFFER_KEY, false);
    periods = periods();
    becomeIdle();
    // It is reported again as finished, which is no news.
    assertThat(script(12, 1, FREE, 0)).startsWith(100L, 100L, 100L, 150L)
        .endsWith(1_000L, 1_000L);
  }

  @Test(timeout = 60_000)
  public void aFullNodeHasTheLongestPeriodThoughRequestsWait() {
    conf.setInt(NodeHeartbeatConf.MAX_KEY, 5_000);
    periods = periods();
    becomeIdle();
    assertThat(beat(0, 1_023, 3)).isEqualTo(5_000);
    assertThat(beat(0, 1_023, 9)).isEqualTo(5_000);
  }

  @Test(timeout = 60_000)
  public void requestsDoNotMakeAnotherNodeForgetItsOwnEvents() {
    becomeIdle();
    beat("other", 0, FREE, new ClusterLoad(NODES, 0, 0));
    timer.advance(60_000);
    assertThat(beat(1, FREE, 0)).isEqualTo(100);
    assertThat(beat("other", 0, FREE, new ClusterLoad(NODES, 0, 0)))
        .isEqualTo(1_000);
  }

  @Test(timeout = 60_000)
  public void queuedEventsMakePeriodsLongInProportion() {
    conf.setInt(NodeHeartbeatConf.MAX_KEY, 4_000);
    periods = periods();
    becomeIdle();
    assertThat(beat(NODE, 1, FREE, new ClusterLoad(NODES, 1, 20)))
        .isEqualTo(100);
    assertThat(beat(NODE, 2, FREE, new ClusterLoad(NODES, 2, 500)))
        .isEqualTo(2_000);
    assertThat(beat(NODE, 3, FREE, new ClusterLoad(NODES, 3, 1_000)))
        .isEqualTo(4_000);
    assertThat(beat(NODE, 4, FREE, new ClusterLoad(NODES, 4, 50_000)))
        .isEqualTo(4_000);
    assertThat(beat(NODE, 5, FREE, new ClusterLoad(NODES, 5, 0)))
        .isEqualTo(100);
  }

  @Test(timeout = 60_000)
  public void manyNodesTogetherKeepToTheRate() {
    becomeIdle();
    assertThat(beat(NODE, 1, FREE, new ClusterLoad(100, 1, 0)))
        .isEqualTo(100);
    assertThat(beat(NODE, 2, FREE, new ClusterLoad(400, 2, 0)))
        .isEqualTo(400);
    assertThat(beat(NODE, 3, FREE, new ClusterLoad(4_000, 3, 0)))
        .isEqualTo(1_000);
  }

  @Test(timeout = 60_000)
  public void aFixedPeriodIsTheConfiguredOneWhateverHappens() {
    conf.setBoolean(NodeHeartbeatConf.ADAPTIVE_KEY, false);
    conf.setInt(NodeHeartbeatConf.INTERVAL_KEY, 200);
    periods = periods();
    assertThat(beat(0, FREE, 0)).isEqualTo(200);
    assertThat(beat(3, 0, 7)).isEqualTo(200);
    assertThat(beat(NODE, 4, FREE, new ClusterLoad(NODES, 5, 5_000)))
        .isEqualTo(200);
  }

  @Test(timeout = 60_000)
  public void aNodeIsHeardOfUntilItsNextHeartbeatIsAPeriodLate() {
    assertThat(periods.isHeardOf(NODE)).isFalse();
    becomeIdle();
    timer.advance(2_000);
    assertThat(periods.isHeardOf(NODE)).isTrue();
    timer.advance(1);
    assertThat(periods.isHeardOf(NODE)).isFalse();
    beat(0, FREE, 0);
    assertThat(periods.isHeardOf(NODE)).isTrue();
  }

  /** @return whether stock would have this heartbeat, too. */
  private boolean isStocks(int finished, long free, int pending) {
    beat(finished, free, pending);
    return periods.takeHeartbeat(NODE);
  }

  @Test(timeout = 60_000)
  public void oneHeartbeatAnIntervalIsStocksHoweverShortPeriodsAre() {
    becomeIdle();
    assertThat(periods.takeHeartbeat(NODE)).isTrue();
    int stocks = 0;
    for (long end = timer.monotonicNow() + 10_000;
         timer.monotonicNow() < end;) {
      timer.advance(beat(0, FREE, (int) timer.monotonicNow()));
      stocks += isStocks(0, FREE, 0) ? 1 : 0;
    }
    assertThat(stocks).isEqualTo(10);
  }

  @Test(timeout = 60_000)
  public void stocksHeartbeatsComeInTime() {
    becomeIdle();
    periods.takeHeartbeat(NODE);
    long stocks = timer.monotonicNow();
    for (int i = 0; i < 100; i++) {
      timer.advance(beat(0, FREE, i % 20));
      if (isStocks(0, FREE, i % 20)) {
        assertThat(timer.monotonicNow() - stocks).isEqualTo(1_000);
        stocks = timer.monotonicNow();
      }
    }
    assertThat(stocks).isGreaterThan(10_000);
  }

  @Test(timeout = 60_000)
  public void aHeartbeatThatReportsWhatFinishedIsStocksAndOthersFollowLater() {
    becomeIdle();
    assertThat(isStocks(0, FREE, 0)).isTrue();
    timer.advance(300);
    assertThat(isStocks(1, FREE, 0)).isTrue();
    timer.advance(900);
    // It is reported again, which is no news.
    assertThat(isStocks(1, FREE, 0)).isFalse();
    timer.advance(100);
    assertThat(isStocks(1, FREE, 0)).isTrue();
  }

  @Test(timeout = 60_000)
  public void oneContainerThatFinishesWhileAnotherIsForgottenIsSeen() {
    becomeIdle();
    periods.takeHeartbeat(NODE);
    periods.next(NODE, new NodeLoad(Collections.singleton("first"), FREE, true,
        new ClusterLoad(NODES, 0, 0)));
    assertThat(periods.takeHeartbeat(NODE)).isTrue();
    periods.next(NODE, new NodeLoad(Collections.singleton("second"), FREE,
        true, new ClusterLoad(NODES, 0, 0)));
    assertThat(periods.takeHeartbeat(NODE)).isTrue();
  }

  @Test(timeout = 60_000)
  public void anOfferStandsForAHeartbeatThatIsLateAndForNoOther() {
    conf.setInt(NodeHeartbeatConf.MAX_KEY, 5_000);
    periods = periods();
    assertThat(beat(0, 0, 0)).isEqualTo(5_000);
    assertThat(periods.takeLateHeartbeat(NODE)).isFalse();
    timer.advance(999);
    assertThat(periods.takeLateHeartbeat(NODE)).isFalse();
    timer.advance(1);
    assertThat(periods.takeLateHeartbeat(NODE)).isTrue();
    assertThat(periods.takeLateHeartbeat(NODE)).isFalse();
    assertThat(periods.takeLateHeartbeat("another")).isFalse();
  }

  @Test(timeout = 60_000)
  public void aFixedPeriodsHeartbeatsAreAllStocks() {
    conf.setBoolean(NodeHeartbeatConf.ADAPTIVE_KEY, false);
    periods = periods();
    beat(0, FREE, 0);
    assertThat(periods.takeHeartbeat(NODE)).isTrue();
    assertThat(periods.takeHeartbeat(NODE)).isTrue();
  }

  @Test(timeout = 60_000)
  public void aNodeThatIsLookedAtInVainIsLookedAtLessOftenUntilItHasAnEvent() {
    becomeIdle();
    int beats = 0;
    int offers = 0;
    long start = timer.monotonicNow();
    long next = start;
    // Somebody asks for more every 20 ms.
    for (int pending = 1; timer.monotonicNow() < start + 20_000; pending++) {
      if (timer.monotonicNow() >= next) {
        next = timer.monotonicNow() + beat(0, FREE, pending);
        periods.looked(NODE, false);
        beats++;
      }
      if (periods.isWorthALook(NODE)) {
        periods.looked(NODE, false);
        offers++;
      }
      timer.advance(20);
    }
    assertThat(beats).isLessThan(30);
    assertThat(offers).isLessThan(30);

    periods.looked(NODE, false);
    assertThat(periods.isWorthALook(NODE)).isFalse();
    assertThat(beat(1, FREE, 5_000)).isEqualTo(100);
    assertThat(periods.isWorthALook(NODE)).isTrue();
  }

  @Test(timeout = 60_000)
  public void aLookThatPlacedOrSomeTimeMakesLooksInVainForgotten() {
    becomeIdle();
    for (int i = 0; i < 5; i++) {
      periods.looked(NODE, false);
    }
    assertThat(periods.isWorthALook(NODE)).isFalse();
    periods.looked(NODE, true);
    assertThat(periods.isWorthALook(NODE)).isTrue();
    for (int i = 0; i < 5; i++) {
      periods.looked(NODE, false);
    }
    timer.advance(2_001);
    periods.looked(NODE, false);
    timer.advance(20);
    assertThat(periods.isWorthALook(NODE)).isTrue();
  }

  @Test(timeout = 60_000)
  public void aNodeThatIsSilentForAnHourIsForgottenWhenAnotherComes() {
    beat("gone", 0, FREE, new ClusterLoad(NODES, 0, 0));
    assertThat(periods.takeHeartbeat("gone")).isTrue();
    assertThat(periods.takeHeartbeat("gone")).isFalse();
    timer.advance(3_500_000);
    beat("second", 0, FREE, new ClusterLoad(NODES, 0, 0));
    assertThat(periods.takeHeartbeat("gone")).isFalse();
    timer.advance(200_000);
    beat("third", 0, FREE, new ClusterLoad(NODES, 0, 0));
    // As of one that was never heard of.
    assertThat(periods.takeHeartbeat("gone")).isTrue();
    assertThat(periods.takeHeartbeat("second")).isTrue();
    assertThat(periods.takeHeartbeat("second")).isFalse();
  }
}
