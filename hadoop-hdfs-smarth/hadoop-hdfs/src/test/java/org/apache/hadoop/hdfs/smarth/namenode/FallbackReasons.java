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
package org.apache.hadoop.hdfs.smarth.namenode;

import java.util.Map;
import java.util.TreeMap;

/** Why first datanodes are left to stock, for tests of other packages. */
public final class FallbackReasons {
  private FallbackReasons() {
  }

  /** @return the part of the metric's name, and the reason. */
  public static Map<String, String> byMetric() {
    Map<String, String> reasons = new TreeMap<>();
    for (Fallback why : Fallback.values()) {
      reasons.put(why.getMetric(), why.getReason());
    }
    return reasons;
  }
}
