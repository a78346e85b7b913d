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

import java.util.stream.Stream;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/** DataNodes are 198.18.1.x and 198.18.2.x. */
public class LocalReplicaLogTest {
  private static final String A = "198.18.1.2";
  private static final String B = "198.18.2.7";
  private static final String C = "198.18.2.8";
  private static final String OTHER_HOST = "198.18.1.3";
  private static final String OUTSIDE = "198.18.0.1";

  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  private static String receiving(long block, String from, String to) {
    return "2026-01-01 12:00:00,000 INFO  [DataXceiver for client DFSClient_1 at /" + from
        + ":40000] datanode.DataNode: Receiving BP-1-198.18.0.11-1:blk_" + block + "_1001 src: /"
        + from + ":40000 dest: /" + to + ":50010";
  }

  private static LocalReplicaLog.Counts counts(String... lines) {
    return LocalReplicaLog.of(Stream.of(lines), host -> !host.startsWith("198.18.0."));
  }

  @Test
  public void aPipelineThatBeginsAtTheWritersHostIsLocal() {
    assertThat(counts(receiving(7, A, A), receiving(7, A, B), receiving(7, B, C)))
        .isEqualTo(new LocalReplicaLog.Counts(1, 1));
  }

  @Test
  public void aReplicaThatComesBackToTheWritersHostIsLocal() {
    assertThat(counts(receiving(7, A, B), receiving(7, B, A), receiving(7, A, C)).local())
        .isEqualTo(1);
    assertThat(counts(receiving(7, A, B), receiving(7, B, C), receiving(7, C, A)).local())
        .isEqualTo(1);
  }

  @Test
  public void aPipelineThatLeavesTheWritersHostOutIsNot() {
    assertThat(counts(receiving(7, OTHER_HOST, A), receiving(7, A, B), receiving(7, B, C),
        receiving(8, OTHER_HOST, OTHER_HOST), receiving(8, OTHER_HOST, B), receiving(8, B, C)))
        .isEqualTo(new LocalReplicaLog.Counts(2, 1));
  }

  @Test
  public void theOrderOfTheLogsMattersNot() {
    assertThat(counts(receiving(7, B, C), receiving(7, A, B), receiving(7, OTHER_HOST, A)).local())
        .isZero();
  }

  @Test
  public void blocksFromClientsThatAreOnNoHostOfADataNodeAreNotCounted() {
    LocalReplicaLog.Counts none = counts(receiving(7, OUTSIDE, A), receiving(7, A, B), "a line");
    assertThat(none).isEqualTo(new LocalReplicaLog.Counts(0, 0));
    assertThat(none.toMetrics().find("localPercent")).isEmpty();
  }

  @Test
  public void theShareIsInPercent() {
    assertThat(new LocalReplicaLog.Counts(16, 12).toMetrics().get("localPercent")).isEqualTo(75);
  }
}
