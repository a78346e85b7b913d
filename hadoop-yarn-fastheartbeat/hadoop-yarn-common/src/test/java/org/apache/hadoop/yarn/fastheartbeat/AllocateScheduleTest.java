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
package org.apache.hadoop.yarn.fastheartbeat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

import org.apache.hadoop.conf.Configuration;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Scripts of events and calls; each call takes no time. */
public class AllocateScheduleTest {
  private final Configuration conf = new Configuration(false);
  private AllocateSchedule schedule = schedule();

  private AllocateSchedule schedule() {
    return new AllocateSchedule(new AllocateHeartbeatConf(conf), 0);
  }

  /** @return when calls are made until a time, with requests outstanding. */
  private List<Long> callsUntil(long end, int outstanding) {
    List<Long> calls = new ArrayList<>();
    while (schedule.nextCall() <= end) {
      long now = schedule.nextCall();
      calls.add(now);
      call(now, false, outstanding);
    }
    return calls;
  }

  private void call(long now, boolean news, int outstanding) {
    schedule.callBegins(now);
    schedule.callEnded(now, news, outstanding);
  }

  @Test(timeout = 60_000)
  public void withNothingToSayCallsComeAtTheInterval() {
    assertThat(callsUntil(3_500, 0)).containsExactly(1_000L, 2_000L, 3_000L);
  }

  @Test(timeout = 60_000)
  public void somethingToSayIsSaidAtOnce() {
    call(1_000, false, 0);
    schedule.event(1_400);
    assertThat(schedule.nextCall()).isLessThanOrEqualTo(1_400);
  }

  @Test(timeout = 60_000)
  public void whatHappensWithinTheGapIsSaidWithOneCall() {
    schedule.event(1);
    call(100, false, 0);
    schedule.event(101);
    schedule.event(105);
    schedule.event(119);
    assertThat(callsUntil(1_000, 0)).containsExactly(120L);
  }

  @Test(timeout = 60_000)
  public void whatHappensDuringACallIsSaidAfterTheGap() {
    schedule.callBegins(0);
    schedule.event(50);
    schedule.callEnded(80, false, 0);
    assertThat(schedule.nextCall()).isEqualTo(100);
  }

  @Test(timeout = 60_000)
  public void waitingForContainersTheGapGrowsWithTheTimeUpToTheInterval() {
    schedule.event(1_000);
    assertThat(schedule.nextCall()).isLessThanOrEqualTo(1_000);
    call(1_000, false, 5);
    assertThat(callsUntil(5_000, 5)).containsExactly(1_100L, 1_200L, 1_400L,
        1_800L, 2_600L, 3_600L, 4_600L);
  }

  @Test(timeout = 60_000)
  public void aContainerWhileOthersAreWaitedForShortensTheGapAgain() {
    schedule.event(1_000);
    call(1_000, false, 5);
    call(1_100, false, 5);
    call(1_200, false, 5);
    call(1_400, true, 4);
    assertThat(schedule.nextCall()).isEqualTo(1_500);
  }

  @Test(timeout = 60_000)
  public void theLastContainerEndsTheWait() {
    schedule.event(1_000);
    call(1_000, false, 1);
    call(1_100, true, 0);
    assertThat(schedule.nextCall()).isEqualTo(2_100);
  }

  @Test(timeout = 60_000)
  public void afterAFailedCallNothingHastensTheNext() {
    schedule.event(1_000);
    schedule.callBegins(1_000);
    schedule.event(1_010);
    schedule.callFailedUnlessEnded(1_500);
    schedule.event(1_600);
    assertThat(schedule.nextCall()).isEqualTo(2_500);

    schedule.callBegins(2_500);
    schedule.callEnded(2_500, false, 1);
    schedule.event(2_700);
    assertThat(schedule.nextCall()).isEqualTo(2_520);
  }

  @Test(timeout = 60_000)
  public void inFixedModeNothingButTheIntervalCounts() {
    conf.setBoolean(AllocateHeartbeatConf.EVENT_DRIVEN_KEY, false);
    conf.setInt(AllocateHeartbeatConf.INTERVAL_KEY, 200);
    schedule = schedule();
    schedule.event(10);
    assertThat(callsUntil(500, 7)).containsExactly(200L, 400L);
    schedule.event(510);
    assertThat(schedule.nextCall()).isEqualTo(600);
  }

  private void slowCall(long now, long duration) {
    schedule.callBegins(now);
    schedule.callEnded(now + duration, false, 1);
  }

  @Test(timeout = 60_000)
  public void gapsGrowWithCallsThatAreSlowOneAfterTheOtherUpToTheInterval() {
    slowCall(1_000, 30);
    slowCall(2_000, 30);
    schedule.event(2_031);
    assertThat(schedule.nextCall()).isEqualTo(2_050);
    slowCall(3_000, 40);
    schedule.event(3_041);
    assertThat(schedule.nextCall()).isEqualTo(3_340);
    for (int i = 4; i < 7; i++) {
      slowCall(i * 1_000, 500);
    }
    schedule.event(6_501);
    assertThat(schedule.nextCall()).isEqualTo(7_500);
    // One that is fast suffices.
    slowCall(8_000, 1);
    schedule.event(8_002);
    assertThat(schedule.nextCall()).isEqualTo(8_021);
  }

  /** Each has something to say all the time; an answer takes 1 ms. */
  @Test(timeout = 60_000)
  public void fiveHundredMastersDoNotFillTheQueueOfTheResourceManager() {
    AllocateHeartbeatConf read = new AllocateHeartbeatConf(conf);
    PriorityQueue<long[]> due =
        new PriorityQueue<>(Comparator.<long[]>comparingLong(next -> next[0]));
    AllocateSchedule[] masters = new AllocateSchedule[500];
    for (int i = 0; i < masters.length; i++) {
      masters[i] = new AllocateSchedule(read, 0);
      due.add(new long[] {i, i});
    }
    long idleFrom = 0;
    long waited = 0;
    int answered = 0;
    while (due.peek()[0] < 30_000) {
      long[] next = due.poll();
      AllocateSchedule master = masters[(int) next[1]];
      master.callBegins(next[0]);
      idleFrom = Math.max(idleFrom, next[0]) + 1;
      master.event(next[0]);
      master.callEnded(idleFrom, true, 1);
      if (next[0] > 20_000) {
        waited += idleFrom - next[0];
        answered++;
      }
      due.add(new long[] {master.nextCall(), next[1]});
    }
    // As many milliseconds as calls that wait; 480 if gaps did not grow.
    assertThat(waited / answered).isLessThan(120);
    assertThat(answered).isGreaterThan(9_000);
  }
}
