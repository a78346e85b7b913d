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

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.lib.StaticUserWebFilter;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Whether stock 3.4 asks who reads a NameNode's web UI. */
public class UiFiltersTest {
  private static boolean isNamed(String initializers, String type) {
    Configuration conf = new Configuration(false);
    conf.set(PlacementConf.UI_FILTERS_KEY, initializers);
    conf.set(PlacementConf.UI_AUTHENTICATION_KEY, type);
    return new PlacementConf(conf).isClientHostsNamed();
  }

  @Test(timeout = 60_000)
  public void aTypeOfAuthenticationAlwaysHasItsFilter() {
    String other = StaticUserWebFilter.class.getName();
    assertThat(isNamed(other, "kerberos")).isTrue();
    assertThat(isNamed("", "kerberos")).isTrue();
    assertThat(isNamed(other, "simple")).isFalse();
  }
}
