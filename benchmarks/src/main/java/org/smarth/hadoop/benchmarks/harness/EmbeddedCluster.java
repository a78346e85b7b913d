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

package org.smarth.hadoop.benchmarks.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.datanode.ShapedDataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;

/**
 * A NameNode and its DataNodes in this JVM, each DataNode on a loopback address of its own with
 * shaped links between them. Ends with the JVM, which has to be in the mini-cluster mode of
 * Hadoop's metrics.
 */
public final class EmbeddedCluster {
  private final UploadSpec spec;
  private final HdfsSettings settings;
  private int port;

  public EmbeddedCluster(UploadSpec spec) {
    this.spec = spec;
    this.settings = new HdfsSettings(spec, LoopbackHosts.CLIENT, LoopbackHosts::ip);
  }

  public void start() throws IOException {
    settings.writeRackTable();
    Configuration nameConf = configuration(settings.nameNode(spec.port()));
    NameNode.format(nameConf);
    NameNode nameNode = NameNode.createNameNode(new String[0], nameConf);
    port = nameNode.getNameNodeAddress().getPort();
    ShapedLinks links = new ShapedLinks(spec.links(), ShapedLinks.Clock.SYSTEM);
    for (int node = 1; node <= spec.racks().dataNodes(); node++) {
      Files.createDirectories(spec.dataDir(node));
      Configuration conf = configuration(settings.dataNode(node, port));
      conf.set(BoundSocketFactory.ADDRESS_KEY, LoopbackHosts.ip(node));
      conf.setClass("hadoop.rpc.socket.factory.class.default", BoundSocketFactory.class,
          javax.net.SocketFactory.class);
      ShapedDataNode.start(conf, new ShapedServerSocket(node, links));
    }
  }

  /** What `hdfs dfs` on the client reads. */
  public Configuration clientConfiguration() {
    return configuration(settings.client(port));
  }

  private static Configuration configuration(Map<String, String> values) {
    Configuration conf = new HdfsConfiguration();
    values.forEach(conf::set);
    return conf;
  }
}
