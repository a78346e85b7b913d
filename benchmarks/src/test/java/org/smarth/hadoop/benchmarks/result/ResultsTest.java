/*
 * Licensed to the Apache Software Foundation (ASF) under one or more
 * contributor license agreements.  See the NOTICE file distributed with
 * this work for additional information regarding copyright ownership.
 * The ASF licenses this file to You under the Apache License, Version 2.0
 * (the "License"); you may not use this file except in compliance with
 * the License.  You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.smarth.hadoop.benchmarks.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;
import org.smarth.hadoop.benchmarks.cluster.Metrics;
import org.smarth.hadoop.benchmarks.model.Links;
import org.smarth.hadoop.benchmarks.model.Racks;
import org.smarth.hadoop.benchmarks.model.Rate;
import org.smarth.hadoop.benchmarks.scenario.Entrant;
import org.smarth.hadoop.benchmarks.scenario.Point;
import org.smarth.hadoop.benchmarks.scenario.Setup;
import org.smarth.hadoop.benchmarks.scenario.Work;

public class ResultsTest {
  private static final Setup SETUP = new Setup(new Work.Upload(),
      Links.uniform(new Racks(9, 0), new Rate(376), new Rate(50)), 1 << 30, 1 << 26, 3, 0);
  private static final Point POINT = Point.of("50", SETUP, "seconds");

  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  @Test
  public void runsOfOnePairAreComparedAndThoseWithoutAPartnerAreNot() {
    Results results = new Results(List.of(Outcomes.seconds(SETUP, Entrant.SMARTH, 2, 40),
        Outcomes.seconds(SETUP, Entrant.STOCK, 1, 90),
        Outcomes.seconds(SETUP, Entrant.SMARTH, 1, 30),
        Outcomes.seconds(SETUP, Entrant.STOCK, 2, 100),
        Outcomes.seconds(SETUP, Entrant.STOCK, 3, 1)));
    Ratio ratio = results.stockTo(Entrant.SMARTH, POINT).orElseThrow();
    assertThat(ratio.pairs()).isEqualTo(2);
    assertThat(ratio.median()).isEqualTo((3 + 2.5) / 2);
    assertThat(results.values(POINT, Entrant.SMARTH)).containsExactly(30, 40);
    assertThat(results.median(POINT, Entrant.STOCK)).hasValue(90);
  }

  @Test
  public void aMetricThatARunLacksIsNoValue() {
    Results results = new Results(List.of(
        Outcomes.of(SETUP, Entrant.STOCK, 1, new Metrics().put("avoidedAfter", 4), 48),
        Outcomes.of(SETUP, Entrant.SMARTH, 1, new Metrics(), 48)));
    Point point = Point.of("avoided after", SETUP, "avoidedAfter");
    assertThat(results.values(point, Entrant.SMARTH)).isEmpty();
    assertThat(results.median(point, Entrant.SMARTH)).isEmpty();
    assertThat(results.stockTo(Entrant.SMARTH, point)).isEmpty();
  }

  @Test
  public void contendersStandInTheirOrder() {
    Results results = new Results(List.of(Outcomes.seconds(SETUP, Entrant.SETREP, 1, 40),
        Outcomes.seconds(SETUP, Entrant.SMARTH, 1, 40),
        Outcomes.seconds(SETUP, Entrant.STOCK, 1, 40)));
    assertThat(results.entrants())
        .containsExactly(Entrant.STOCK, Entrant.SMARTH, Entrant.SETREP);
  }
}
