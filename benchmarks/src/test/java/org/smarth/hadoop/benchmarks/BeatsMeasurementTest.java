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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.harness.Failure;
import org.smarth.hadoop.benchmarks.harness.Metrics;

public class BeatsMeasurementTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  @Test
  public void theBoundsOfThePlannerAreReadByKind() throws Exception {
    assertThat(BeatsMeasurement.bounds(List.of(
        "heartbeat,bytes,transmitted,processed,bound,recommended,rate,load",
        "datanode,396,0.000000004,0.000100000,0.100000000,1.000,1000.0000,0.100000",
        "application_master,300,0.000000003,0.000200000,0.020000000,0.200,500.0000,0.100000")))
        .isEqualTo(Map.of("datanode", 0.1, "application_master", 0.02));
  }

  @Test
  public void whatIsNoPlanIsSaid() {
    assertThatThrownBy(() -> BeatsMeasurement.bounds(List.of("head", "a,b")))
        .isInstanceOf(Failure.class).hasMessageContaining("a,b");
  }

  @Test
  public void whatHeartbeatsTakeOfTheCoreIsTheKneeThoughSendersAreSlower() {
    Metrics metrics =
        new Metrics().put("datanode.max.cpuPercent", 75).put("datanode.maxPerSecond", 15_000);
    assertThat(BeatsMeasurement.kneeMs(metrics, "datanode", 1000)).isCloseTo(50, within(1e-9));
  }

  @Test
  public void fewSendersWaitForAnswers() {
    Metrics metrics = new Metrics().put("application_master.max.cpuPercent", 50)
        .put("application_master.maxPerSecond", 5_000).put("application_master.answerMs", 0.2);
    assertThat(BeatsMeasurement.kneeMs(metrics, "application_master", 1))
        .isCloseTo(0.2, within(1e-9));
  }
}
