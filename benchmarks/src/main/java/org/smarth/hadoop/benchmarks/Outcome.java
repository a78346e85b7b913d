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

package org.smarth.hadoop.benchmarks;

import java.util.List;

import org.smarth.hadoop.benchmarks.harness.BlockStart;
import org.smarth.hadoop.benchmarks.harness.ClientMemory;
import org.smarth.hadoop.benchmarks.harness.LinkRate;
import org.smarth.hadoop.benchmarks.harness.Metrics;

/**
 * What one run gave.
 *
 * @param started in ISO 8601
 * @param rates that the links had right before; empty where there are none
 * @param starts of the uploaded file's blocks, in the order of time
 * @param memory of the client, in the order of time; empty where it was not watched
 * @param remark what else is to be said of it; may be empty
 */
public record Outcome(RunKey key, String started, Metrics metrics, List<LinkRate> rates,
    List<BlockStart> starts, List<ClientMemory> memory, String remark) {
  /** How long the whole run took, with the cluster's start and all checks. */
  public static final String TOOK = "tookSeconds";

  public Outcome {
    rates = List.copyOf(rates);
    starts = List.copyOf(starts);
    memory = List.copyOf(memory);
  }

  /** Whether the links were not what they should have been. */
  public boolean isMarked() {
    return rates.stream().anyMatch(LinkRate::isOff);
  }
}
