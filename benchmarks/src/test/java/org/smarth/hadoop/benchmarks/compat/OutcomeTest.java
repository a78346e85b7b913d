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

package org.smarth.hadoop.benchmarks.compat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.compat.Outcome.Step;

public class OutcomeTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  private final Outcome all = outcome(Map.of(Step.START, "", Step.PUT, "", Step.JOB, ""));

  private static Outcome outcome(Map<Step, String> failures) {
    return new Outcome(new EnumMap<>(failures), 0);
  }

  @Test
  public void aStepIsDoneOrNotOrWasNotComeTo() {
    Outcome outcome = outcome(Map.of(Step.START, "", Step.PUT, "no space"));
    assertThat(outcome.word(Step.START)).isEqualTo("yes");
    assertThat(outcome.word(Step.PUT)).isEqualTo("no");
    assertThat(outcome.word(Step.JOB)).isEqualTo("-");
  }

  @Test
  public void aStepThatFailedOrWasNotComeToIsWorseThanOneThatWasDone() {
    assertThat(outcome(Map.of(Step.START, "", Step.PUT, "no space")).worseThan(all))
        .containsExactly(Step.PUT, Step.JOB);
    assertThat(all.worseThan(all)).isEmpty();
  }

  @Test
  public void whatTheOtherDoesNotDoEitherIsNotWorse() {
    assertThat(outcome(Map.of(Step.START, "")).worseThan(outcome(
        Map.of(Step.START, "", Step.PUT, "no space")))).isEmpty();
    assertThat(all.worseThan(outcome(Map.of(Step.START, "no port")))).isEmpty();
  }
}
