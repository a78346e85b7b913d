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
package org.apache.hadoop.hdfs.smarth.namenode.placement;

import org.apache.hadoop.classification.InterfaceAudience;

/** Why stock chose the first datanode of a new block. */
@InterfaceAudience.Private
public enum Fallback {
  NO_CALLER("NoCaller", "not asked for by the RPC of a client"),
  FAVORED_NODES("FavoredNodes", "the client names datanodes that it favors"),
  NO_RECORDS("NoRecords", "no speed of the client's host is known"),
  LOCAL_WRITER("LocalWriter", "the client's own host is a datanode"),
  UNKNOWN_DATANODE("UnknownDatanode",
      "fewer speeds than pipelines are known: the turn of another datanode"),
  EXPLORATION("Exploration",
      "the client does not try datanodes by itself: the turn of any"),
  NO_CANDIDATE("NoCandidate", "all known datanodes limp or are excluded"),
  REFUSED("Refused",
      "none of the fastest had room, load and storage types as needed");

  private final String metric;
  private final String reason;

  Fallback(String metric, String reason) {
    this.metric = metric;
    this.reason = reason;
  }

  /** @return a part of a metric's name. */
  public String getMetric() {
    return metric;
  }

  /** @return for people. */
  public String getReason() {
    return reason;
  }
}
