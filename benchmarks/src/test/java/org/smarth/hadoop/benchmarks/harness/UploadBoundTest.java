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

import java.util.List;

import org.assertj.core.data.Offset;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/** Cases that can be solved by hand: blocks of 1 MB (10^6 bytes), rates of 8 Mbps = 1 MB/s. */
public class UploadBoundTest {
  private static final long MB = 1_000_000;
  private static final Racks NINE = new Racks(9, Racks.OUTSIDE);
  private static final Offset<Double> EXACT = within(1e-9);

  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  private static UploadBound bound(Racks racks, int replication, Rate nic, Rate cross) {
    return new UploadBound(Links.uniform(racks, nic, cross), replication);
  }

  /** A NIC of 8 MB/s, 1 MB/s between the racks. */
  private static UploadBound slowBetweenRacks() {
    return bound(NINE, 3, new Rate(64), new Rate(8));
  }

  @Test
  public void onePipelineTakesTheTimeOfTheSlowestHop() {
    assertThat(slowBetweenRacks().seconds(6 * MB, MB, 1)).isEqualTo(6, EXACT);
  }

  @Test
  public void aShortLastBlockCountsItsBytes() {
    assertThat(slowBetweenRacks().seconds(5 * MB + MB / 2, MB, 1)).isEqualTo(5.5, EXACT);
  }

  @Test
  public void threePipelinesEndOneFirstHopAfterTheOther() {
    // Starts 0, 1/8, 2/8, then as each ends: 1, 1 1/8, 1 2/8; the last ends at 2 2/8.
    assertThat(slowBetweenRacks().seconds(6 * MB, MB, 3)).isEqualTo(2.25, EXACT);
  }

  @Test
  public void withAnyNumberTheClientsNicAndTheLastBlockRemain() {
    // The last of 6 starts at 5/8 and takes 1; the links between the racks would take 6/8.
    assertThat(slowBetweenRacks().leastSeconds(6 * MB, MB)).isEqualTo(1.625, EXACT);
  }

  @Test
  public void theLinksOfTheSmallerRackBoundLongFiles() {
    // Both directions of 4 nodes' links: 8 MB/s, below a NIC of 100 MB/s.
    UploadBound bound = bound(NINE, 3, new Rate(800), new Rate(8));
    assertThat(bound.leastSeconds(800 * MB, MB)).isEqualTo(100, EXACT);
  }

  @Test
  public void aClientInsideARackHasOneDirectionAndItsOwnLink() {
    UploadBound bound = bound(new Racks(9, 1), 3, new Rate(800), new Rate(8));
    assertThat(bound.leastSeconds(800 * MB, MB)).isEqualTo(160, EXACT);
  }

  @Test
  public void theReceivingNicsBoundFewDataNodes() {
    // 2 DataNodes take both replicas of everything: as fast as the client sends.
    UploadBound bound = bound(new Racks(2, Racks.OUTSIDE), 2, new Rate(8), Rate.NONE);
    assertThat(bound.leastSeconds(10 * MB, MB)).isEqualTo(10, EXACT);
  }

  @Test
  public void oneReplicaDoesNotCross() {
    UploadBound bound = bound(NINE, 1, new Rate(64), new Rate(8));
    assertThat(bound.seconds(8 * MB, MB, 1)).isEqualTo(1, EXACT);
  }

  @Test
  public void aLinkBetweenRacksIsNeverFasterThanTheNic() {
    UploadBound bound = bound(NINE, 3, new Rate(8), new Rate(64));
    assertThat(bound.seconds(6 * MB, MB, 1)).isEqualTo(6, EXACT);
  }

  @Test
  public void withoutLimitsNothingTakesTime() {
    assertThat(bound(NINE, 3, Rate.NONE, Rate.NONE).seconds(6 * MB, MB, 1)).isZero();
  }

  @Test
  public void thePaperHasLiveNodesByReplicationPipelines() {
    assertThat(slowBetweenRacks().paperPipelines()).isEqualTo(3);
    assertThat(bound(new Racks(2, 0), 2, Rate.NONE, Rate.NONE).paperPipelines()).isEqualTo(1);
  }

  @Test
  public void morePipelinesNeverTakeLonger() {
    double last = Double.MAX_VALUE;
    for (int pipelines = 1; pipelines < 10; pipelines++) {
      double seconds = slowBetweenRacks().seconds(20 * MB + 7, MB, pipelines);
      assertThat(seconds).isLessThanOrEqualTo(last);
      last = seconds;
    }
  }

  @Test
  public void theBestDataNodesOfBothRacksCarryABlock() {
    // With 8 of 9 DataNodes at 1 MB/s there is no way around one of them; with 6 there is.
    Links links = Links.uniform(NINE, new Rate(64), Rate.NONE);
    assertThat(new UploadBound(links.withNodesAt(8, new Rate(8)), 3).seconds(MB, MB, 1))
        .isEqualTo(1, EXACT);
    assertThat(new UploadBound(links.withNodesAt(6, new Rate(8)), 3).seconds(MB, MB, 1))
        .isEqualTo(1 / 8.0, EXACT);
  }

  @Test
  public void slowDataNodesAddTheirCapacity() {
    // Of 4, two take 7 MB/s and two 1 MB/s, all together 16 MB/s, a third for each replica.
    Links links = new Links(new Racks(4, Racks.OUTSIDE), List.of(new Rate(8000), new Rate(56),
        new Rate(8), new Rate(56), new Rate(8)), Rate.NONE);
    assertThat(new UploadBound(links, 3).leastSeconds(1600 * MB, MB)).isEqualTo(300, EXACT);
  }

  @Test
  public void eachBlockPassesAnUplinkOnceWhateverTheNumberOfPipelines() {
    Links links = Links.uniform(new Racks(9, Racks.OUTSIDE), new Rate(376), Rate.NONE)
        .withUplink(new Rate(200));
    long file = 512L << 20;
    double least = file * 8 / 200e6;
    assertThat(new UploadBound(links, 3).seconds(file, 64L << 20, 1))
        .isEqualTo(least, within(0.01));
    assertThat(new UploadBound(links, 3).leastSeconds(file, 64L << 20))
        .isEqualTo(least, within(0.01));
    assertThat(new UploadBound(links, 3, 2).leastSeconds(file, 64L << 20))
        .isEqualTo(2 * least, within(0.01));
  }
}
