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

import java.util.List;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.harness.LinkProbe.Way;

/** DataNodes 1 to 3 are on rack 1, 4 and 5 on rack 2. */
public class LinkProbeTest {
  private static final Racks RACKS = new Racks(5, Racks.OUTSIDE);
  private static final List<Way> NICS = List.of(new Way(0, 1), new Way(1, 2), new Way(2, 3),
      new Way(3, 1), new Way(4, 5), new Way(5, 4));

  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  @Test
  public void everyNicSendsAndReceivesAndEveryShareBetweenTheRacksToo() {
    List<Way> ways = LinkProbe.ways(Links.uniform(RACKS, new Rate(376), new Rate(50)));
    assertThat(ways).containsAll(NICS).hasSize(NICS.size() + 6)
        .contains(new Way(1, 4), new Way(4, 1), new Way(2, 5), new Way(5, 2), new Way(3, 4));
  }

  @Test
  public void onlyLinksWithALimitAreMeasured() {
    assertThat(LinkProbe.ways(Links.uniform(RACKS, new Rate(376), Rate.NONE)))
        .containsExactlyElementsOf(NICS);
    assertThat(LinkProbe.ways(Links.uniform(RACKS, Rate.NONE, Rate.NONE))).isEmpty();
    assertThat(LinkProbe.ways(Links.uniform(RACKS, Rate.NONE, new Rate(50)))).hasSize(6);
  }

  @Test
  public void anUplinkIsMeasuredInBothDirections() {
    assertThat(LinkProbe.ways(Links.uniform(RACKS, new Rate(376), Rate.NONE)
        .withUplink(new Rate(200)))).containsAll(NICS).hasSize(NICS.size() + 2)
        .contains(new Way(1, 4), new Way(4, 1));
  }
}
