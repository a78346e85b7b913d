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
package org.apache.hadoop.hdfs.smarth.client.plan.auto;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.apache.hadoop.hdfs.smarth.client.datanodes.Datanodes;
import org.apache.hadoop.util.FakeTimer;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** How many pipelines there are, in a model of the cluster with a fake clock. */
public class PipelineControlTest {
  private static final double MBIT = 1e6 / 8;
  private static final double NIC = 376 * MBIT;
  private static final double CROSS = 50 * MBIT;
  private static final long ENDLESS = 1_000_000;
  private static final long SEEDS = 20;
  /** Percent of the seeds that a bound is for: the worst is chance. */
  private static final double MOST = 95;

  @Rule
  public final Timeout timeout = new Timeout(60, TimeUnit.SECONDS);

  private static ModelCluster cluster(double cross, long seed) {
    return new ModelCluster(Datanodes.racks(5, 4), cross, seed);
  }

  @Test
  public void slowLinksBetweenRacksGetAPipelineEachWithinTheFirstBlocks() {
    for (long seed = 0; seed < SEEDS; seed++) {
      ModelCluster cluster = cluster(CROSS, seed);
      ModelUpload upload = new ModelUpload(cluster, NIC, 16);
      long began = cluster.getTimer().monotonicNow();
      cluster.run(13);
      assertThat(upload.getOpenMost()).isBetween(8, 9);
      cluster.run(1000);
      // Of 16 blocks, 7.5 go at once, and the last one takes 10.7 s.
      double least = (15 * ModelUpload.BLOCK / NIC
          + ModelUpload.BLOCK / CROSS) * 1000;
      assertThat(upload.getDoneMillis() - began)
          .isLessThan((long) (1.15 * least));
    }
  }

  /** Its own datanode is first in all of them, and sends for one of them. */
  @Test
  public void aWriterOnADatanodeHasTheLinksOfItsWholeRack() {
    long blocks = 32;
    for (long seed = 0; seed < SEEDS; seed++) {
      ModelCluster cluster = cluster(CROSS, seed);
      cluster.setWriter(cluster.getNodes().get(0));
      ModelUpload upload = new ModelUpload(cluster, NIC, blocks);
      long began = cluster.getTimer().monotonicNow();
      cluster.run(1000);
      double stock = blocks * ModelUpload.BLOCK / CROSS * 1000;
      assertThat(upload.getDoneMillis() - began)
          .isLessThan((long) (0.4 * stock));
    }
  }

  @Test
  public void aLongUploadHasNearlyAllOfTheNicsOfItsFirstDatanodes() {
    long blocks = 64;
    double least = ((blocks - 1) * ModelUpload.BLOCK / NIC
        + ModelUpload.BLOCK / CROSS) * 1000;
    DescriptiveStatistics millis = new DescriptiveStatistics();
    for (long seed = 0; seed < 5 * SEEDS; seed++) {
      ModelCluster cluster = cluster(CROSS, seed);
      cluster.setNicRate(NIC);
      ModelUpload upload = new ModelUpload(cluster, NIC, blocks);
      long began = cluster.getTimer().monotonicNow();
      cluster.run(1000);
      millis.addValue(upload.getDoneMillis() - began);
    }
    // First datanodes that are chosen without regard to that take 1.14; if the
    // sizes of racks are not regarded, it is 1.09. Of six times 100 seeds the
    // means are 1.067 to 1.071.
    assertThat(millis.getMean()).isLessThan(1.075 * least);
    assertThat(millis.getPercentile(MOST)).isLessThan(1.1 * least);
  }

  /** The first pipelines of several files; whoever sends them did not ask. */
  @Test
  public void whatIsOpenWhenItIsAskedFirstIsWhereItBegins() {
    FakeTimer timer = new FakeTimer();
    PipelineControl control = new PipelineControl(timer, 0);
    Map<Long, Long> open = new HashMap<>();
    for (long number = 0; number < 8; number++) {
      open.put(number, 0L);
    }
    control.openIs(open);
    assertThat(control.limit(64, open)).isEqualTo(8);
    timer.advance(1000);
    control.acked(1 << 20);
    open.put(0L, 1L << 20);
    assertThat(control.limit(64, open)).as("and it grows from there")
        .isGreaterThan(8);
  }

  @Test
  public void whereBlocksArriveSoonAfterFnfaThereAreTwoPipelines() {
    ModelCluster cluster = cluster(2 * NIC, 1);
    ModelUpload upload = new ModelUpload(cluster, NIC, 64);
    cluster.run(1000);
    assertThat(upload.isDone()).isTrue();
    assertThat(upload.getOpenMost()).isLessThanOrEqualTo(2);
  }

  /** A process whose code is still being compiled gets faster by itself. */
  @Test
  public void whatTimeBringsIsNoGainOfAPipeline() {
    long block = ModelUpload.BLOCK / 4;
    FakeTimer timer = new FakeTimer();
    PipelineControl control = new PipelineControl(timer, 0);
    Map<Long, Long> open = new HashMap<>();
    long begun = 0;
    int steps = 0;
    for (double rate = NIC; rate < 4 * NIC; rate += NIC / 50) {
      timer.advance(ModelCluster.STEP_MILLIS);
      long bytes = (long) (rate * ModelCluster.STEP_MILLIS / 1000
          / Math.max(1, open.size()));
      open.replaceAll((pipeline, had) -> had + bytes);
      control.acked(bytes * open.size());
      if (open.values().removeIf(had -> had >= block)) {
        control.openIs(open);
      }
      if (open.isEmpty() || open.size() < control.limit(9, open)) {
        open.put(begun++, 0L);
        control.openIs(open);
      }
      assertThat(open.size()).isLessThanOrEqualTo(2);
      steps += open.size() - 1;
    }
    assertThat(steps * ModelCluster.STEP_MILLIS).isLessThan(1000);
  }

  @Test
  public void pipelinesThatBringNothingAreNotAddedAndTheLimitIsSteady() {
    for (long seed = 0; seed < SEEDS; seed++) {
      ModelCluster cluster = cluster(4 * CROSS, seed);
      cluster.setTrunkRate(4 * CROSS);
      ModelUpload upload = new ModelUpload(cluster, NIC, ENDLESS);
      cluster.run(3600);
      // At most one trial for each of the waits of 10, 20, 40 and 80 s.
      assertThat(upload.getLimits().size()).isLessThan(2 * (5 + 3600 / 80));
      assertThat(upload.getLimits()).allMatch(limit -> limit <= 2);
    }
  }

  /** What a stock client has beside another one, it has beside ours. */
  @Test
  public void aStockClientBehindTheSameLinkLosesNothing() {
    long blocks = 8;
    for (long block : new long[] {ModelUpload.BLOCK, 2 * ModelUpload.BLOCK}) {
      for (long seed = 0; seed < SEEDS; seed++) {
        double beside = stockBeside(seed, blocks, block, 1);
        assertThat(stockBeside(seed, blocks, block, 0))
            .isLessThan(1.03 * beside);
      }
    }
  }

  /** @return how long a stock client takes, in milliseconds. */
  private static double stockBeside(long seed, long blocks, long block,
      int pipelines) {
    ModelCluster cluster = cluster(4 * CROSS, seed);
    cluster.setTrunkRate(4 * CROSS);
    long began = cluster.getTimer().monotonicNow();
    ModelUpload stock = new ModelUpload(cluster, NIC, blocks, block, 1);
    new ModelUpload(cluster, NIC, blocks, block, pipelines);
    cluster.run(1000);
    return stock.getDoneMillis() - began;
  }

  /** Of slow datanodes others need not wait. */
  @Test
  public void smallBlocksBehindSlowLinksGetTheirPipelinesToo() {
    long block = ModelUpload.BLOCK / 8;
    for (long seed = 0; seed < SEEDS; seed++) {
      ModelCluster cluster = cluster(CROSS, seed);
      ModelUpload upload = new ModelUpload(cluster, NIC, 128, block, 0);
      long began = cluster.getTimer().monotonicNow();
      cluster.run(1000);
      double least = (127 * block / NIC + block / CROSS) * 1000;
      assertThat(upload.getDoneMillis() - began)
          .isLessThan((long) (1.25 * least));
    }
  }

  @Test
  public void aStallHalvesTheLimitWithinSecondsAndItsEndRaisesItAgain() {
    ModelCluster cluster = cluster(CROSS, 3);
    ModelUpload upload = new ModelUpload(cluster, NIC, ENDLESS);
    cluster.run(60);
    assertThat(upload.getOpen()).isGreaterThanOrEqualTo(7);
    cluster.setCrossRate(0);
    cluster.run(4);
    assertThat(upload.getLimit()).isLessThanOrEqualTo(4);
    cluster.run(4);
    assertThat(upload.getLimit()).isEqualTo(PipelineControl.MIN_PIPELINES);
    cluster.setCrossRate(CROSS);
    cluster.run(15);
    assertThat(upload.getLimit()).isGreaterThanOrEqualTo(8);
  }

  private static void assertFair(ModelUpload one, ModelUpload other,
      double before, double otherBefore) {
    double share = (one.getAcked() - before)
        / (one.getAcked() - before + other.getAcked() - otherBefore);
    assertThat(share).isBetween(0.4, 0.6);
  }

  @Test
  public void twoClientsThatBeginTogetherGetHalfEachAndAsMuchAsOneAlone() {
    for (long seed = 0; seed < SEEDS; seed++) {
      ModelCluster cluster = cluster(CROSS, seed);
      ModelUpload one = new ModelUpload(cluster, NIC, ENDLESS);
      ModelUpload other = new ModelUpload(cluster, NIC, ENDLESS);
      cluster.run(300);
      assertFair(one, other, 0, 0);
      assertThat((one.getAcked() + other.getAcked()) / 300)
          .isGreaterThan(0.85 * NIC);
    }
  }

  @Test
  public void eightClientsGetEqualSharesAndTogetherAsMuchAsOneAlone() {
    DescriptiveStatistics shares = new DescriptiveStatistics();
    for (long seed = 0; seed < SEEDS; seed++) {
      ModelCluster cluster = cluster(CROSS, seed);
      List<ModelUpload> uploads = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        uploads.add(new ModelUpload(cluster, NIC, ENDLESS));
      }
      cluster.run(300);
      double total =
          uploads.stream().mapToDouble(ModelUpload::getAcked).sum();
      assertThat(total / 300).isGreaterThan(0.85 * NIC);
      uploads.forEach(
          upload -> shares.addValue(upload.getAcked() / (total / 8)));
    }
    assertThat(shares.getPercentile(100 - MOST)).isGreaterThan(0.85);
    assertThat(shares.getPercentile(MOST)).isLessThan(1.15);
  }

  private static void assertFairToALaterOne(ModelCluster cluster) {
    ModelUpload one = new ModelUpload(cluster, NIC, ENDLESS);
    cluster.run(60);
    ModelUpload later = new ModelUpload(cluster, NIC, ENDLESS);
    cluster.run(60);
    double before = one.getAcked();
    double laterBefore = later.getAcked();
    cluster.run(300);
    assertFair(one, later, before, laterBefore);
  }

  @Test
  public void aClientThatComesLaterGetsHalfOfTheLinksBetweenDatanodes() {
    for (long seed = 0; seed < SEEDS; seed++) {
      assertFairToALaterOne(cluster(CROSS, seed));
    }
  }

  @Test
  public void aClientThatComesLaterGetsHalfOfALinkThatAllShare() {
    for (long seed = 0; seed < SEEDS; seed++) {
      ModelCluster cluster = cluster(CROSS, seed);
      cluster.setTrunkRate(2 * CROSS);
      assertFairToALaterOne(cluster);
    }
  }
}
