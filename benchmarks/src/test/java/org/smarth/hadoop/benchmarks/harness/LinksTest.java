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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/** Five DataNodes on rack 1, four on rack 2. */
public class LinksTest {
  private static final Rate FAST = new Rate(376);
  private static final Rate SLOW = new Rate(50);
  private static final Links EVEN = Links.uniform(new Racks(9, 0), FAST, Rate.NONE);

  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  @Test
  public void slowNodesAreTakenFromBothRacksInTurnAndTheClientIsNone() {
    Links links = EVEN.withNodesAt(5, SLOW);
    assertThat(links.slowNodes()).containsExactly(1, 2, 3, 6, 7);
    assertThat(links.clientNic()).isEqualTo(FAST);
  }

  @Test
  public void aClientThatIsSlowerThanItsDataNodesIsNoSlowNode() {
    Links links = new Links(new Racks(2, 0), List.of(SLOW, FAST, FAST), Rate.NONE);
    assertThat(links.slowNodes()).isEmpty();
    assertThat(links.isSlow(Racks.CLIENT)).isFalse();
  }

  @Test
  public void whatPassesBetweenTheRacksIsNoFasterThanTheNic() {
    Links links = Links.uniform(new Racks(9, 0), FAST, new Rate(100)).withNodesAt(1, SLOW);
    assertThat(links.cross(1)).isEqualTo(SLOW);
    assertThat(links.cross(2)).isEqualTo(new Rate(100));
  }

  @Test
  public void alikeNodesAreNotSlowAndWithoutARateNotLimited() {
    assertThat(EVEN.slowNodes()).isEmpty();
    assertThat(EVEN.isLimited()).isTrue();
    assertThat(Links.uniform(new Racks(9, 0), Rate.NONE, Rate.NONE).isLimited()).isFalse();
    assertThat(Links.uniform(new Racks(9, 0), Rate.NONE, SLOW).isLimited()).isTrue();
  }

  @Test
  public void everyNodeHasANic() {
    assertThatThrownBy(() -> new Links(new Racks(2, 0), List.of(FAST, FAST), Rate.NONE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  public void anUplinkIsALimitAndStaysWhenNodesBecomeSlow() {
    Links links = Links.uniform(new Racks(9, 0), Rate.NONE, Rate.NONE).withUplink(new Rate(200));
    assertThat(links.isLimited()).isTrue();
    assertThat(links.withNodesAt(1, SLOW).uplink()).isEqualTo(new Rate(200));
    assertThatThrownBy(() -> Links.uniform(new Racks(9, 1), FAST, Rate.NONE).withUplink(SLOW))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
