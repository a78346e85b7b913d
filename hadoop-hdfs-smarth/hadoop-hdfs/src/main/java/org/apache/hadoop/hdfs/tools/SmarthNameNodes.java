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
package org.apache.hadoop.hdfs.tools;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.HAUtilClient;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocolPB.ProtobufCalls;
import org.apache.hadoop.hdfs.protocolPB.SpeedProtocolPB;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RpcNoSuchMethodException;
import org.apache.hadoop.ipc.RpcNoSuchProtocolException;
import org.apache.hadoop.net.NetUtils;

/** The NameNodes of the default file system, to ask by SMARTH's protocol. */
final class SmarthNameNodes {
  private final Configuration conf;

  SmarthNameNodes(Configuration conf) {
    this.conf = conf;
  }

  /**
   * @return their RPC addresses
   * @throws IllegalArgumentException if the file system is not HDFS
   */
  Collection<InetSocketAddress> getAddresses() throws IOException {
    URI uri = FileSystem.getDefaultUri(conf);
    if (!HdfsConstants.HDFS_URI_SCHEME.equals(uri.getScheme())) {
      throw new IllegalArgumentException(
          "FileSystem " + uri + " is not an HDFS file system");
    }
    if (!HAUtilClient.isLogicalUri(conf, uri)) {
      return Collections.singleton(DFSUtilClient.getNNAddress(uri));
    }
    Map<String, InetSocketAddress> addresses =
        DFSUtilClient.getHaNnRpcAddresses(conf).get(uri.getHost());
    if (addresses == null || addresses.isEmpty()) {
      throw new IllegalArgumentException(
          "No NameNode of the nameservice " + uri.getHost() + " is configured");
    }
    return addresses.values();
  }

  /** @return those that an operator means who names one of them. */
  Collection<InetSocketAddress> getAddressesOfNameservice() throws IOException {
    Collection<InetSocketAddress> named = getAddresses();
    for (Map<String, InetSocketAddress> nameservice
        : DFSUtilClient.getHaNnRpcAddresses(conf).values()) {
      if (nameservice.values().containsAll(named)) {
        return nameservice.values();
      }
    }
    return named;
  }

  /**
   * @return what one of them answers
   * @throws IOException if it does not; it says so where it does not know what
   *     it is asked
   */
  <T> T call(InetSocketAddress namenode, Call<T> call) throws IOException {
    ProtobufCalls.setEngine(conf, SpeedProtocolPB.class);
    SpeedProtocolPB proxy = RPC.getProxy(SpeedProtocolPB.class,
        RPC.getProtocolVersion(SpeedProtocolPB.class), namenode, conf);
    try {
      return call.on(proxy);
    } catch (RemoteException e) {
      String name = NetUtils.getHostPortString(namenode);
      if (is(e, RpcNoSuchProtocolException.class)) {
        throw new IOException("NameNode " + name
            + " tells no speeds: it is a stock one, or its"
            + " dfs.namenode.plugins lacks SmarthNameNodePlugin", e);
      }
      if (is(e, RpcNoSuchMethodException.class)) {
        throw new IOException("NameNode " + name
            + " has no switch: it is of an earlier build of SMARTH", e);
      }
      throw e;
    } finally {
      RPC.stopProxy(proxy);
    }
  }

  private static boolean is(RemoteException e, Class<?> type) {
    return type.getName().equals(e.getClassName());
  }

  /** What one of them is asked. */
  interface Call<T> {
    /** @throws IOException as the NameNode, or the connection, has thrown it */
    T on(SpeedProtocolPB namenode) throws IOException;
  }
}
