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

import java.io.Closeable;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;
import java.util.Objects;

import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.net.StandardSocketFactory;

/**
 * A cluster on two racks with a host for each datanode, and a client on the
 * host of the first one. Hosts are addresses of the loopback network; the
 * namenode takes them from the connections, and the client is told which one
 * is its own.
 */
final class ClusterOfHosts implements Closeable {
  private static final String OWN = host(0);

  private final int datanodes;
  private final MiniDFSCluster cluster;

  ClusterOfHosts(Configuration conf, int datanodes) throws IOException {
    this.datanodes = datanodes;
    String[] racks = new String[datanodes];
    Configuration[] overlays = new Configuration[datanodes];
    for (int i = 0; i < datanodes; i++) {
      racks[i] = i % 2 == 0 ? "/a" : "/b";
      overlays[i] = new Configuration(false);
      for (String key : new String[] {DFSConfigKeys.DFS_DATANODE_ADDRESS_KEY,
          DFSConfigKeys.DFS_DATANODE_HTTP_ADDRESS_KEY,
          DFSConfigKeys.DFS_DATANODE_IPC_ADDRESS_KEY}) {
        overlays[i].set(key, host(i) + ":0");
      }
      connectFrom(host(i), overlays[i]);
    }
    for (int i = 0; i < datanodes; i++) {
      localAddresses().put(host(i), i == 0);
    }
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(datanodes)
        .racks(racks).checkDataNodeAddrConfig(true)
        .dataNodeConfOverlays(overlays).build();
    cluster.waitActive();
  }

  private static String host(int number) {
    return "127.0.3." + (1 + number);
  }

  private static void connectFrom(String address, Configuration conf) {
    conf.set(From.ADDRESS_KEY, address);
    conf.setClass(CommonConfigurationKeys
        .HADOOP_RPC_SOCKET_FACTORY_CLASS_DEFAULT_KEY, From.class,
        StandardSocketFactory.class);
  }

  /** What the client remembers of addresses. */
  @SuppressWarnings("unchecked")
  private static Map<String, Boolean> localAddresses() {
    try {
      Field known = DFSUtilClient.class.getDeclaredField("localAddrMap");
      known.setAccessible(true);
      return (Map<String, Boolean>) known.get(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** @return a client on the first datanode's host, to be closed. */
  DistributedFileSystem newClient(Configuration conf) throws IOException {
    Configuration own = new Configuration(conf);
    connectFrom(OWN, own);
    return (DistributedFileSystem) FileSystem.newInstance(cluster.getURI(),
        own);
  }

  /** @return the address of the client's host. */
  String getOwnAddress() {
    return OWN;
  }

  @Override
  public void close() {
    cluster.shutdown();
    for (int i = 0; i < datanodes; i++) {
      localAddresses().remove(host(i));
    }
  }

  /** Binds the connections of a host to its address. */
  public static final class From extends StandardSocketFactory
      implements Configurable {
    private static final String ADDRESS_KEY = "smarth.test.address";

    private Configuration conf;

    @Override
    public Socket createSocket() throws IOException {
      Socket socket = super.createSocket();
      socket.bind(new InetSocketAddress(address(), 0));
      return socket;
    }

    private String address() {
      return conf == null ? null : conf.get(ADDRESS_KEY);
    }

    @Override
    public void setConf(Configuration newConf) {
      conf = newConf;
    }

    @Override
    public Configuration getConf() {
      return conf;
    }

    /** RPC clients are cached by their factory. */
    @Override
    public boolean equals(Object other) {
      return other instanceof From
          && Objects.equals(address(), ((From) other).address());
    }

    @Override
    public int hashCode() {
      return Objects.hashCode(address());
    }
  }
}
