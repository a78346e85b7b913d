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
import org.smarth.hadoop.benchmarks.harness.Rate;

/** Outcomes of runs that nobody made. */
public final class Outcomes {
  public static final String SOFTWARE = "stock 2.10.2 and drop-in jars 0a1b";

  private Outcomes() {
  }

  public static Outcome seconds(Setup setup, Contender contender, int pair, double seconds) {
    return of(setup, contender, pair, new Metrics().put("seconds", seconds).put("load", 0.5), 48);
  }

  /** @param measuredMbps of a link that is asked to have 50 */
  public static Outcome of(Setup setup, Contender contender, int pair, Metrics metrics,
      double measuredMbps) {
    RunKey key = new RunKey(setup, contender, SOFTWARE, pair);
    return new Outcome(key, "2026-01-01T00:00:00Z", metrics,
        List.of(new LinkRate(1, 6, new Rate(50), measuredMbps)),
        List.of(new BlockStart(1L << 40, 0.25, 7)), memory(setup), "");
  }

  private static List<ClientMemory> memory(Setup setup) {
    return setup.work() instanceof Work.WatchedUpload
        ? List.of(new ClientMemory(0.5, 200L << 20, 100L << 20, 0),
            new ClientMemory(1, 300L << 20, 256L << 20, 40L << 20))
        : List.of();
  }
}
