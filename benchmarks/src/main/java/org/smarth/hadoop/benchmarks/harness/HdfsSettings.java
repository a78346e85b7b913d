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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * The site files of the clusters that are measured: addresses, directories, racks, block size and
 * replication. What decides speed is left as Hadoop ships it, the same for every contender.
 *
 * @param ipOf the address of node 0 (the client) to n (the last DataNode)
 */
public record HdfsSettings(UploadSpec spec, String nameNodeIp, IntFunction<String> ipOf) {
  public Map<String, String> nameNode(int port) {
    Map<String, String> s = client(port);
    s.put("dfs.namenode.name.dir", spec.nameDir().toUri().toString());
    s.put("dfs.namenode.http-address", nameNodeIp + ":0");
    s.put("dfs.namenode.datanode.registration.ip-hostname-check", "false");
    s.put("net.topology.node.switch.mapping.impl", "org.apache.hadoop.net.TableMapping");
    s.put("net.topology.table.file.name", spec.rackTable().toString());
    // The free space was checked before; Hadoop's reserve of 100 MB is for disks in service.
    s.put("dfs.namenode.resource.du.reserved", "1048576");
    return s;
  }

  public Map<String, String> dataNode(int node, int port) {
    Map<String, String> s = client(port);
    String ip = ipOf.apply(node);
    s.put("dfs.datanode.data.dir", spec.dataDir(node).toUri().toString());
    s.put("dfs.datanode.hostname", ip);
    s.put("dfs.datanode.address", ip + ":0");
    s.put("dfs.datanode.ipc.address", ip + ":0");
    s.put("dfs.datanode.http.address", ip + ":0");
    return s;
  }

  public Map<String, String> client(int port) {
    Map<String, String> s = new LinkedHashMap<>();
    s.put("fs.defaultFS", "hdfs://" + nameNodeIp + ":" + port);
    s.put("hadoop.tmp.dir", spec.dir().resolve("hadoop-tmp").toString());
    s.put("dfs.blocksize", Long.toString(spec.blockBytes()));
    s.put("dfs.replication", Integer.toString(spec.replication()));
    // The users of the machine are nobody's business here, and looking them up forks processes.
    s.put("dfs.permissions.enabled", "false");
    s.putAll(spec.protection().settings());
    if (spec.protection().hasKerberos()) {
      s.putAll(Kerberos.settings(spec.dir()));
    }
    return s;
  }

  /** Writes the table that tells the NameNode who is on which rack. */
  public void writeRackTable() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int node = 0; node <= spec.racks().dataNodes(); node++) {
      int rack = spec.racks().rackOf(node);
      if (rack != Racks.OUTSIDE) {
        lines.add(ipOf.apply(node) + " /rack" + rack);
      }
    }
    Files.write(spec.rackTable(), lines);
  }
}
