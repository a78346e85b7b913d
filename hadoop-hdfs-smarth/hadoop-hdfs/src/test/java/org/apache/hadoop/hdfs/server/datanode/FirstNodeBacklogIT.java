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
package org.apache.hadoop.hdfs.server.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.io.IOUtils;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Blocks that wait on the first datanode for a downstream that stands still.
 * FNFA comes all the same, and a block of 128 MB costs less than 1 MB of heap.
 * What arrives in the end is what was written.
 */
public class FirstNodeBacklogIT {
  private static final Logger LOG =
      LoggerFactory.getLogger(FirstNodeBacklogIT.class);
  private static final int BLOCK = (int) FirstNodeCluster.BLOCK;
  /** For a block: 32 of them take less than 32 MB. */
  private static final long HEAP_LIMIT = 1L << 20;
  private static final int BLOCKS = 4;

  @Rule
  public final Timeout timeout = Timeout.seconds(300);

  @Test
  public void blocksThatWaitHaveFnfaAndTakeLessThanOneMbOfHeapEach()
      throws Exception {
    try (FirstNodeCluster cluster = FirstNodeCluster.start()) {
      // The first block loads what later ones share.
      try (RawClient client = write(cluster.createFile("/before"))) {
        awaitLastAck(client);
      }
      long before = usedHeap();
      Downstream downstream = Downstream.stalledEverywhere();
      Deque<RawClient> clients = new ArrayDeque<>();
      try {
        LocatedBlock last = null;
        for (int i = 0; i < BLOCKS; i++) {
          last = cluster.createFile("/" + i);
          clients.push(write(last));
        }
        assertThat(cluster.waitingToBeForwarded())
            .isGreaterThan((BLOCKS * (long) BLOCK) / 10 * 9);
        assertThat(cluster.metrics(last).getForwardMemoryPeakBytes())
            .isLessThan(BLOCKS * HEAP_LIMIT / 2);
        await().atMost(FirstNodeCluster.PATIENCE).untilAsserted(() ->
            assertThat(usedHeap() - before)
                .isLessThan(BLOCKS * HEAP_LIMIT));
        downstream.open();
        for (RawClient client : clients) {
          awaitLastAck(client);
        }
        cluster.awaitFinalized(last, 2, BLOCK);
        assertThat(cluster.waitingToBeForwarded()).isZero();
      } finally {
        clients.forEach(client -> IOUtils.cleanupWithLogger(LOG, client));
      }
    }
  }

  /** Writes a whole block, until its FNFA. */
  private static RawClient write(LocatedBlock block) throws Exception {
    RawClient client = new RawClient();
    client.connect(block, new RawClient.Request(FirstNodeCluster.CLIENT));
    client.sendZeroes(BLOCK);
    client.awaitFirstNodeAck();
    return client;
  }

  private static void awaitLastAck(RawClient client) throws Exception {
    assertThat(client.awaitAck(client.nextSeqno() - 1).isSuccess()).isTrue();
  }

  private static long usedHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** The last datanode verifies the checksums that come with the data. */
  @Test
  public void aBacklogWithFlushedPartsOfChunksArrivesAsItWasWritten()
      throws Exception {
    byte[] data = FirstNodeCluster.randomBytes(300 * RawClient.PACKET + 300);
    try (FirstNodeCluster cluster = FirstNodeCluster.start()) {
      LocatedBlock block = cluster.createFile("/flushed");
      Downstream downstream = Downstream.stalledEverywhere();
      try (RawClient client = new RawClient()) {
        client.connect(block,
            new RawClient.Request(FirstNodeCluster.CLIENT));
        for (int from = 0; from < data.length; from += RawClient.PACKET) {
          int to = Math.min(data.length, from + RawClient.PACKET);
          if (from % (7 * RawClient.PACKET) == 0) {
            // Flushed within a chunk, which then comes again with the rest.
            client.send(Arrays.copyOfRange(data, from, from + 700), false);
            client.rewind(from + RawClient.CHUNK);
            client.send(
                Arrays.copyOfRange(data, from + RawClient.CHUNK, to), false);
          } else {
            client.send(Arrays.copyOfRange(data, from, to), false);
          }
        }
        client.sendLast(false);
        client.awaitFirstNodeAck();
        downstream.open();
        assertThat(client.awaitAck(client.nextSeqno() - 1).isSuccess())
            .isTrue();
      }
      for (int i = 0; i < 3; i++) {
        cluster.awaitFinalized(block, i, data.length);
        assertThat(cluster.stored(block, i)).isEqualTo(data);
        assertThat(cluster.storedChecksums(block, i))
            .isEqualTo(cluster.storedChecksums(block, 0));
      }
    }
  }
}
