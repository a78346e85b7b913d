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
package org.apache.hadoop.hdfs.server.namenode;

import java.io.IOException;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.util.ServicePlugin;

/**
 * Has a NameNode take clients' reports of speeds, and answer operators.
 * <p>
 * A NameNode starts its plugins when its RPC servers already take calls. It is
 * too late then to add a protocol. Hadoop's servers keep their protocols in an
 * unsynchronized HashMap, which grows at the thirteenth, and this may be the
 * thirteenth. A call that looks into the map meanwhile finds no protocol at
 * all. So the RPC servers add the protocol before they start, if this plugin is
 * configured. The plugin itself has nothing to do when it is started and
 * stopped.
 */
@InterfaceAudience.Private
public class SmarthNameNodePlugin implements ServicePlugin {
  /** @return whether a NameNode has this plugin. */
  public static boolean isConfigured(Configuration conf) {
    return conf.getTrimmedStringCollection(
        DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY)
        .contains(SmarthNameNodePlugin.class.getName());
  }

  /**
   * Adds the protocol to servers that do not take calls yet, if the plugin is
   * configured.
   *
   * @param namesystem of the NameNode
   * @param servers its RPC servers; null for one that it does not have
   */
  static void addProtocol(Configuration conf, FSNamesystem namesystem,
      RPC.Server... servers) throws IOException {
    if (!isConfigured(conf)) {
      return;
    }
    SpeedProtocolServer protocol = new SpeedProtocolServer(namesystem);
    for (RPC.Server server : servers) {
      if (server != null) {
        protocol.addTo(server, conf);
      }
    }
  }

  @Override
  public void start(Object namenode) {
    // The protocol is there.
  }

  @Override
  public void stop() {
    // It goes with the servers.
  }

  @Override
  public void close() {
    stop();
  }
}
