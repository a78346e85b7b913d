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

package org.smarth.hadoop.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class LinkRateTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  private static LinkRate measured(double mbps) {
    return new LinkRate(1, 2, new Rate(100), mbps);
  }

  @Test
  public void headersAreNoError() {
    assertThat(measured(100 * 1448 / 1514.0).off()).isEqualTo(0, within(1e-9));
    assertThat(measured(95).isOff()).isFalse();
  }

  @Test
  public void moreThanTenPercentEitherWayIsOff() {
    assertThat(measured(86.5).isOff()).isFalse();
    assertThat(measured(85.5).isOff()).isTrue();
    assertThat(measured(104.5).isOff()).isFalse();
    assertThat(measured(105.5).isOff()).isTrue();
  }

  @Test
  public void itsTextNamesTheNodesAndBothRates() {
    assertThat(measured(50)).hasToString("node 1 to node 2: 100 Mbps asked, 50.0 measured (-48%)");
  }
}
