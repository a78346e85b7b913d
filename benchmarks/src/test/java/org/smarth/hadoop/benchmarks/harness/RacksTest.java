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

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class RacksTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  @Test
  public void theFirstRackTakesTheOddDataNode() {
    Racks racks = new Racks(9, Racks.OUTSIDE);
    assertThat(racks.size(1)).isEqualTo(5);
    assertThat(racks.size(2)).isEqualTo(4);
    assertThat(racks.rackOf(5)).isEqualTo(1);
    assertThat(racks.rackOf(6)).isEqualTo(2);
  }

  @Test
  public void onlyTrafficBetweenTheRacksCrosses() {
    Racks racks = new Racks(9, Racks.OUTSIDE);
    assertThat(racks.crosses(1, 9)).isTrue();
    assertThat(racks.crosses(9, 1)).isTrue();
    assertThat(racks.crosses(1, 5)).isFalse();
    assertThat(racks.crosses(Racks.CLIENT, 1)).isFalse();
    assertThat(racks.crosses(Racks.CLIENT, 9)).isFalse();
    assertThat(new Racks(9, 1).crosses(Racks.CLIENT, 9)).isTrue();
    assertThat(new Racks(9, 1).crosses(Racks.CLIENT, 1)).isFalse();
  }
}
