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
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.HeartbeatRequestProto;
import org.apache.hadoop.hdfs.protocolPB.UnknownFields;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNodeRpcServer;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.apache.hadoop.hdfs.smarth.datanode.FirstNodeConf;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeSpeeds;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** What datanodes measure of the blocks of clients, and tell in heartbeats. */
public class DatanodeSpeedsIT {
  private static final int BLOCK = 8 << 20;
  private static final String CLIENT = "127.0.0.1";

  @Rule
  public final Timeout timeout = new Timeout(120, TimeUnit.SECONDS);

  private final Configuration conf = new HdfsConfiguration();
  /** All that was told so far, by datanode's UUID. */
  private final Map<String, DatanodeSpeeds> told = new ConcurrentHashMap<>();
  private final Map<String, Integer> heartbeats = new ConcurrentHashMap<>();
  private SmarthCluster cluster;
  private boolean byName;

  private void start() throws IOException {
    cluster = new SmarthCluster(3, conf);
    HeartbeatListener.listenTo(
        (NameNodeRpcServer) cluster.getCluster().getNameNodeRpc(),
        this::listen);
  }

  private void listen(HeartbeatRequestProto request) {
    String datanode =
        request.getRegistration().getDatanodeID().getDatanodeUuid();
    DatanodeSpeeds.Parsed parsed =
        DatanodeSpeeds.fromFields(UnknownFields.of(request));
    assertThat(parsed.getDropped()).isZero();
    told.merge(datanode, parsed.getSpeeds(), DatanodeSpeedsIT::both);
    heartbeats.merge(datanode, 1, Integer::sum);
  }

  private static DatanodeSpeeds both(DatanodeSpeeds a, DatanodeSpeeds b) {
    return new DatanodeSpeeds(both(a.getClients(), b.getClients()),
        both(a.getMirrors(), b.getMirrors()));
  }

  private static List<Speed> both(List<Speed> a, List<Speed> b) {
    return Stream.concat(a.stream(), b.stream()).collect(Collectors.toList());
  }

  @After
  public void stop() throws IOException {
    cluster.close();
  }

  /** @return the datanodes of the block, the first one first. */
  private DatanodeInfo[] write(FileSystem fs, Path path) throws IOException {
    try (FSDataOutputStream out =
        fs.create(path, true, 4096, (short) 3, BLOCK)) {
      byte[] data = SmarthCluster.bytes(BLOCK, 1);
      out.write(data, 0, 100_000);
      DatanodeInfo[] pipeline = DrainingFile.pipeline(out);
      out.write(data, 100_000, BLOCK - 100_000);
      return pipeline;
    }
  }

  private static List<String> peers(List<Speed> speeds) {
    return speeds.stream().map(Speed::getPeer).collect(Collectors.toList());
  }

  /** The first measured the client, and all but the last their next one. */
  private void assertTold(DatanodeInfo[] pipeline) {
    Awaitility.await().atMost(20, TimeUnit.SECONDS).untilAsserted(() -> {
      for (int i = 0; i < pipeline.length; i++) {
        DatanodeSpeeds speeds = told.getOrDefault(
            pipeline[i].getDatanodeUuid(), DatanodeSpeeds.EMPTY);
        if (i == 0) {
          assertThat(peers(speeds.getClients())).containsOnly(CLIENT);
        } else {
          assertThat(speeds.getClients()).isEmpty();
        }
        if (i + 1 < pipeline.length) {
          assertThat(peers(speeds.getMirrors()))
              .containsOnly(pipeline[i + 1].getDatanodeUuid());
          assertThat(speeds.getMirrors()).extracting(Speed::getAddress)
              .containsOnly(pipeline[i + 1].getXferAddr(byName));
        } else {
          assertThat(speeds.getMirrors()).isEmpty();
        }
      }
    });
  }

  private void awaitHeartbeats(int more) {
    Map<String, Integer> before = new ConcurrentHashMap<>(heartbeats);
    Awaitility.await().atMost(20, TimeUnit.SECONDS).untilAsserted(() -> {
      for (DataNode node : cluster.getCluster().getDataNodes()) {
        String uuid = node.getDatanodeUuid();
        assertThat(heartbeats.getOrDefault(uuid, 0))
            .isGreaterThanOrEqualTo(before.getOrDefault(uuid, 0) + more);
      }
    });
  }

  @Test
  public void heartbeatsTellOfAClientsBlock() throws IOException {
    start();
    assertTold(write(cluster.getFs(), new Path("/file")));
  }

  @Test
  public void theyTellTheNameOfADatanodeThatIsReachedByName()
      throws IOException {
    byName = true;
    conf.setBoolean(DFSConfigKeys.DFS_DATANODE_USE_DN_HOSTNAME, true);
    start();
    assertTold(write(cluster.getFs(), new Path("/file")));
  }

  @Test
  public void theBlocksOfStockClientsAreMeasuredToo() throws IOException {
    start();
    Configuration stock = new Configuration(cluster.getFs().getConf());
    stock.setBoolean(SmarthClientConf.ENABLED_KEY, false);
    try (FileSystem fs = FileSystem.newInstance(stock)) {
      assertTold(write(fs, new Path("/file")));
    }
  }

  @Test
  public void copiesAndAppendsAreNotMeasuredAsClients() throws IOException {
    start();
    Path path = new Path("/file");
    DistributedFileSystem fs = cluster.getFs();
    try (FSDataOutputStream out =
        fs.create(path, true, 4096, (short) 1, BLOCK)) {
      out.write(SmarthCluster.bytes(500_000, 2));
    }
    try (FSDataOutputStream out = fs.append(path)) {
      out.write(SmarthCluster.bytes(BLOCK - 500_000, 3));
    }
    fs.setReplication(path, (short) 3);
    Awaitility.await().atMost(60, TimeUnit.SECONDS).untilAsserted(() ->
        assertThat(cluster.blocks(path).get(0).getLocations()).hasSize(3));
    awaitHeartbeats(2);
    assertThat(told.values()).allSatisfy(
        speeds -> assertThat(speeds.getClients()).isEmpty());
  }

  @Test
  public void switchedOffDatanodesTellNothing() throws IOException {
    conf.setBoolean(FirstNodeConf.ENABLED_KEY, false);
    start();
    write(cluster.getFs(), new Path("/file"));
    awaitHeartbeats(2);
    assertThat(told.values()).isNotEmpty().allSatisfy(
        speeds -> assertThat(speeds.isEmpty()).isTrue());
  }
}
