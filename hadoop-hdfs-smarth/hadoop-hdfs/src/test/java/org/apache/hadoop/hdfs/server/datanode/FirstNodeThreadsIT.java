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

import java.util.ArrayList;
import java.util.List;

import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/** What a block costs in threads, and what the NameNode takes for load. */
public class FirstNodeThreadsIT {
  @Rule
  public final Timeout timeout = Timeout.seconds(120);

  private FirstNodeCluster cluster;

  @Before
  public void start() throws Exception {
    cluster = FirstNodeCluster.start();
  }

  /** Checks also that no thread is left. */
  @After
  public void close() throws Exception {
    cluster.close();
  }

  @Test
  public void aBlockTakesOneThreadMoreThanInStockAndCountsForTheSameLoad()
      throws Exception {
    Load stock = loadOfABlock("/stock",
        new RawClient.Request(FirstNodeCluster.CLIENT).withoutAsking());
    Load ours = loadOfABlock("/ours",
        new RawClient.Request(FirstNodeCluster.CLIENT));
    assertThat(ours.threads).isEqualTo(stock.threads + 1);
    assertThat(ours.reported).isEqualTo(stock.reported);
  }

  @Test
  public void aBlockThatWaitsToBeDeliveredCountsAsOneThatIsWritten()
      throws Exception {
    LocatedBlock block = cluster.createFile("/waits");
    Downstream downstream = Downstream.stalledEverywhere();
    try (RawClient client = new RawClient()) {
      client.connect(block, new RawClient.Request(FirstNodeCluster.CLIENT));
      client.send(FirstNodeCluster.randomBytes(RawClient.PACKET), false);
      List<Integer> before = reportedLoad(block);
      client.sendLast(false);
      client.awaitFirstNodeAck();
      assertThat(reportedLoad(block)).isEqualTo(before);
      downstream.open();
      client.awaitAck(1);
    }
  }

  @Test
  public void aDatanodeThatShutsDownWhileABlockWaitsLeavesNoThread()
      throws Exception {
    // Stock's, on the datanodes that never get the rest of the block.
    LocatedBlock block = cluster.createFile("/shutdown");
    Downstream.stalledEverywhere();
    try (RawClient client = new RawClient()) {
      client.connect(block, new RawClient.Request(FirstNodeCluster.CLIENT));
      client.sendBlock(FirstNodeCluster.randomBytes(100 * RawClient.PACKET));
      client.awaitFirstNodeAck();
      assertThat(threadsOf(block)).isPositive();
      cluster.stopNode(block, 0);
      FirstNodeCluster.awaitNoWriter(block);
      assertThat(threadsOf(block)).isZero();
    }
  }

  /** Of a block whose downstream stands still while it is written. */
  private Load loadOfABlock(String path, RawClient.Request request)
      throws Exception {
    LocatedBlock block = cluster.createFile(path);
    Downstream downstream = Downstream.stalledEverywhere();
    try (RawClient client = new RawClient()) {
      client.connect(block, request);
      client.send(FirstNodeCluster.randomBytes(RawClient.PACKET), false);
      // All threads are there when all datanodes of it are at work.
      await().atMost(FirstNodeCluster.PATIENCE)
          .until(() -> downstream.packets() > 0);
      List<Integer> reported = reportedLoad(block);
      Load load = new Load(threadsOf(block), reported);
      downstream.open();
      client.sendLast(false);
      client.awaitAck(1);
      FirstNodeCluster.awaitNoWriter(block);
      return load;
    }
  }

  /** Every thread that serves a block has its name, in stock and here. */
  private static long threadsOf(LocatedBlock block) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().contains(
            block.getBlock().getBlockName()))
        .count();
  }

  /** @return what heartbeats tell of its datanodes, in their order. */
  private List<Integer> reportedLoad(LocatedBlock block) {
    List<Integer> load = new ArrayList<>();
    for (int i = 0; i < block.getLocations().length; i++) {
      DataNode node = cluster.node(block, i);
      // For the block its receiver and its responder.
      await().atMost(FirstNodeCluster.PATIENCE)
          .until(() -> StockCalls.load(node) >= StockCalls.IDLE + 2);
      await().atMost(FirstNodeCluster.PATIENCE).until(() ->
          cluster.reportedLoad(node) == StockCalls.load(node));
      load.add(cluster.reportedLoad(node));
    }
    return load;
  }

  private static final class Load {
    private final long threads;
    private final List<Integer> reported;

    private Load(long threads, List<Integer> reported) {
      this.threads = threads;
      this.reported = reported;
    }
  }
}
