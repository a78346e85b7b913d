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

import java.util.regex.Pattern;

import org.smarth.hadoop.benchmarks.harness.Jmx;

/** What a DataNode tells of its volumes as JSON, maybe quoted within other JSON. */
final class VolumeInfo {
  private static final Pattern RESERVED =
      Pattern.compile("reservedSpaceForReplicas\\\\?\"\\s*:\\s*(\\d+)");

  private VolumeInfo() {
  }

  /** Whether it tells of any volume: a DataNode that has just started has none yet. */
  static boolean isThere(String json) {
    return RESERVED.matcher(json).find();
  }

  static long reservedBytes(String json) {
    return Jmx.sum(RESERVED, json);
  }
}
