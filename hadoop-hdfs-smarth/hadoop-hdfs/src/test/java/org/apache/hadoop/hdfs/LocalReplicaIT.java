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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.smarth.client.ClientMetrics;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet;
import org.awaitility.Awaitility;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TestName;
import org.junit.rules.Timeout;

import static org.apache.hadoop.hdfs.SmarthCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

/** A writer on a datanode, all of whose pipelines drain at once. */
public class LocalReplicaIT {
  @Rule
  public final Timeout timeout = new Timeout(120, TimeUnit.SECONDS);
  @Rule
  public final TestName name = new TestName();

  private static Configuration conf;
  private static ClusterOfHosts cluster;

  /** The datanodes of each block, in the order of its pipeline. */
  private final List<List<String>> pipelines = new ArrayList<>();

  @BeforeClass
  public static void start() throws IOException {
    conf = new HdfsConfiguration();
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, BLOCK);
    cluster = new ClusterOfHosts(conf, 9);
  }

  @AfterClass
  public static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  /** @return the addresses that the blocks' replicas have in the end. */
  private List<List<String>> write(Configuration client, int blocks,
      CreateFlag... flags) throws Exception {
    Path path = new Path("/" + name.getMethodName());
    EnumSet<CreateFlag> all = EnumSet.of(CreateFlag.CREATE);
    all.addAll(Arrays.asList(flags));
    try (DistributedFileSystem fs = cluster.newClient(client)) {
      try (FSDataOutputStream out = fs.create(path,
          FsPermission.getFileDefault(), all, 4096, (short) 3, BLOCK, null,
          null); StalledMirror stalled = new StalledMirror()) {
        PipelineSet open = SmarthCluster.withPipelinesInVain(out);
        for (int i = 1; i <= blocks; i++) {
          out.write(SmarthCluster.bytes(BLOCK, i));
          awaitPipeline(open, i);
        }
      }
      // Datanodes report while the client is told that all is stored.
      DFSTestUtil.waitReplication(fs, path, (short) 3);
      List<List<String>> replicas = new ArrayList<>();
      for (LocatedBlock block : fs.getClient().getLocatedBlocks(
          path.toString(), 0, Long.MAX_VALUE).getLocatedBlocks()) {
        replicas.add(addresses(Arrays.asList(block.getLocations())));
      }
      assertThat(replicas).hasSize(blocks);
      return replicas;
    }
  }

  private void awaitPipeline(PipelineSet open, int number) {
    Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() ->
        open.getBlocks() == number && open.getOpen() == number);
    pipelines.add(addresses(SmarthCluster.newest(open)));
  }

  private static List<String> addresses(List<DatanodeInfo> nodes) {
    List<String> addresses = new ArrayList<>();
    nodes.forEach(node -> addresses.add(node.getIpAddr()));
    return addresses;
  }

  private void assertAllLocal(List<List<String>> replicas) {
    assertThat(pipelines).extracting(nodes -> nodes.get(0))
        .as("first datanodes").containsOnly(cluster.getOwnAddress());
    assertThat(replicas).allSatisfy(nodes ->
        assertThat(nodes).contains(cluster.getOwnAddress()).hasSize(3));
  }

  @Test
  public void everyBlockHasItsFirstReplicaOnTheWritersDatanode()
      throws Exception {
    assertAllLocal(write(conf, 6));
  }

  /** No file knows anything when its first block begins, but the client does. */
  @Test
  public void soHaveFilesThatBeginWhileOthersDrain() throws Exception {
    try (DistributedFileSystem fs = cluster.newClient(conf);
        StalledMirror stalled = new StalledMirror()) {
      SmarthCluster.sendAheadInVain(fs);
      List<CompletableFuture<Void>> files = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        FSDataOutputStream out =
            fs.create(new Path("/" + name.getMethodName() + i));
        out.write(SmarthCluster.bytes(BLOCK, i));
        awaitPipeline(SmarthCluster.withPipelinesInVain(out), 1);
        files.add(BackgroundClose.close(out));
      }
      assertThat(files).noneMatch(CompletableFuture::isDone);
      assertThat(pipelines).extracting(nodes -> nodes.get(0))
          .as("first datanodes").containsOnly(cluster.getOwnAddress());
      stalled.close();
      for (CompletableFuture<Void> file : files) {
        file.get();
      }
    }
  }

  @Test
  public void inPaperModeToo() throws Exception {
    Configuration paper = new Configuration(conf);
    paper.set(SmarthClientConf.PIPELINES_MODE_KEY, "paper");
    assertAllLocal(write(paper, 3));
  }

  @Test
  public void whereItIsNotToLetTheWriterGoOnOnlyBlocksWithoutItGetFnfa()
      throws Exception {
    Configuration safe = new Configuration(conf);
    safe.setBoolean(SmarthClientConf.FIRST_NODE_LOCAL_KEY, false);
    try (DistributedFileSystem fs = cluster.newClient(safe)) {
      assertThat(acks(fs, EnumSet.of(CreateFlag.CREATE))).isZero();
      assertThat(acks(fs, EnumSet.of(CreateFlag.CREATE,
          CreateFlag.NO_LOCAL_WRITE))).isEqualTo(3);
    }
  }

  /** @return how many blocks of a file of three got FNFA. */
  private long acks(DistributedFileSystem fs, EnumSet<CreateFlag> flags)
      throws IOException {
    ClientMetrics metrics = fs.getClient().smarth.getMetrics();
    long before = metrics.getFirstNodeAcks();
    try (FSDataOutputStream out = fs.create(
        new Path("/" + name.getMethodName() + flags.size()),
        FsPermission.getFileDefault(), flags, 4096, (short) 3, BLOCK, null,
        null)) {
      out.write(SmarthCluster.bytes(3 * BLOCK, 1));
    }
    return metrics.getFirstNodeAcks() - before;
  }

  @Test
  public void withNoLocalWriteNoReplicaIsThere() throws Exception {
    assertThat(write(conf, 6, CreateFlag.NO_LOCAL_WRITE)).allSatisfy(nodes ->
        assertThat(nodes).doesNotContain(cluster.getOwnAddress()).hasSize(3));
  }
}
