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

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

import org.assertj.core.data.Offset;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/** NICs of 8 MB/s and 1 MB/s between the racks; DataNodes 1 and 2 are on rack 1, 3 and 4 on 2. */
public class ShapedLinksTest {
  private static final int MB = 1_000_000;
  private static final int CLIENT = Racks.CLIENT;
  private static final Offset<Double> BURST = within(0.011);

  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  private final FakeClock clock = new FakeClock();
  private final ShapedLinks links = new ShapedLinks(uniform(new Rate(64), new Rate(8)), clock);

  private static Links uniform(Rate nic, Rate cross) {
    return Links.uniform(new Racks(4, Racks.OUTSIDE), nic, cross);
  }

  @Test
  public void theClientReachesBothRacksAtItsNicsRate() throws Exception {
    links.path(CLIENT, 1).pass(4 * MB);
    links.path(CLIENT, 3).pass(4 * MB);
    assertThat(clock.seconds()).isEqualTo(1, BURST);
  }

  @Test
  public void neighboursAreAsFastAsTheirNics() throws Exception {
    links.path(1, 2).pass(8 * MB);
    assertThat(clock.seconds()).isEqualTo(1, BURST);
  }

  @Test
  public void bytesBetweenTheRacksAreSlow() throws Exception {
    links.path(1, 3).pass(2 * MB);
    assertThat(clock.seconds()).isEqualTo(2, BURST);
  }

  @Test
  public void whatOneNodeSendsAcrossSharesItsLink() throws Exception {
    links.path(1, 3).pass(MB);
    links.path(1, 4).pass(MB);
    assertThat(clock.seconds()).isEqualTo(2, BURST);
  }

  @Test
  public void whatOneNodeReceivesFromAcrossSharesItsLink() throws Exception {
    links.path(1, 3).pass(MB);
    links.path(2, 3).pass(MB);
    assertThat(clock.seconds()).isEqualTo(2, BURST);
  }

  @Test
  public void theDirectionsAreIndependent() {
    long out = book(links.path(1, 3));
    long in = book(links.path(3, 1));
    assertThat(in).isEqualTo(out);
  }

  /** Books without letting time pass, as two threads at once would. */
  private long book(ShapedLinks.Path path) {
    return path.book(MB, 0);
  }

  @Test
  public void aSlowNodeSlowsWhatItReceivesAndWhatItSends() throws Exception {
    ShapedLinks mixed =
        new ShapedLinks(uniform(Rate.NONE, Rate.NONE).withNodesAt(1, new Rate(8)), clock);
    mixed.path(CLIENT, 1).pass(2 * MB);
    mixed.path(1, 3).pass(MB);
    assertThat(clock.seconds()).isEqualTo(3, BURST);
    assertThat(mixed.path(CLIENT, 2).isLimited()).isFalse();
  }

  @Test
  public void withoutLimitsAPathHasNoHops() {
    ShapedLinks open = new ShapedLinks(uniform(Rate.NONE, Rate.NONE), clock);
    assertThat(open.path(1, 3).isLimited()).isFalse();
    assertThat(links.path(1, 3).isLimited()).isTrue();
  }

  @Test
  public void aPacedStreamDeliversEveryByteAtTheRate() throws IOException {
    byte[] data = new byte[MB];
    data[MB - 1] = 42;
    InputStream paced =
        new ShapedServerSocket.PacedInputStream(new ByteArrayInputStream(data), links.path(1, 3));
    assertThat(paced.read()).isZero();
    assertThat(paced.skip(9)).isEqualTo(9);
    byte[] rest = paced.readAllBytes();
    assertThat(rest).hasSize(MB - 10).endsWith(42);
    assertThat(paced.read()).isEqualTo(-1);
    assertThat(clock.seconds()).isEqualTo(1, BURST);
  }
}
