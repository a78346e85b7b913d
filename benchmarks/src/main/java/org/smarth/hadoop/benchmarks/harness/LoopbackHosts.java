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
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/**
 * Loopback addresses that tell the nodes of an embedded cluster apart: DataNode i is 127.0.1.i,
 * every other address (a socket that is not bound gets 127.0.0.1) is the client's.
 */
public final class LoopbackHosts {
  /** The last octet of an address bounds the number of DataNodes. */
  public static final int MAX_NODES = 250;
  public static final String CLIENT = "127.0.0.1";
  private static final String PREFIX = "127.0.1.";

  private LoopbackHosts() {
  }

  public static String ip(int node) {
    return node == 0 ? CLIENT : PREFIX + node;
  }

  /** Free now; whoever starts on them soon will most likely get them. */
  public static int[] freePorts(int node, int count) throws IOException {
    int[] free = new int[count];
    List<ServerSocket> sockets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ServerSocket socket = new ServerSocket();
      sockets.add(socket);
      socket.bind(new InetSocketAddress(ip(node), 0));
      free[i] = socket.getLocalPort();
    }
    for (ServerSocket socket : sockets) {
      socket.close();
    }
    return free;
  }

  static InetAddress address(int node) throws UnknownHostException {
    return InetAddress.getByName(ip(node));
  }

  static int nodeAt(InetAddress address) {
    return node(address.getHostAddress());
  }

  /** The node with an address. */
  public static int node(String ip) {
    return ip.startsWith(PREFIX) ? Integer.parseInt(ip.substring(PREFIX.length())) : 0;
  }
}
