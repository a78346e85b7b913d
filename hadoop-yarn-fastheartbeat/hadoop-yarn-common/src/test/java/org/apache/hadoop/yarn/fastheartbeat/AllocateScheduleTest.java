/*
 * Licensed to the Apache Software Foundation (ASF) under one
 * or more contributor license agreements.  See the NOTICE file
 * distributed with this work for additional information
 * regarding copyright ownership.  The ASF licenses this file
 * to you under the Apache License, Version 2.0 (the
 * "License"); you may not use this file except in compliance
 * with the License.  You may obtain a copy of the License at
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
import java.util.List;

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
    schedule.callBegins();
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
    schedule.callBegins();
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
    schedule.callBegins();
    schedule.event(1_010);
    schedule.callFailedUnlessEnded(1_500);
    schedule.event(1_600);
    assertThat(schedule.nextCall()).isEqualTo(2_500);

    schedule.callBegins();
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
}
