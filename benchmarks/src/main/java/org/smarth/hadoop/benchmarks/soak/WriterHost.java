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
package org.smarth.hadoop.benchmarks.soak;

import java.lang.reflect.Field;
import java.util.Map;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSUtilClient;

import org.smarth.hadoop.benchmarks.harness.BoundSocketFactory;
import org.smarth.hadoop.benchmarks.harness.LoopbackHosts;

/** The host on which the writers of this JVM run: a DataNode's, or one outside the cluster. */
public final class WriterHost {
  /** No DataNode's. */
  public static final int OUTSIDE = 0;

  private WriterHost() {
  }

  /**
   * Moves the writers to another host.
   *
   * @param node a DataNode's number, or OUTSIDE
   * @param conf of their clients; gets a setting
   */
  public static void set(int node, Configuration conf) {
    // To Hadoop's client all loopback addresses are its own, unless it has looked before.
    for (int i = 1; i <= SoakSettings.DATA_NODES; i++) {
      localAddresses().put(LoopbackHosts.ip(i), i == node);
    }
    conf.set(BoundSocketFactory.ADDRESS_KEY, LoopbackHosts.ip(node));
    conf.set("hadoop.rpc.socket.factory.class.default", BoundSocketFactory.class.getName());
  }

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
}
