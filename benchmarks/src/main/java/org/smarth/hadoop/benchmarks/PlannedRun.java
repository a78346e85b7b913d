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

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A run that a scenario needs. */
record PlannedRun(Setup setup, Contender contender, int pair) {
  private static final double CLUSTER_SECONDS = 25;
  private static final double YARN_SECONDS = 60;
  /** In bytes a second, of a machine of few cores. */
  private static final double UNSHAPED_RATE = 80e6;
  /** Of reading back and looking at all replicas. */
  private static final double CHECK_RATE = 60e6;

  /**
   * All runs of a scenario: every repetition of everything before the next repetition, so that an
   * interrupted scenario has answered its whole question already; within one, everybody next to
   * each other, and in the opposite order every other time, so that a drift of the machine hits all
   * alike.
   */
  static List<PlannedRun> of(Scenario scenario, List<Contender> contenders, int pairs) {
    List<PlannedRun> runs = new ArrayList<>();
    for (int pair = 1; pair <= pairs; pair++) {
      List<Contender> order = new ArrayList<>(contenders);
      if (pair % 2 == 0) {
        Collections.reverse(order);
      }
      for (Setup setup : scenario.setups()) {
        for (Contender contender : order) {
          if (setup.allows(contender)) {
            runs.add(new PlannedRun(setup, contender, pair));
          }
        }
      }
    }
    return runs;
  }

  /** A guess before anything is known of this machine. */
  double expectedSeconds() {
    if (setup.work() instanceof Work.OnYarn jobs) {
      return CLUSTER_SECONDS + YARN_SECONDS + jobs.expectedSeconds(setup.bytes());
    }
    if (setup.work() instanceof Work.WriteJobs jobs) {
      return CLUSTER_SECONDS + YARN_SECONDS + jobs.expectedSeconds();
    }
    int pipelines = contender.isStock() ? 1 : setup.paperPipelines();
    double upload = setup.hasBound() ? setup.bound(pipelines) : setup.bytes() / UNSHAPED_RATE;
    return CLUSTER_SECONDS + (1 + setup.warmUps()) * upload
        + setup.clients() * setup.bytes() / CHECK_RATE;
  }
}
