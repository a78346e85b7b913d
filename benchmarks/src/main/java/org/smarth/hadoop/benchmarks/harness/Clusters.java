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

/** Starts clusters, each from nothing; several may run at a time. */
public interface Clusters {
  /**
   * Returns when every daemon is up.
   *
   * @param clients at how many places clients can run
   * @throws Failure when the cluster does not start, with the reason; nothing of it stays
   */
  RunningCluster start(Installation installation, UploadSpec spec, int clients)
      throws IOException, InterruptedException;
}
