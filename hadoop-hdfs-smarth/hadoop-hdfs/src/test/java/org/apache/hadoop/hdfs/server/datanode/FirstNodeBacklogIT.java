/*
 * Licensed to the Apache Software Foundation (ASF) under one
 * or more contributor license agreements.  See the NOTICE file
 * distributed with this work for additional information
 * regarding copyright ownership.  The ASF licenses this file
 * to you under the Apache License, Version 2.0 (the
 * "License"); you may not use this file except in compliance
 * with the License.  You may obtain a copy of the License at
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

import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.smarth.datanode.FirstNodeMetrics;
import org.apache.hadoop.io.IOUtils;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Blocks that wait on the first datanode for a downstream that is slow or
 * stands still: FNFA comes at the client's speed, a block of 128 MB costs less
 * than 1 MB of heap, and what arrives in the end is what was written.
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
  public void fullBlockIsAcknowledgedAtTheClientsSpeedWithLittleHeap()
      throws Exception {
    try (FirstNodeCluster cluster = FirstNodeCluster.start()) {
      double stockless = secondsWithFreeDownstream(cluster);
      LocatedBlock block = cluster.createFile("/slow");
      // The client's rate as measured, a hundredth of it downstream.
      long packets = BLOCK / RawClient.PACKET + 1;
      long millis = Math.max(1, Math.round(stockless * 100_000 / packets));
      Downstream downstream = Downstream.slow(block, millis);
      try (RawClient client = new RawClient()) {
        client.connect(block,
            new RawClient.Request(FirstNodeCluster.CLIENT));
        long begin = System.nanoTime();
        client.sendZeroes(BLOCK);
        client.awaitFirstNodeAck();
        double seconds = (System.nanoTime() - begin) / 1e9;
        int passed = downstream.packets();
        FirstNodeMetrics metrics = cluster.metrics(block);
        LOG.info("128 MB: FNFA after {} s, {} s with a free downstream;"
            + " downstream {} ms a packet had {} of {} packets; backlog {}"
            + " MB, accounted {} KB",
            seconds, stockless, millis, passed, packets,
            metrics.getForwardBacklogBytes() >> 20,
            metrics.getForwardMemoryPeakBytes() >> 10);
        assertThat(passed).isLessThan((int) (packets / 20));
        assertThat(metrics.getForwardBacklogBytes())
            .isGreaterThan(BLOCK / 10 * 8L);
        assertThat(metrics.getForwardMemoryPeakBytes())
            .isLessThan(HEAP_LIMIT / 2);
        // Twice, for a machine that is busy with other work.
        assertThat(seconds).isLessThan(2 * stockless + 1);
        downstream.open();
        assertThat(client.awaitAck(client.nextSeqno() - 1).isSuccess())
            .isTrue();
      }
      cluster.awaitFinalized(block, 2, BLOCK);
      assertThat(cluster.metrics(block).getForwardMemoryBytes()).isZero();
    }
  }

  @Test
  public void severalBlocksThatWaitTakeLessThanOneMbOfHeapEach()
      throws Exception {
    try (FirstNodeCluster cluster = FirstNodeCluster.start()) {
      secondsWithFreeDownstream(cluster);
      Downstream downstream = Downstream.stalledEverywhere();
      Deque<RawClient> clients = new ArrayDeque<>();
      try {
        long before = heapAfterCollection();
        for (int i = 0; i < BLOCKS; i++) {
          clients.push(new RawClient());
          clients.peek().connect(cluster.createFile("/" + i),
              new RawClient.Request(FirstNodeCluster.CLIENT));
          clients.peek().sendZeroes(BLOCK);
          clients.peek().awaitFirstNodeAck();
        }
        assertThat(cluster.waitingToBeForwarded())
            .isGreaterThan((BLOCKS * (long) BLOCK) / 10 * 9);
        long growth = heapAfterCollection() - before;
        LOG.info("The heap grew by {} KB for {} blocks", growth >> 10, BLOCKS);
        assertThat(growth).isLessThan(BLOCKS * HEAP_LIMIT);
        downstream.open();
        for (RawClient client : clients) {
          assertThat(client.awaitAck(client.nextSeqno() - 1).isSuccess())
              .isTrue();
        }
      } finally {
        clients.forEach(client -> IOUtils.cleanupWithLogger(LOG, client));
      }
    }
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

  private double secondsWithFreeDownstream(FirstNodeCluster cluster)
      throws Exception {
    LocatedBlock block = cluster.createFile("/free");
    try (RawClient client = new RawClient()) {
      client.connect(block, new RawClient.Request(FirstNodeCluster.CLIENT));
      long begin = System.nanoTime();
      client.sendZeroes(BLOCK);
      client.awaitFirstNodeAck();
      double seconds = (System.nanoTime() - begin) / 1e9;
      client.awaitAck(client.nextSeqno() - 1);
      return seconds;
    }
  }

  /** The least of several readings: what is garbage in one is not in all. */
  private static long heapAfterCollection() throws InterruptedException {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 4; i++) {
      System.gc();
      TimeUnit.MILLISECONDS.sleep(50);
      least = Math.min(least, ManagementFactory.getMemoryMXBean()
          .getHeapMemoryUsage().getUsed());
    }
    return least;
  }
}
