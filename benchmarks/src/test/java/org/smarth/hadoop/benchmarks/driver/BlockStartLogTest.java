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

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;
import org.smarth.hadoop.benchmarks.model.BlockStart;
import org.smarth.hadoop.benchmarks.network.NetworkPlan;

/** The client is 198.18.0.1, DataNode n is 198.18.RACK.(n + 1). */
public class BlockStartLogTest {
  private static final long START = Instant.parse("2026-01-01T11:00:00Z").toEpochMilli();

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

  private Path log(String... lines) throws Exception {
    return Files.write(folder.newFile().toPath(), List.of(lines));
  }

  private List<BlockStart> read(Path... logs) throws Exception {
    return new BlockStartLog(List.of(logs), "198.18.0.1", NetworkPlan::nodeAt,
        ZoneId.of("+01:00")).during(START, 60);
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
}
