/*
 * Licensed to the Apache Software Foundation (ASF) under one or more
 * contributor license agreements.  See the NOTICE file distributed with
 * this work for additional information regarding copyright ownership.
 * The ASF licenses this file to You under the Apache License, Version 2.0
 * (the "License"); you may not use this file except in compliance with
 * the License.  You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.smarth.hadoop.benchmarks.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class ReplicaLogTest {
  private static final Set<Long> BLOCKS = Set.of(7L, 8L);

  @Rule
  public final Timeout timeout = Timeout.seconds(10);

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

  private static ReplicaLog.Counts counts(String... lines) {
    return ReplicaLog.of(BLOCKS, Stream.of(lines));
  }

  @Test
  public void aBlockDrainsFromItsFirstToItsLastFinalReplica() {
    assertThat(counts(finished("12:01,500", 7), finished("00:01,000", 7),
        finished("00:03,000", 7)).drain()).isEqualTo(Duration.ofMillis(720_500));
  }

  @Test
  public void theSlowestBlockDecidesHowLongAFileDrains() {
    assertThat(counts(finished("00:01,000", 7), finished("00:02,000", 7),
        finished("00:03,000", 8), finished("00:09,000", 8)).drain())
        .isEqualTo(Duration.ofSeconds(6));
  }

  @Test
  public void copiesThatTheNameNodeAskedForAreCountedOfTheseBlocksAlone() {
    assertThat(counts(copy(7), copy(7), copy(8), copy(77)).copies()).isEqualTo(3);
  }

  @Test
  public void copiesThatTheNameNodeGaveUpAreCounted() {
    assertThat(counts("2026-01-01 12:05:00,000 WARN  [PendingReplicationMonitor] "
        + "blockmanagement.BlockManager: PendingReplicationMonitor timed out blk_8_1001")
        .timedOut()).isEqualTo(1);
  }

  @Test
  public void otherLinesSayNothing() {
    assertThat(counts("some line", finished("00:01,000", 9), "op: HDFS_READ, blk_7_1001"))
        .isEqualTo(new ReplicaLog.Counts(0, 0, Duration.ZERO));
  }
}
