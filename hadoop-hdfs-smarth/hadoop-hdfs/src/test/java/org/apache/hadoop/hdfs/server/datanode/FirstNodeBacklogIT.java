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
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.smarth.datanode.FirstNodeMetrics;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A full block of 128 MB with a downstream that is 100 times slower than the
 * client: FNFA comes at the client's speed, and costs the first datanode less
 * than 16 MB of heap.
 */
public class FirstNodeBacklogIT {
  private static final Logger LOG =
      LoggerFactory.getLogger(FirstNodeBacklogIT.class);
  private static final int BLOCK = (int) FirstNodeCluster.BLOCK;
  private static final long HEAP_LIMIT = 16L << 20;

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
        long before = heapAfterCollection();
        long begin = System.nanoTime();
        client.sendZeroes(BLOCK);
        client.awaitFirstNodeAck();
        double seconds = (System.nanoTime() - begin) / 1e9;
        int passed = downstream.packets();
        long growth = heapAfterCollection() - before;
        FirstNodeMetrics metrics = cluster.metrics(block);
        LOG.info("128 MB: FNFA after {} s, {} s with a free downstream;"
            + " downstream {} ms a packet had {} of {} packets; backlog {}"
            + " MB, accounted {} KB, heap grew by {} KB",
            seconds, stockless, millis, passed, packets,
            metrics.getForwardBacklogBytes() >> 20,
            metrics.getForwardMemoryPeakBytes() >> 10, growth >> 10);
        assertThat(passed).isLessThan((int) (packets / 20));
        assertThat(metrics.getForwardBacklogBytes())
            .isGreaterThan(BLOCK / 10 * 8L);
        assertThat(growth).isLessThan(HEAP_LIMIT);
        assertThat(metrics.getForwardMemoryPeakBytes())
            .isLessThan(HEAP_LIMIT / 4);
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
