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
package org.apache.hadoop.hdfs.smarth.namenode.placement;

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.lib.StaticUserWebFilter;
import org.apache.hadoop.security.AuthenticationFilterInitializer;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

public class PlacementConfTest {
  private static PlacementConf with(String key, String value) {
    Configuration conf = new Configuration(false);
    conf.set(key, value);
    return new PlacementConf(conf);
  }

  private static void assertRefused(String key, String range,
      String... values) {
    for (String value : values) {
      assertThatThrownBy(() -> with(key, value))
          .isInstanceOf(HadoopIllegalArgumentException.class)
          .hasMessage(key + " = " + value + ": must be " + range);
    }
  }

  @Test(timeout = 60_000)
  public void withoutASiteFileSpeedsAreUsed() {
    PlacementConf conf = new PlacementConf(new Configuration(false));
    assertThat(conf.isLaterHops()).isTrue();
    assertThat(conf.getClientsMax()).isEqualTo(10_000);
    assertThat(conf.getExpiryMillis()).isEqualTo(600_000);
    assertThat(conf.getLimpingFraction()).isEqualTo(0.3);
    assertThat(conf.getLimpingRetryMillis()).isEqualTo(10_000);
    assertThat(conf.getFastFraction()).isEqualTo(0.8);
    assertThat(conf.isClientHostsNamed()).isFalse();
  }

  @Test(timeout = 60_000)
  public void valuesInRangeAreTaken() {
    assertThat(with(PlacementConf.LATER_HOPS_KEY, "false").isLaterHops())
        .isFalse();
    assertThat(with(PlacementConf.CLIENTS_MAX_KEY, "1").getClientsMax())
        .isEqualTo(1);
    assertThat(with(PlacementConf.EXPIRY_KEY, "1s").getExpiryMillis())
        .isEqualTo(1_000);
    assertThat(with(PlacementConf.LIMPING_FRACTION_KEY, "0")
        .getLimpingFraction()).isZero();
    assertThat(with(PlacementConf.LIMPING_RETRY_KEY, "1m")
        .getLimpingRetryMillis()).isEqualTo(60_000);
    assertThat(with(PlacementConf.FAST_FRACTION_KEY, "1").getFastFraction())
        .isEqualTo(1);
  }

  private static boolean isNamed(String initializers, String type) {
    Configuration conf = new Configuration(false);
    conf.set(PlacementConf.UI_FILTERS_KEY, initializers);
    conf.set(PlacementConf.UI_AUTHENTICATION_KEY, type);
    return new PlacementConf(conf).isClientHostsNamed();
  }

  @Test(timeout = 60_000)
  public void clientHostsAreNamedWhereTheUiAuthenticatesOrTheSiteSaysSo() {
    String filter = AuthenticationFilterInitializer.class.getName();
    String other = StaticUserWebFilter.class.getName();
    assertThat(isNamed(filter, "kerberos")).isTrue();
    assertThat(isNamed(other + ", " + filter, "org.example.Handler")).isTrue();
    // Anybody may say that he is anybody.
    assertThat(isNamed(filter, "simple")).isFalse();
    assertThat(with(PlacementConf.CLIENT_HOSTS_KEY, "true")
        .isClientHostsNamed()).isTrue();
  }

  @Test(timeout = 60_000)
  public void valuesOutOfRangeAreRefusedWithKeyValueAndRange() {
    assertRefused(PlacementConf.LATER_HOPS_KEY, "true or false", "");
    assertRefused(PlacementConf.CLIENT_HOSTS_KEY, "true or false", "yes");
    assertRefused(PlacementConf.CLIENTS_MAX_KEY,
        "a whole number from 1 to 1000000", "0", "1000001", "many");
    assertRefused(PlacementConf.EXPIRY_KEY, "a time from 1s to 7d", "999ms",
        "8d", "never");
    assertRefused(PlacementConf.LIMPING_FRACTION_KEY,
        "a number from 0.0 to 1.0", "-0.1", "1.1", "NaN", "slow");
    assertRefused(PlacementConf.LIMPING_RETRY_KEY, "a time from 10s to 1d",
        "9s", "2d", "soon");
    assertRefused(PlacementConf.FAST_FRACTION_KEY, "a number from 0.1 to 1.0",
        "0", "1.01", "NaN", "fast");
  }
}
