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

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.smarth.hadoop.benchmarks.harness.Metrics;
import org.smarth.hadoop.benchmarks.harness.SortSettings;
import org.smarth.hadoop.benchmarks.harness.TunedSortJob;

/** Sorts with one group of settings after the other, and compares each with the first one. */
final class TuningMeasurement {
  private static final String SECONDS = ".seconds";

  private TuningMeasurement() {
  }

  static void measure(Session session, Work.TunedSorts work)
      throws IOException, InterruptedException {
    session.listener().stage("starting YARN");
    session.cluster().startYarn();
    List<SortSettings> sorts = new ArrayList<>(work.sorts());
    if (session.pair() % 2 == 0) {
      Collections.reverse(sorts);
    }
    Metrics result = session.cluster().startClient("sorts", 0,
        new TunedSortJob(sorts, session.setup().bytes(), work.reduces()))
        .withoutPauses(session.listener());
    session.metrics().putAll(result);
    double baseline = result.get(work.sorts().get(0).name() + SECONDS);
    for (SortSettings sort : work.sorts()) {
      session.metrics().put(sort.name() + ".timesBaseline",
          baseline / result.get(sort.name() + SECONDS));
    }
  }
}
