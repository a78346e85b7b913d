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

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

public class HeartbeatPeriodTest {
  private static Configuration with(String value) {
    Configuration conf = new Configuration(false);
    conf.set(HeartbeatPeriod.KEY, value);
    return conf;
  }

  private static long millis(String value) {
    return HeartbeatPeriod.getMillis(with(value));
  }

  private static long livenessSeconds(String value) {
    return HeartbeatPeriod.getLivenessSeconds(with(value));
  }

  @Test(timeout = 60_000)
  public void aBareNumberIsInSeconds() {
    assertThat(millis("3")).isEqualTo(3_000);
    assertThat(millis(" 1 ")).isEqualTo(1_000);
    assertThat(millis("86400")).isEqualTo(86_400_000);
  }

  @Test(timeout = 60_000)
  public void aSuffixSaysTheUnit() {
    assertThat(millis("200ms")).isEqualTo(200);
    assertThat(millis(" 10ms")).isEqualTo(10);
    assertThat(millis("1s")).isEqualTo(1_000);
    assertThat(millis("2m")).isEqualTo(120_000);
    assertThat(millis("1d")).isEqualTo(86_400_000);
    assertThat(millis("50000us")).isEqualTo(50);
  }

  @Test(timeout = 60_000)
  public void withoutAValueItIsStocksThreeSeconds() {
    Configuration empty = new Configuration(false);
    assertThat(HeartbeatPeriod.getMillis(empty)).isEqualTo(3_000);
    assertThat(HeartbeatPeriod.getLivenessSeconds(empty)).isEqualTo(3);
  }

  @Test(timeout = 60_000)
  public void aNumberThatMakesNoSenseIsStocksAndWarnedOfOnce() {
    LogCapturer log = LogCapturer.captureLogs(
        LoggerFactory.getLogger(HeartbeatPeriod.class));
    try {
      for (String value : new String[] {"0", "-1", "86401", " 0x20000 ", "-0x1",
          "9223372036854775807"}) {
        // As DNConf and DatanodeManager read it in stock, overflow included.
        StockPeriod stock = StockPeriod.of(value);
        if (stock == null) {
          assertRefused(value);
          continue;
        }
        assertThat(millis(value)).as(value).isEqualTo(stock.getMillis());
        assertThat(livenessSeconds(value)).as(value)
            .isEqualTo(stock.getLivenessSeconds());
        assertThat(HeartbeatPeriod.reconfiguredLivenessSeconds(value))
            .as(value).isEqualTo(stock.getLivenessSeconds());
        assertThat(log.getOutput()).as(value).containsOnlyOnce(
            "dfs.heartbeat.interval = " + value.trim() + " ");
        log.clearOutput();
      }
      assertThat(millis("200ms")).isEqualTo(200);
      assertThat(log.getOutput()).isEmpty();
    } finally {
      log.stopCapturing();
    }
  }

  @Test(timeout = 60_000)
  public void whatStockRefusesAndIsNoPeriodIsRefusedWithKeyValueAndRange() {
    for (String value : new String[] {"0.2", "fast", "1us", "", " ", "9ms",
        "0s", "-200ms", "2d", "200 ms", "ms", "1.5s", "10500us", "3 4", "0x",
        "99999999999999999999", "99999999999d"}) {
      if (StockPeriod.of(value) == null) {
        assertRefused(value);
      }
    }
    for (String value : new String[] {"0.2", "fast", "", " ", "200 ms", "ms",
        "1.5s", "3 4", "0x", "99999999999999999999"}) {
      assertThat(StockPeriod.of(value)).as(value).isNull();
    }
  }

  private static void assertRefused(String value) {
    assertThatThrownBy(() -> millis(value)).as(value)
        .isInstanceOf(HadoopIllegalArgumentException.class)
        .hasMessage("dfs.heartbeat.interval = " + value + ": must be a whole"
            + " number of time units from 10ms to 86400000ms (suffixes ms,"
            + " s, m, h, d; without one in seconds)");
  }

  @Test(timeout = 60_000)
  public void fromASecondOnLivenessIsJudgedByThePeriodAsInStock() {
    assertThat(livenessSeconds("1")).isEqualTo(1);
    assertThat(livenessSeconds("10s")).isEqualTo(10);
    assertThat(livenessSeconds("2m")).isEqualTo(120);
    assertThat(livenessSeconds("1500ms")).isEqualTo(2);
  }

  @Test(timeout = 60_000)
  public void belowASecondLivenessIsJudgedAsWithTheDefault() {
    assertThat(livenessSeconds("999ms")).isEqualTo(3);
    assertThat(livenessSeconds("200ms")).isEqualTo(3);
    assertThat(livenessSeconds("10ms")).isEqualTo(3);
  }

  @Test(timeout = 60_000)
  public void ofAPeriodThatStockHasReadOnlyOneBelowASecondCountsAsTheDefault() {
    assertThat(HeartbeatPeriod.livenessSeconds(10)).isEqualTo(3);
    assertThat(HeartbeatPeriod.livenessSeconds(999)).isEqualTo(3);
    assertThat(HeartbeatPeriod.livenessSeconds(1_000)).isEqualTo(1);
    assertThat(HeartbeatPeriod.livenessSeconds(1_999)).isEqualTo(1);
    assertThat(HeartbeatPeriod.livenessSeconds(0)).isZero();
    assertThat(HeartbeatPeriod.livenessSeconds(-1_000)).isEqualTo(-1);
  }

  @Test(timeout = 60_000)
  public void aWrongValueAtRunTimeIsTheExceptionThatStockExpects() {
    assertThat(HeartbeatPeriod.reconfiguredLivenessSeconds("6")).isEqualTo(6);
    assertThatThrownBy(() -> HeartbeatPeriod.reconfiguredLivenessSeconds("0.2"))
        .isInstanceOf(NumberFormatException.class)
        .hasMessageStartingWith("dfs.heartbeat.interval = 0.2: must be ");
  }
}
