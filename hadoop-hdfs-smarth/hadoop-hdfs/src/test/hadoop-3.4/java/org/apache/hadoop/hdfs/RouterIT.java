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
import java.net.URI;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeInsides;
import org.apache.hadoop.hdfs.server.federation.router.RBFConfigKeys;
import org.apache.hadoop.hdfs.server.federation.router.Router;
import org.apache.hadoop.hdfs.server.federation.store.driver.impl.StateStoreFileImpl;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Writers whose NameNode is a Router, which knows no protocol of ours. */
public class RouterIT {
  private static final String NAMESERVICE = "ns";

  @Rule
  public final Timeout timeout = Timeout.seconds(180);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private final Router router = new Router();
  private SmarthCluster cluster;
  private DistributedFileSystem fs;

  @Before
  public void start() throws Exception {
    cluster = new SmarthCluster(6);
    router.init(routerConf());
    router.start();
    Configuration conf = new HdfsConfiguration();
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, SmarthCluster.BLOCK);
    fs = (DistributedFileSystem) FileSystem.newInstance(URI.create(
        "hdfs://127.0.0.1:" + router.getRpcServerAddress().getPort()), conf);
    // It has to hear of the NameNode first.
    Awaitility.await().atMost(60, TimeUnit.SECONDS).ignoreExceptions()
        .until(() -> fs.getFileStatus(new Path("/")) != null);
  }

  /** One namespace, a store in a folder, and ports of its own. */
  private Configuration routerConf() throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.set(DFSConfigKeys.DFS_NAMESERVICES, NAMESERVICE);
    conf.set(DFSConfigKeys.DFS_NAMENODE_RPC_ADDRESS_KEY + "." + NAMESERVICE,
        "127.0.0.1:" + cluster.getCluster().getNameNodePort());
    conf.set(DFSConfigKeys.DFS_NAMENODE_HTTP_ADDRESS_KEY + "." + NAMESERVICE,
        "127.0.0.1:" + cluster.getCluster().getNameNode().getHttpAddress()
            .getPort());
    conf.set(RBFConfigKeys.DFS_ROUTER_RPC_ADDRESS_KEY, "127.0.0.1:0");
    conf.set(RBFConfigKeys.DFS_ROUTER_ADMIN_ADDRESS_KEY, "127.0.0.1:0");
    conf.setBoolean(RBFConfigKeys.DFS_ROUTER_HTTP_ENABLE, false);
    conf.setBoolean(RBFConfigKeys.DFS_ROUTER_SAFEMODE_ENABLE, false);
    conf.set(RBFConfigKeys.DFS_ROUTER_DEFAULT_NAMESERVICE, NAMESERVICE);
    conf.setBoolean(RBFConfigKeys.DFS_ROUTER_MONITOR_LOCAL_NAMENODE, false);
    conf.set(RBFConfigKeys.DFS_ROUTER_MONITOR_NAMENODE, NAMESERVICE);
    conf.setLong(RBFConfigKeys.DFS_ROUTER_HEARTBEAT_INTERVAL_MS, 500);
    conf.setLong(RBFConfigKeys.DFS_ROUTER_CACHE_TIME_TO_LIVE_MS, 500);
    conf.setClass(RBFConfigKeys.FEDERATION_STORE_DRIVER_CLASS,
        StateStoreFileImpl.class, Object.class);
    conf.set(StateStoreFileImpl.FEDERATION_STORE_FILE_DIRECTORY,
        folder.newFolder().getPath());
    return conf;
  }

  @After
  public void stop() throws IOException {
    if (fs != null) {
      fs.close();
    }
    router.stop();
    if (cluster != null) {
      cluster.close();
    }
  }

  private long firstNodeAcks() {
    return cluster.getCluster().getDataNodes().stream()
        .mapToLong(DataNodeInsides::firstNodeAcks).sum();
  }

  @Test
  public void aFileGoesThroughSeveralPipelines() throws Exception {
    Path path = new Path("/file");
    byte[] data = SmarthCluster.bytes(8 * SmarthCluster.BLOCK - 1, 1);
    try (FSDataOutputStream out = fs.create(path)) {
      out.write(data);
    }
    assertThat(firstNodeAcks()).isGreaterThanOrEqualTo(7);
    cluster.assertReplicas(path, data, 3);
    assertThat(cluster.read(path)).isEqualTo(data);
  }

  @Test
  public void aDatanodeThatIsLostIsReplaced() throws Exception {
    Path path = new Path("/file");
    byte[] data = SmarthCluster.bytes(4 * SmarthCluster.BLOCK, 2);
    try (FSDataOutputStream out = fs.create(path)) {
      out.write(data, 0, SmarthCluster.BLOCK / 2);
      out.hflush();
      DataNode first = cluster.lastPipeline(SmarthCluster.stream(out)).get(0);
      cluster.getCluster().stopDataNode(
          first.getDatanodeId().getXferAddr());
      out.write(data, SmarthCluster.BLOCK / 2,
          data.length - SmarthCluster.BLOCK / 2);
    }
    cluster.assertReplicas(path, data, 3);
    assertThat(cluster.read(path)).isEqualTo(data);
  }
}
