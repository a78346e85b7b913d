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
package org.apache.hadoop.hdfs.smarth.namenode.speeds;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.speed.Speed;

/**
 * A part of the table for people to read, with a bounded number of pairs. Not
 * thread-safe.
 */
@InterfaceAudience.Private
public final class SpeedListing {
  private final SortedMap<String, List<Speed>> hosts = new TreeMap<>();
  private int left;
  private long omitted;

  /** @param max how many pairs it may have */
  SpeedListing(int max) {
    this.left = max;
  }

  /** Adds a host, as a whole or not at all. */
  void add(String host, List<Speed> datanodes) {
    if (datanodes.size() > left) {
      omitted += datanodes.size();
    } else if (!datanodes.isEmpty()) {
      left -= datanodes.size();
      hosts.put(host, datanodes);
    }
  }

  /** @return by host; of each the datanodes, the fastest first. */
  public SortedMap<String, List<Speed>> getHosts() {
    return Collections.unmodifiableSortedMap(hosts);
  }

  /** @return how many pairs there is no room for. */
  public long getOmitted() {
    return omitted;
  }
}
