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
package org.apache.hadoop.hdfs.heartbeat;

import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What is a period for stock 3.4. */
public class StockPeriodTest {
  private static StockPeriod assertAsStock(String value) {
    Configuration conf = new Configuration(false);
    conf.set(HeartbeatPeriod.KEY, value);
    StockPeriod period = StockPeriod.of(value);
    // As DNConf reads it.
    assertThat(period.getMillis()).as(value).isEqualTo(
        conf.getTimeDuration(HeartbeatPeriod.KEY, 3, TimeUnit.SECONDS,
            TimeUnit.MILLISECONDS));
    return period;
  }

  /** As DatanodeManager reads it. */
  private static long seconds(String value) {
    Configuration conf = new Configuration(false);
    conf.set(HeartbeatPeriod.KEY, value);
    return conf.getTimeDuration(HeartbeatPeriod.KEY, 3, TimeUnit.SECONDS);
  }

  @Test(timeout = 60_000)
  public void livenessIsStocksWhereThatReadsWholeSecondsOrNone() {
    for (String value : new String[] {"3", " 6 ", "0", "-1", "86401", "3s",
        "2M", "2d", "0s", "-200ms", "1us", "9223372036854775807",
        "9999999999999d", "-9223372036854775808"}) {
      assertThat(assertAsStock(value).getLivenessSeconds()).as(value)
          .isEqualTo(seconds(value));
    }
  }

  @Test(timeout = 60_000)
  public void livenessIsThatOfTheDefaultBelowASecondAndElseRoundedUp() {
    for (String value : new String[] {"1ms", "9ms", "200ms", "999ms",
        "10500us"}) {
      assertThat(assertAsStock(value).getLivenessSeconds()).as(value)
          .isEqualTo(3);
    }
    assertThat(assertAsStock("1500ms").getLivenessSeconds()).isEqualTo(2);
    assertThat(assertAsStock("9223372036854775806ms").getLivenessSeconds())
        .isEqualTo(9223372036854776L);
  }

  /** A configuration that stock's tools, too, read as a number of seconds. */
  @Test(timeout = 60_000)
  public void whatIsSetAtRunTimeIsInSecondsWhereItCanBe() {
    assertThat(HeartbeatPeriod.reconfiguredValue(" 6 ")).isEqualTo("6");
    assertThat(HeartbeatPeriod.reconfiguredValue("1m")).isEqualTo("60");
    assertThat(HeartbeatPeriod.reconfiguredValue("3000ms")).isEqualTo("3");
    assertThat(HeartbeatPeriod.reconfiguredValue(" 200ms ")).isEqualTo("200ms");
    assertThat(HeartbeatPeriod.reconfiguredValue("1500ms")).isEqualTo("1500ms");
  }

  @Test(timeout = 60_000)
  public void onlySomeMakeSense() {
    for (String value : new String[] {"10ms", "1", "86400", "1d"}) {
      assertThat(StockPeriod.of(value).makesSense()).as(value).isTrue();
    }
    for (String value : new String[] {"9ms", "0", "0s", "-1", "86401", "2d"}) {
      assertThat(StockPeriod.of(value).makesSense()).as(value).isFalse();
    }
  }
}
