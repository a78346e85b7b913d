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

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNodeInsides;
import org.apache.hadoop.hdfs.smarth.client.ClientMetrics;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.apache.hadoop.hdfs.SmarthCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

/** A client that is killed leaves blocks that reach their replication. */
public class ClientKilledIT {
  @Rule
  public final Timeout timeout = new Timeout(120, TimeUnit.SECONDS);

  private final Path path = new Path("/file");
  private final byte[] data = SmarthCluster.bytes(2 * BLOCK, 1);
  private SmarthCluster cluster;
  private DrainingFile file;

  @After
  public void stop() throws IOException {
    cluster.close();
  }

  /** Kills the client when only the first datanode has the first block. */
  private void killRightAfterFnfa() throws IOException {
    Configuration conf = new Configuration(cluster.getFs().getConf());
    conf.setInt(SmarthClientConf.PIPELINES_MAX_KEY, 2);
    DistributedFileSystem fs =
        (DistributedFileSystem) FileSystem.newInstance(conf);
    file = new DrainingFile(fs, path, data);
    fs.getClient().closeAllFilesBeingWritten(true);
  }

  private void recoverLease() {
    Awaitility.await().atMost(30, TimeUnit.SECONDS)
        .until(() -> cluster.getFs().recoverLease(path));
  }

  private void awaitLaterHeartbeatsThan(DatanodeInfo stopped) {
    Awaitility.await().untilAsserted(() -> assertThat(
        Arrays.stream(cluster.getFs().getDataNodeStats())
            .min(Comparator.comparing(DatanodeInfo::getLastUpdateMonotonic)))
        .contains(stopped));
  }

  private void assertWhole() throws IOException {
    byte[] read = cluster.read(path);
    assertThat(read.length).isBetween(BLOCK, data.length);
    assertThat(read).isEqualTo(Arrays.copyOf(data, read.length));
    cluster.awaitReplicas(path, read, 3);
  }

  @Test
  public void theFirstDatanodeDeliversWhatTheClientLeftBehind()
      throws Exception {
    cluster = new SmarthCluster(9);
    try (StalledMirror stalled = new StalledMirror()) {
      killRightAfterFnfa();
    }
    recoverLease();
    assertWhole();
  }

  @Test
  public void aDeliveryThatFailsFurtherDownEnds() throws Exception {
    cluster = new SmarthCluster(9);
    try (StalledMirror stalled = new StalledMirror()) {
      killRightAfterFnfa();
      cluster.getCluster().stopDataNode(file.first(2).getXferAddr());
    }
    Awaitility.await().untilAsserted(
        () -> assertThat(DataNodeInsides.writeThreads()).isEmpty());
    // The namenode has the datanode with the latest heartbeat recover a block,
    // and tries another one after 30 s.
    awaitLaterHeartbeatsThan(file.first(2));
    recoverLease();
    assertWhole();
  }

  /** The namenode must not take the first datanode's replica for the block. */
  @Test
  public void whatWasFlushedStaysThoughTheFirstDatanodeDiesWithTheClient()
      throws Exception {
    cluster = new SmarthCluster(9);
    DistributedFileSystem fs = (DistributedFileSystem) FileSystem.newInstance(
        cluster.getFs().getConf());
    ClientMetrics metrics = fs.getClient().smarth.getMetrics();
    long acks = metrics.getFirstNodeAcks();
    int flushed = BLOCK / 2;
    FSDataOutputStream out = fs.create(path);
    PipelineSet pipelines = SmarthCluster.withPipelinesInVain(out);
    out.write(data, 0, flushed);
    out.hflush();
    DatanodeInfo first = SmarthCluster.newest(pipelines).get(0);
    try (StalledMirror stalled = new StalledMirror()) {
      out.write(data, flushed, BLOCK);
      Awaitility.await().until(() -> metrics.getFirstNodeAcks() > acks);
      Awaitility.await().during(1, TimeUnit.SECONDS)
          .until(() -> pipelines.getOpen() == 1);
      fs.getClient().closeAllFilesBeingWritten(true);
      cluster.getCluster().stopDataNode(first.getXferAddr());
    }
    awaitLaterHeartbeatsThan(first);
    recoverLease();
    byte[] read = cluster.read(path);
    assertThat(read.length).isBetween(flushed, data.length);
    assertThat(read).isEqualTo(Arrays.copyOf(data, read.length));
  }

  @Test
  public void orphansDoNotKeepTheBlockFromItsReplication() throws Exception {
    // Where else could copies go, if not to the datanodes with the orphans?
    cluster = new SmarthCluster(3);
    try (StalledMirror stalled = new StalledMirror()) {
      killRightAfterFnfa();
      MiniDFSCluster.DataNodeProperties stopped =
          cluster.getCluster().stopDataNode(file.first(0).getXferAddr());
      SmarthCluster.restart(cluster.getCluster(), stopped);
    }
    recoverLease();
    assertWhole();
  }

  /** Stock takes it for one that is being written, though nobody does. */
  @Test
  public void norDoesAPartWhoseDatanodeWasRestartedForAnUpgrade()
      throws Exception {
    cluster = new SmarthCluster(3);
    try (StalledMirror stalled = new StalledMirror()) {
      killRightAfterFnfa();
      SmarthCluster.restartForUpgrade(cluster.getCluster(),
          cluster.datanode(file.first(1)));
      ExtendedBlock part = cluster.blocks(path).get(0).getBlock();
      Awaitility.await().until(() -> DataNodeInsides.isBeingWritten(
          cluster.datanode(file.first(1)), part));
    }
    recoverLease();
    assertWhole();
  }
}
