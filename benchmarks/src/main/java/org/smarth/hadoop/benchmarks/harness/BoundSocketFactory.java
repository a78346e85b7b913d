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
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.util.Objects;

import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.StandardSocketFactory;

/**
 * Binds the RPC sockets of one DataNode to its loopback address: the NameNode takes a DataNode's
 * address from its connection.
 */
public final class BoundSocketFactory extends StandardSocketFactory implements Configurable {
  /** The local address of all sockets; also read by the DataNode for its mirror connections. */
  public static final String ADDRESS_KEY = "smarth.try.bind.address";

  private Configuration conf;

  /** A new socket channel's socket, bound to the address that the configuration names. */
  public static Socket newBoundSocket(Configuration conf) throws IOException {
    SocketChannel channel = SocketChannel.open();
    channel.bind(new InetSocketAddress(conf.get(ADDRESS_KEY), 0));
    return channel.socket();
  }

  @Override
  public Socket createSocket() throws IOException {
    return newBoundSocket(conf);
  }

  @Override
  public void setConf(Configuration newConf) {
    conf = newConf;
  }

  @Override
  public Configuration getConf() {
    return conf;
  }

  /** Hadoop's RPC clients are cached by their factory: one for each address. */
  @Override
  public boolean equals(Object other) {
    return other instanceof BoundSocketFactory
        && Objects.equals(address(), ((BoundSocketFactory) other).address());
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(address());
  }

  private String address() {
    return conf == null ? null : conf.get(ADDRESS_KEY);
  }
}
