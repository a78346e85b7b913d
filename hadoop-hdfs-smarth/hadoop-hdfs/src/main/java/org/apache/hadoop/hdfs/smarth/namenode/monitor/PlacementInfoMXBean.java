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
package org.apache.hadoop.hdfs.smarth.namenode.monitor;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementConf;

/**
 * What is known of speeds, for operators and for the namenode's page. Where
 * anybody may read it, client hosts have numbers and no names: see {@link
 * PlacementConf#CLIENT_HOSTS_KEY}. All speeds are for superusers, who ask the
 * namenode. What is counted together is of one moment, at most ten seconds ago.
 */
@InterfaceAudience.Private
public interface PlacementInfoMXBean {
  /** @return of how many client hosts a speed is known. */
  long getClientHosts();

  /** @return how many pairs of client host and first datanode are known. */
  long getClientPairs();

  /** @return in how many of these the datanode limps for the client. */
  long getLimpingPairs();

  /**
   * @return JSON: by UUID of a datanode for how many client hosts it limps, most
   *     first, of at most 100 datanodes
   */
  String getLimpingDatanodes();

  /**
   * @return JSON: datanodes by the median of their speeds to or from client
   *     hosts, the slowest first, of at most 100. Each has {@code name}, {@code
   *     rack}, {@code medianBytesPerSecond}, of how many {@code clients}, and
   *     {@code limpingFor} how many of these
   */
  String getSlowDatanodes();

  /**
   * @return JSON: {@code rows} of client hosts, at most 50, those with the
   *     newest measurements, and {@code omittedClients}. {@code columns} of
   *     datanodes, or of racks if these are more than 60, and {@code
   *     omittedColumns}. A row has for each column {@code bytesPerSecond}, null
   *     if not known; how many datanodes are {@code measured}; and how many of
   *     these are {@code limping}. Of a rack the speed is the mean
   */
  String getHeatMap();

  /** @return of how many datanodes it is known how they forward. */
  long getForwardingDatanodes();

  /** @return to how many datanodes, in all. */
  long getHops();
}
