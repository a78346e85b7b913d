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

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.compat.Outcome.Step;
import org.smarth.hadoop.benchmarks.harness.Installation;

public class TrialTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  @Test
  public void aStepIsDoneOrFailedOrWasNotTried() {
    Outcome outcome = new Outcome(Set.of(Step.START), Map.of(Step.PUT, "no space"), 0);
    assertThat(outcome.word(Step.START)).isEqualTo("yes");
    assertThat(outcome.word(Step.PUT)).isEqualTo("no");
    assertThat(outcome.word(Step.JOB)).isEqualTo("-");
  }

  @Test
  public void twoShareTheRolesInEveryWay() {
    Installation one = new Installation("one", "/one");
    Installation other = new Installation("other", "/other");
    List<Trial.Roles> mixes = Trial.Roles.mixes(one, other);
    // Three roles, of which that of the DataNodes can be shared.
    assertThat(mixes).hasSize(2 * 3 * 2 - 2).doesNotHaveDuplicates().allSatisfy(roles -> {
      assertThat(List.of(roles.client(), roles.reader())).containsOnly(one, other);
      assertThat(Stream.of(roles.nameNode().name(), roles.dataNodesName(), roles.client().name())
          .distinct()).hasSizeGreaterThan(1);
    });
  }
}
