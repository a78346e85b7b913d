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

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

public class AllocateHeartbeatConfTest {
  /** It is longer in Hadoop 3. */
  private static final long EXPIRY =
      YarnConfiguration.DEFAULT_RM_AM_EXPIRY_INTERVAL_MS;

  private final Configuration conf = new Configuration(false);

  private void assertRefused(String key, String value, String range) {
    conf.set(key, value);
    assertThatThrownBy(() -> new AllocateHeartbeatConf(conf)).as(value)
        .isInstanceOf(HadoopIllegalArgumentException.class)
        .hasMessage(key + " = " + value + ": must be " + range);
    conf.unset(key);
  }

  @Test(timeout = 60_000)
  public void withoutASiteFileCallsAreEventDrivenAndStocksSecondWhenIdle() {
    AllocateHeartbeatConf read = new AllocateHeartbeatConf(conf);
    assertThat(read.isEventDriven()).isTrue();
    assertThat(read.getInterval()).isEqualTo(1_000);
    assertThat(read.getMinGap()).isEqualTo(20);
  }

  @Test(timeout = 60_000)
  public void theGapIsNotLongerThanAShortInterval() {
    conf.set(AllocateHeartbeatConf.INTERVAL_KEY, "10");
    assertThat(new AllocateHeartbeatConf(conf).getMinGap()).isEqualTo(10);
  }

  @Test(timeout = 60_000)
  public void valuesOutOfRangeAreRefusedWithKeyValueAndRange() {
    for (String value : new String[] {"0.2", "fast", "1us", "", "2147483648"}) {
      assertRefused(AllocateHeartbeatConf.INTERVAL_KEY, value,
          "a whole number from 1 to 2147483647");
    }
    for (String value : new String[] {"0", "-1", "1001", "20ms"}) {
      assertRefused(AllocateHeartbeatConf.MIN_GAP_KEY, value,
          "a whole number from 1 to 1000");
    }
    assertRefused(AllocateHeartbeatConf.EVENT_DRIVEN_KEY, "on",
        "true or false");
  }

  private void assertTaken(String interval, long expected, String warning) {
    conf.set(AllocateHeartbeatConf.INTERVAL_KEY, interval);
    AllocateHeartbeatConf read = new AllocateHeartbeatConf(conf);
    assertThat(read.getInterval()).as(interval).isEqualTo(expected);
    assertThat(read.getMinGap()).isEqualTo(Math.min(20, expected));
    assertThat(read.getWarnings()).containsExactly(
        AllocateHeartbeatConf.INTERVAL_KEY + " = " + interval
            + " makes no sense: it should be " + warning);
  }

  @Test(timeout = 60_000)
  public void whatStockStartsWithIsTakenAndWarnedOfIfItMakesNoSense() {
    assertTaken("0", 0, "at least 1; there is no pause");
    assertTaken("-0x1", 0, "at least 1; there is no pause");
    assertTaken(String.valueOf(EXPIRY + 1), EXPIRY + 1, "at most " + EXPIRY
        + ", the expiry (" + YarnConfiguration.RM_AM_EXPIRY_INTERVAL_MS + ")");
    conf.set(AllocateHeartbeatConf.INTERVAL_KEY, "0x3e8");
    assertThat(new AllocateHeartbeatConf(conf).getInterval())
        .isEqualTo(1_000);
    assertThat(new AllocateHeartbeatConf(conf).getWarnings()).isEmpty();
  }

  @Test(timeout = 60_000)
  public void theEndsOfEachRangeAreTakenWithoutAWarning() {
    conf.set(AllocateHeartbeatConf.EVENT_DRIVEN_KEY, " TRUE ");
    for (String value : new String[] {"1", String.valueOf(EXPIRY)}) {
      conf.set(AllocateHeartbeatConf.INTERVAL_KEY, value);
      conf.set(AllocateHeartbeatConf.MIN_GAP_KEY, value);
      AllocateHeartbeatConf read = new AllocateHeartbeatConf(conf);
      assertThat(read.isEventDriven()).isTrue();
      assertThat(read.getMinGap()).isEqualTo(read.getInterval())
          .isEqualTo(Long.parseLong(value));
      assertThat(read.getWarnings()).isEmpty();
    }
    conf.set(AllocateHeartbeatConf.INTERVAL_KEY, "2");
    conf.set(AllocateHeartbeatConf.MIN_GAP_KEY, "1");
    conf.setInt(YarnConfiguration.RM_AM_EXPIRY_INTERVAL_MS, 1);
    assertThat(new AllocateHeartbeatConf(conf).getWarnings()).hasSize(1);
    AllocateHeartbeatConf given = AllocateHeartbeatConf.eventDriven(1, 1);
    assertThat(given.getMinGap()).isEqualTo(given.getInterval()).isEqualTo(1);
  }

  @Test(timeout = 60_000)
  public void theExpiryWhichOnlyTheResourceManagerReadsStopsNoJob() {
    for (String value : new String[] {"0", "-1", "soon", ""}) {
      conf.set(YarnConfiguration.RM_AM_EXPIRY_INTERVAL_MS, value);
      assertThat(new AllocateHeartbeatConf(conf).getInterval()).as(value)
          .isEqualTo(1_000);
    }
  }

  @Test(timeout = 60_000)
  public void otherApplicationMastersGiveGapAndIntervalThemselves() {
    AllocateHeartbeatConf given = AllocateHeartbeatConf.eventDriven(5, 2_000);
    assertThat(given.isEventDriven()).isTrue();
    assertThat(given.getMinGap()).isEqualTo(5);
    assertThat(given.getInterval()).isEqualTo(2_000);
    assertThatThrownBy(() -> AllocateHeartbeatConf.eventDriven(5, 0))
        .hasMessage("interval = 0: must be at least 1 ms");
    assertThatThrownBy(() -> AllocateHeartbeatConf.eventDriven(0, 10))
        .hasMessage("minGap = 0: must be 1 to 10 ms");
    assertThatThrownBy(() -> AllocateHeartbeatConf.eventDriven(11, 10))
        .hasMessage("minGap = 11: must be 1 to 10 ms");
  }
}
