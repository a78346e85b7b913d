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

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.smarth.client.ClientMetrics;
import org.apache.hadoop.hdfs.smarth.client.speeds.DrainRates;

/**
 * What a client knows of the files that it writes, for programs that show it
 * to their users. Thread-safe.
 */
@InterfaceAudience.Private
public final class SmarthStatus {
  private final DFSClient client;

  private SmarthStatus(DFSClient client) {
    this.client = client;
  }

  /** @return that of the client of a file system. */
  public static SmarthStatus of(DistributedFileSystem fs) {
    return new SmarthStatus(fs.getClient());
  }

  /** @return what the process counts. */
  public ClientMetrics getMetrics() {
    return client.smarth.getMetrics();
  }

  /**
   * @return at least how many bytes per second each datanode takes, as the
   *     pipelines of the last minute show; by its name, the fastest first
   */
  public Map<String, Long> getDatanodeRates() {
    Map<String, Long> byName = new LinkedHashMap<>();
    rates().rates().entrySet().stream()
        .sorted(Map.Entry.<DatanodeInfo, Double>comparingByValue().reversed())
        .forEach(rate -> byName.put(name(rate.getKey()),
            Math.round(rate.getValue())));
    return byName;
  }

  /** @return the names of the datanodes that are held to be slow. */
  public List<String> getSlowDatanodes() {
    return rates().slow().stream().map(SmarthStatus::name).sorted()
        .collect(Collectors.toList());
  }

  private DrainRates rates() {
    return client.smarth.getView(client.getNamenode()).getDrainRates();
  }

  private static String name(DatanodeInfo node) {
    return node.getHostName() + ":" + node.getXferPort();
  }
}
