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

package org.apache.hadoop.hdfs.server.datanode;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.SecureDataNodeStarter.SecureResources;
import org.apache.hadoop.hdfs.server.datanode.checker.StorageLocationChecker;
import org.apache.hadoop.util.Timer;

import org.smarth.hadoop.benchmarks.harness.BoundSocketFactory;

/**
 * A DataNode that listens on a socket it is given and sends from an address of its own. In this
 * package because the constructor that takes the socket is package-private.
 */
public final class ShapedDataNode extends DataNode {

  private ShapedDataNode(Configuration conf, List<StorageLocation> dirs,
      StorageLocationChecker checker, SecureResources resources) throws IOException {
    super(conf, dirs, checker, resources);
  }

  /** Starts a DataNode; the caller shuts it down. */
  public static DataNode start(Configuration conf, ServerSocket streaming) throws IOException {
    StorageLocationChecker checker = new StorageLocationChecker(conf, new Timer());
    List<StorageLocation> dirs;
    try {
      dirs = checker.check(conf, getStorageLocations(conf));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while checking the data directories", e);
    }
    DataNode node = new ShapedDataNode(conf, dirs, checker, StockDataNode.resources(streaming));
    node.runDatanodeDaemon();
    return node;
  }

  /** The receiving side knows the sender, and with it the link, by its address. */
  @Override
  public Socket newSocket() throws IOException {
    return BoundSocketFactory.newBoundSocket(getConf());
  }
}
