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
package org.apache.hadoop.hdfs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.apache.hadoop.hdfs.server.datanode.DataNodeInsides;
import org.apache.hadoop.hdfs.server.datanode.StockCalls;
import org.apache.hadoop.hdfs.smarth.client.plan.auto.PipelineControl;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.apache.hadoop.util.Timer;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.apache.hadoop.hdfs.SmarthCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Where datanodes have hardly more threads than stock's writers need, and pass
 * on slowly what they get, so that blocks drain while the next are written.
 */
public class TransferThreadsIT {
  private static final int BLOCKS = 6;
  private static final long PACKET_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  @Rule
  public final Timeout timeout = new Timeout(10, TimeUnit.MINUTES);

  private final DataNodeFaultInjector before = DataNodeFaultInjector.get();
  private LogCapturer log;

  @Before
  public void captureLog() {
    log = LogCapturer.captureLogs(DataNode.LOG);
  }

  @After
  public void restore() {
    DataNodeFaultInjector.set(before);
    log.stopCapturing();
  }

  private int refusals() {
    return StringUtils.countMatches(log.getOutput(),
        "exceeds the limit of concurrent xc");
  }

  private static SmarthCluster slowCluster(int datanodes, int threads)
      throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.setInt(DFSConfigKeys.DFS_DATANODE_MAX_RECEIVER_THREADS_KEY, threads);
    DataNodeFaultInjector.set(new DataNodeFaultInjector() {
      @Override
      public void stopSendingPacketDownstream(String mirror) {
        LockSupport.parkNanos(PACKET_NANOS);
      }
    });
    return new SmarthCluster(datanodes, conf);
  }

  /** All begin at once, each with a client of its own. */
  private static void write(SmarthCluster cluster, int writers)
      throws Exception {
    CyclicBarrier begin = new CyclicBarrier(writers);
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    try {
      List<Future<Void>> written = new ArrayList<>();
      for (int i = 0; i < writers; i++) {
        int number = i;
        written.add(threads.submit(() -> {
          Path path = new Path("/" + writers + "-" + number);
          byte[] data = SmarthCluster.bytes(BLOCKS * BLOCK, number);
          try (FileSystem fs =
              FileSystem.newInstance(cluster.getFs().getConf())) {
            begin.await();
            try (FSDataOutputStream out = fs.create(path)) {
              out.write(data);
            }
          }
          cluster.assertReplicas(path, data, 3);
          return null;
        }));
      }
      for (Future<Void> one : written) {
        one.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** In stock seven writers have room. */
  @Test
  public void asManyWritersAsInStockHaveRoomOnThreeDatanodes()
      throws Exception {
    try (SmarthCluster cluster = slowCluster(3, StockCalls.threadsFor(7) + 1)) {
      for (int writers : new int[] {1, 3, 4, 7}) {
        write(cluster, writers);
        assertThat(refusals()).as("with %d writers", writers).isZero();
      }
    }
  }

  @Test
  public void eightWritersHaveRoomOnSixDatanodes() throws Exception {
    try (SmarthCluster cluster = slowCluster(6, StockCalls.threadsFor(11) + 1)) {
      write(cluster, 8);
    }
    assertThat(refusals()).isZero();
  }

  /** The limit is learnt when the blocks before drain already. */
  @Test
  public void datanodesThatRefuseAFurtherPipelineGetTheBlockWhenOthersHaveEnded()
      throws Exception {
    Path path = new Path("/f");
    byte[] data = SmarthCluster.bytes(BLOCKS * BLOCK, 1);
    try (DatanodeFaults faults = new DatanodeFaults();
        SmarthCluster cluster =
            new SmarthCluster(3, new HdfsConfiguration())) {
      List<DataNode> nodes = cluster.getCluster().getDataNodes();
      faults.stallAll();
      try (FSDataOutputStream out = cluster.getFs().create(path)) {
        SmarthFile file =
            ((SmarthOutputStream) SmarthCluster.stream(out)).getFile();
        AtomicInteger most = new AtomicInteger(2);
        DataNodeInsides.set(file.getPlan(), "control",
            new PipelineControl(new Timer(), 0) {
              @Override
              public int limit(int ceiling, long block,
                  Supplier<Map<Long, Long>> progress) {
                return most.get();
              }
            });
        out.write(data, 0, 3 * BLOCK);
        Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> nodes
            .stream().mapToLong(DataNodeInsides::firstNodeAcks).sum() == 2);
        int draining = StockCalls.threadsFor(2);
        Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> nodes
            .stream().allMatch(node -> node.getXceiverCount() == draining));
        nodes.forEach(node -> DataNodeInsides.limitThreads(node, draining - 1));
        most.set(3);
        Awaitility.await().atMost(60, TimeUnit.SECONDS)
            .until(() -> refusals() > 0);
        // It waits though there is room; threads may outlive their blocks.
        nodes.forEach(node -> DataNodeInsides.limitThreads(node, 16));
        assertThat(file.getPipelines().getBlocks()).isEqualTo(2);
        faults.releasePackets();
        out.write(data, 3 * BLOCK, data.length - 3 * BLOCK);
      }
      cluster.assertReplicas(path, data, 3);
    }
    assertThat(refusals()).isEqualTo(1);
  }
}
