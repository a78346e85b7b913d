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

/** Why something that was told of speeds was not taken. */
@InterfaceAudience.Private
public enum Dropped {
  IMPLAUSIBLE_RECORD("ImplausibleRecords",
      "Records dropped as malformed or of no plausible rate"),
  UNKNOWN_DATANODE("UnknownDatanodeRecords",
      "Records dropped as of a datanode that is not in the cluster"),
  OVERSIZED_REPORT("OversizedReports",
      "Client reports dropped as far too long");

  private final String metric;
  private final String description;

  Dropped(String metric, String description) {
    this.metric = metric;
    this.description = description;
  }

  String getMetric() {
    return metric;
  }

  String getDescription() {
    return description;
  }
}
