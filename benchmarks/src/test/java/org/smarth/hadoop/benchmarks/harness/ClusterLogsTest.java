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

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

/** The client is 198.18.0.1, DataNode n is 198.18.RACK.(n + 1). */
public class ClusterLogsTest {
  private static final long START = Instant.parse("2026-01-01T11:00:00Z").toEpochMilli();
  private static final String A = "198.18.1.2";
  private static final String B = "198.18.2.7";
  private static final String C = "198.18.2.8";
  private static final String OTHER_HOST = "198.18.1.3";
  private static final String OUTSIDE = "198.18.0.1";
  private static final Set<Long> BLOCKS = Set.of(7L, 8L);

  @Rule
  public final Timeout timeout = Timeout.seconds(10);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private static String receiving(String time, long block, int stamp, String from, String at) {
    return "2026-01-01 12:" + time + " INFO  [DataXceiver for client DFSClient_NONMAPREDUCE_1_1 at "
        + "/" + from + ":40000 [Receiving block BP-1-198.18.0.11-1:blk_" + block + "_" + stamp
        + "]] datanode.DataNode: Receiving BP-1-198.18.0.11-1:blk_" + block + "_" + stamp
        + " src: /" + from + ":40000 dest: /" + at + ":50010";
  }

  private static String receiving(long block, String from, String to) {
    return receiving("00:00,000", block, 1001, from, to);
  }

  private static String finished(String time, long block) {
    return "2026-01-01 12:" + time + " INFO  [PacketResponder: BP-1-198.18.0.11-1:blk_" + block
        + "_1001, type=LAST_IN_PIPELINE] DataNode.clienttrace: src: /198.18.1.2:40000, dest: "
        + "/198.18.2.7:50010, bytes: 1048576, op: HDFS_WRITE, cliID: DFSClient_NONMAPREDUCE_1_1, "
        + "offset: 0, srvID: 5f, blockid: BP-1-198.18.0.11-1:blk_" + block
        + "_1001, duration(ns): 5";
  }

  private static String copy(long block) {
    return "2026-01-01 12:00:09,000 INFO  [BP-1 heartbeating to /198.18.0.11:8020] "
        + "datanode.DataNode: DatanodeRegistration(198.18.1.2:50010) Starting thread to transfer "
        + "BP-1-198.18.0.11-1:blk_" + block + "_1001 to 198.18.2.7:50010 ";
  }

  private ClusterLogs logs(String... lines) throws Exception {
    return new ClusterLogs(List.of(log(lines)));
  }

  private ClusterLogs.LocalBlocks local(String... lines) throws Exception {
    return logs(lines).localBlocks(host -> !host.startsWith("198.18.0."));
  }

  private ClusterLogs.Replicas replicas(String... lines) throws Exception {
    return logs(lines).replicas(BLOCKS);
  }

  private Path log(String... lines) throws Exception {
    return Files.write(folder.newFile().toPath(), List.of(lines));
  }

  private List<BlockStart> read(Path... logs) throws Exception {
    return new ClusterLogs(List.of(logs), ZoneId.of("+01:00"))
        .starts("198.18.0.1", NetworkPlan::nodeAt, START, 60);
  }

  @Test
  public void blocksThatCameFromTheClientAreListedInTheOrderOfTime() throws Exception {
    Path one = log("some line", receiving("00:20,500", 8, 1, "198.18.0.1", "198.18.1.2"));
    Path two = log(receiving("00:01,250", 7, 1, "198.18.0.1", "198.18.2.8"));
    assertThat(read(one, two))
        .containsExactly(new BlockStart(7, 1.25, 7), new BlockStart(8, 20.5, 1));
  }

  @Test
  public void blocksThatCameFromADataNodeAreNot() throws Exception {
    assertThat(read(log(receiving("00:20,500", 8, 1, "198.18.2.8", "198.18.1.2")))).isEmpty();
  }

  @Test
  public void ofABlockThatWasRecoveredTheFirstPipelineCounts() throws Exception {
    Path one = log(receiving("00:30,000", 8, 2, "198.18.0.1", "198.18.1.2"));
    Path two = log(receiving("00:20,000", 8, 1, "198.18.0.1", "198.18.1.3"));
    assertThat(read(one, two)).containsExactly(new BlockStart(8, 20, 2));
  }

  @Test
  public void anotherUploadsBlocksAreNot() throws Exception {
    Path log = log(receiving("01:00,001", 8, 1, "198.18.0.1", "198.18.1.2"));
    assertThat(read(log)).isEmpty();
  }

  @Test
  public void theMostOfAllFilesCounts() throws Exception {
    assertThat(logs(
        "2026-01-01 INFO client.X: SMARTH /a: blocks=8 pipelines.max=3 bytes=5",
        "2026-01-01 INFO client.X: SMARTH /b: blocks=2 pipelines.max=12",
        "2026-01-01 INFO client.X: SMARTH /c: blocks=2 pipelines.max=1").pipelines()).hasValue(12);
  }

  @Test
  public void aLogWithoutSuchALineSaysNothing() throws Exception {
    assertThat(logs("INFO pipelines.max=3", "SMARTH is on").pipelines()).isEmpty();
  }

  @Test
  public void aPipelineThatBeginsAtTheWritersHostIsLocal() throws Exception {
    assertThat(local(receiving(7, A, A), receiving(7, A, B), receiving(7, B, C)))
        .isEqualTo(new ClusterLogs.LocalBlocks(1, 1));
  }

  @Test
  public void aReplicaThatComesBackToTheWritersHostIsLocal() throws Exception {
    assertThat(local(receiving(7, A, B), receiving(7, B, A), receiving(7, A, C)).local())
        .isEqualTo(1);
    assertThat(local(receiving(7, A, B), receiving(7, B, C), receiving(7, C, A)).local())
        .isEqualTo(1);
  }

  @Test
  public void aPipelineThatLeavesTheWritersHostOutIsNot() throws Exception {
    assertThat(local(receiving(7, OTHER_HOST, A), receiving(7, A, B), receiving(7, B, C),
        receiving(8, OTHER_HOST, OTHER_HOST), receiving(8, OTHER_HOST, B), receiving(8, B, C)))
        .isEqualTo(new ClusterLogs.LocalBlocks(2, 1));
  }

  @Test
  public void theOrderOfTheLogsMattersNot() throws Exception {
    assertThat(local(receiving(7, B, C), receiving(7, A, B), receiving(7, OTHER_HOST, A)).local())
        .isZero();
  }

  @Test
  public void blocksFromClientsThatAreOnNoHostOfADataNodeAreNotCounted() throws Exception {
    ClusterLogs.LocalBlocks none = local(receiving(7, OUTSIDE, A), receiving(7, A, B), "a line");
    assertThat(none).isEqualTo(new ClusterLogs.LocalBlocks(0, 0));
    assertThat(none.toMetrics().find("localPercent")).isEmpty();
  }

  @Test
  public void theShareIsInPercent() throws Exception {
    assertThat(new ClusterLogs.LocalBlocks(16, 12).toMetrics().get("localPercent")).isEqualTo(75);
  }

  @Test
  public void aBlockDrainsFromItsFirstToItsLastFinalReplica() throws Exception {
    assertThat(replicas(finished("12:01,500", 7), finished("00:01,000", 7),
        finished("00:03,000", 7)).drain()).isEqualTo(Duration.ofMillis(720_500));
  }

  @Test
  public void theSlowestBlockDecidesHowLongAFileDrains() throws Exception {
    assertThat(replicas(finished("00:01,000", 7), finished("00:02,000", 7),
        finished("00:03,000", 8), finished("00:09,000", 8)).drain())
        .isEqualTo(Duration.ofSeconds(6));
  }

  @Test
  public void copiesThatTheNameNodeAskedForAreCountedOfTheseBlocksAlone() throws Exception {
    assertThat(replicas(copy(7), copy(7), copy(8), copy(77)).copies()).isEqualTo(3);
  }

  @Test
  public void copiesThatTheNameNodeGaveUpAreCounted() throws Exception {
    assertThat(replicas("2026-01-01 12:05:00,000 WARN  [PendingReplicationMonitor] "
        + "blockmanagement.BlockManager: PendingReplicationMonitor timed out blk_8_1001")
        .timedOut()).isEqualTo(1);
  }

  @Test
  public void otherLinesSayNothing() throws Exception {
    assertThat(replicas("some line", finished("00:01,000", 9), "op: HDFS_READ, blk_7_1001"))
        .isEqualTo(new ClusterLogs.Replicas(0, 0, Duration.ZERO));
  }
}
