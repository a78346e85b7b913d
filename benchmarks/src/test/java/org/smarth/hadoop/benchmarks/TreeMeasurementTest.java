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

package org.smarth.hadoop.benchmarks;

import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

public class TreeMeasurementTest {
  @Test
  public void jainsIndexIsOneForEqualRatesAndAHalfIfOneHasNothing() {
    assertThat(TreeMeasurement.jain(3, 3)).isEqualTo(1);
    assertThat(TreeMeasurement.jain(1, 2)).isCloseTo(0.9, within(1e-9));
    assertThat(TreeMeasurement.jain(5, 0)).isEqualTo(0.5);
  }
}
