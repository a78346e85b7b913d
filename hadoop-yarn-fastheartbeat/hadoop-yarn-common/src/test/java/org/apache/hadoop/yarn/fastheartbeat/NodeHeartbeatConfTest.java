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

public class NodeHeartbeatConfTest {
  private final Configuration conf = new Configuration(false);

  private void assertRefused(String key, String value, String range) {
    conf.set(key, value);
    assertThatThrownBy(() -> new NodeHeartbeatConf(conf)).as(value)
        .isInstanceOf(HadoopIllegalArgumentException.class)
        .hasMessage(key + " = " + value + ": must be " + range);
    conf.unset(key);
  }

  @Test(timeout = 60_000)
  public void withoutASiteFilePeriodsAreAdaptiveFromTenthsToStocksSecond() {
    NodeHeartbeatConf read = new NodeHeartbeatConf(conf);
    assertThat(read.isAdaptive()).isTrue();
    assertThat(read.getMin()).isEqualTo(100);
    assertThat(read.getInterval()).isEqualTo(1_000);
    assertThat(read.getMax()).isEqualTo(1_000);
    assertThat(read.getRate()).isEqualTo(1_000);
  }

  @Test(timeout = 60_000)
  public void valuesInRangeAreTaken() {
    conf.set(NodeHeartbeatConf.INTERVAL_KEY, " 10 ");
    assertThat(new NodeHeartbeatConf(conf).getInterval()).isEqualTo(10);
    assertThat(new NodeHeartbeatConf(conf).getMin()).isEqualTo(10);
    assertThat(new NodeHeartbeatConf(conf).getWarnings()).isEmpty();
    conf.addResource("yarn-default.xml");
    assertThat(new NodeHeartbeatConf(conf).getMin()).isEqualTo(10);
    conf.set(NodeHeartbeatConf.INTERVAL_KEY, "600000");
    conf.set(NodeHeartbeatConf.MIN_KEY, "600000");
    assertThat(new NodeHeartbeatConf(conf).getMin()).isEqualTo(600_000);
    conf.set(NodeHeartbeatConf.INTERVAL_KEY, "200");
    conf.set(NodeHeartbeatConf.MIN_KEY, "50");
    conf.set(NodeHeartbeatConf.MAX_KEY, "3000");
    conf.set(NodeHeartbeatConf.ADAPTIVE_KEY, "False");
    NodeHeartbeatConf read = new NodeHeartbeatConf(conf);
    assertThat(read.getMin()).isEqualTo(50);
    assertThat(read.getMax()).isEqualTo(3_000);
    assertThat(read.isAdaptive()).isFalse();
  }

  @Test(timeout = 60_000)
  public void nodesAreOfferedAtOnceOnlyWithAdaptivePeriods() {
    assertThat(new NodeHeartbeatConf(conf).isOfferedAtOnce()).isTrue();
    conf.set(NodeHeartbeatConf.OFFER_KEY, "false");
    assertThat(new NodeHeartbeatConf(conf).isOfferedAtOnce()).isFalse();
    assertThat(new NodeHeartbeatConf(conf).isAdaptive()).isTrue();
    conf.set(NodeHeartbeatConf.OFFER_KEY, "true");
    conf.set(NodeHeartbeatConf.ADAPTIVE_KEY, "false");
    assertThat(new NodeHeartbeatConf(conf).isOfferedAtOnce()).isFalse();
  }

  @Test(timeout = 60_000)
  public void valuesOutOfRangeAreRefusedWithKeyValueAndRange() {
    for (String value : new String[] {"0", "-1", "0.2", "fast", "1us",
        "", "600001"}) {
      assertRefused(NodeHeartbeatConf.INTERVAL_KEY, value,
          "a whole number from 1 to 600000");
    }
    for (String value : new String[] {"0", "9", "1001", "fast"}) {
      assertRefused(NodeHeartbeatConf.MIN_KEY, value,
          "a whole number from 10 to 1000");
    }
    for (String value : new String[] {"-1", "200001", "600000", "1s"}) {
      assertRefused(NodeHeartbeatConf.MAX_KEY, value,
          "a whole number from 0 to 200000");
    }
    assertRefused(NodeHeartbeatConf.MAX_KEY, "999",
        "0, or a whole number from 1000 (" + NodeHeartbeatConf.INTERVAL_KEY
            + ") to 200000");
    assertRefused(NodeHeartbeatConf.ADAPTIVE_KEY, "yes", "true or false");
    assertRefused(NodeHeartbeatConf.RATE_KEY, "0",
        "a whole number from 1 to 1000000");
  }

  @Test(timeout = 60_000)
  public void theIntervalIsAtMostTheExpiryAndLongerPeriodsAThirdOfIt() {
    conf.setInt(YarnConfiguration.RM_NM_EXPIRY_INTERVAL_MS, 5_000);
    assertRefused(NodeHeartbeatConf.INTERVAL_KEY, "5001",
        "a whole number from 1 to 5000");
    assertRefused(NodeHeartbeatConf.MAX_KEY, "1667",
        "a whole number from 0 to 1666");
    conf.setInt(NodeHeartbeatConf.MAX_KEY, 1_666);
    assertThat(new NodeHeartbeatConf(conf).getMax()).isEqualTo(1_666);
  }

  @Test(timeout = 60_000)
  public void anIntervalAboveAThirdOfTheExpiryIsTheLongestPeriodAsInStock() {
    conf.setInt(YarnConfiguration.RM_NM_EXPIRY_INTERVAL_MS, 5_000);
    conf.setInt(NodeHeartbeatConf.INTERVAL_KEY, 4_000);
    assertThat(new NodeHeartbeatConf(conf).getMax()).isEqualTo(4_000);
    conf.setInt(NodeHeartbeatConf.MAX_KEY, 4_000);
    assertThat(new NodeHeartbeatConf(conf).getMax()).isEqualTo(4_000);
    assertRefused(NodeHeartbeatConf.MAX_KEY, "4001",
        "a whole number from 0 to 4000");
  }

  /** Stock's ResourceManager takes 1 ms, and numbers as Hadoop writes them. */
  @Test(timeout = 60_000)
  public void whatStockStartsWithIsTakenAndWarnedOfIfItMakesNoSense() {
    for (String value : new String[] {"9", "1", "0x1"}) {
      conf.set(NodeHeartbeatConf.INTERVAL_KEY, value);
      NodeHeartbeatConf read = new NodeHeartbeatConf(conf);
      assertThat(read.getInterval()).isEqualTo(
          conf.getLong(NodeHeartbeatConf.INTERVAL_KEY, 0));
      assertThat(read.getMin()).isEqualTo(read.getInterval());
      assertThat(read.getWarnings()).containsExactly(
          NodeHeartbeatConf.INTERVAL_KEY + " = " + value + " makes no sense:"
              + " it should be at least 10");
    }
    conf.set(NodeHeartbeatConf.INTERVAL_KEY, "0x3e8");
    conf.set(YarnConfiguration.RM_NM_EXPIRY_INTERVAL_MS, "0x3e8");
    assertThat(new NodeHeartbeatConf(conf).getInterval()).isEqualTo(1_000);
    assertThat(new NodeHeartbeatConf(conf).getWarnings()).isEmpty();
  }

  @Test(timeout = 60_000)
  public void theFirstLookRefusesOnlyWhatIsNoNumber() {
    conf.set(NodeHeartbeatConf.INTERVAL_KEY, "fast");
    assertThatThrownBy(() -> NodeHeartbeatConf.checkInterval(conf))
        .hasMessage(NodeHeartbeatConf.INTERVAL_KEY
            + " = fast: must be a whole number");
    for (String number : new String[] {"0", "-1", "0x9", "10"}) {
      conf.set(NodeHeartbeatConf.INTERVAL_KEY, number);
      NodeHeartbeatConf.checkInterval(conf);
    }
  }
}
