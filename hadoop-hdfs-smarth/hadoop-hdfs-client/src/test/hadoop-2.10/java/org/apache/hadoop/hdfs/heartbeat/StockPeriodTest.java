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

import org.apache.hadoop.conf.Configuration;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What is a period for stock 2.10. */
public class StockPeriodTest {
  private static void assertAsStock(String value) {
    Configuration conf = new Configuration(false);
    conf.set(HeartbeatPeriod.KEY, value);
    // As DNConf and DatanodeManager read it, overflow included.
    long stock = conf.getLong(HeartbeatPeriod.KEY, 3);
    StockPeriod period = StockPeriod.of(value);
    assertThat(period.getMillis()).as(value).isEqualTo(stock * 1_000);
    assertThat(period.getLivenessSeconds()).as(value).isEqualTo(stock);
  }

  @Test(timeout = 60_000)
  public void anyNumberOfSecondsIsOne() {
    for (String value : new String[] {"3", " 6 ", "0", "-1", "86401",
        " 0x20000 ", "-0x1", "0x3", "9223372036854775807"}) {
      assertAsStock(value);
    }
    assertThat(StockPeriod.of(" 6 ").getReconfigured(" 6 ")).isEqualTo("6");
  }

  @Test(timeout = 60_000)
  public void nothingElseIsOne() {
    for (String value : new String[] {"0.2", "fast", "1us", "", " ", "9ms",
        "0s", "-200ms", "200ms", "3s", "2d", "200 ms", "ms", "1.5s", "0x"}) {
      assertThat(StockPeriod.of(value)).as(value).isNull();
    }
  }

  @Test(timeout = 60_000)
  public void onlySomeMakeSense() {
    assertThat(StockPeriod.of("1").makesSense()).isTrue();
    assertThat(StockPeriod.of("86400").makesSense()).isTrue();
    assertThat(StockPeriod.of("0").makesSense()).isFalse();
    assertThat(StockPeriod.of("86401").makesSense()).isFalse();
  }
}
