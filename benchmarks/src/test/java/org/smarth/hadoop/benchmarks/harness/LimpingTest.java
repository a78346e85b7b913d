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

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/** A block begins every second from 0; node 3 is slow from second 4 to second 8. */
public class LimpingTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  private static Limping limping(int... firstNodes) {
    List<BlockStart> starts = new ArrayList<>();
    for (int i = 0; i < firstNodes.length; i++) {
      starts.add(new BlockStart(100 + i, i, firstNodes[i]));
    }
    return Limping.of(starts, Set.of(3), 4, 8);
  }

  @Test
  public void aNodeIsAvoidedFromTheFirstBlockAfterItsLast() {
    assertThat(limping(3, 3, 1, 3, 3, 1, 3, 2, 1, 3).avoidedAfter()).hasValue(3);
  }

  @Test
  public void aNodeThatWasNotTakenWhileSlowWasAvoidedAtOnce() {
    assertThat(limping(3, 3, 3, 3, 1, 2, 1, 2, 3).avoidedAfter()).hasValue(0);
  }

  @Test
  public void aNodeThatWasTakenUntilTheEndWasNeverAvoided() {
    assertThat(limping(3, 3, 3, 3, 1, 2, 1, 3, 1).avoidedAfter()).isEmpty();
    assertThat(limping(3, 3, 3, 3, 3, 3, 3, 3, 1).avoidedAfter()).isEmpty();
  }

  @Test
  public void withoutBlocksWhileItWasSlowNothingIsKnown() {
    assertThat(limping(3, 3, 3).avoidedAfter()).isEmpty();
  }

  @Test
  public void aRecoveredNodeIsTakenAgainWithTheFirstBlockThatBeginsThere() {
    assertThat(limping(3, 3, 3, 3, 1, 1, 1, 1, 1, 2, 3, 3).takenAgainAfter()).hasValue(2);
    assertThat(limping(3, 3, 3, 3, 1, 1, 1, 1, 3).takenAgainAfter()).hasValue(0);
  }

  @Test
  public void aNodeThatIsNotTakenAgainHasNoSuchTime() {
    assertThat(limping(3, 3, 3, 3, 3, 1, 1, 1, 1, 1).takenAgainAfter()).isEmpty();
  }

  @Test
  public void theSharesOfTheThreeTimesAreThoseOfTheirBlocks() {
    Limping limping = limping(3, 1, 3, 3, 3, 1, 1, 1, 3, 1, 1);
    assertThat(limping.before()).isEqualTo(new FirstNodeShare.Part(3, 4));
    assertThat(limping.during()).isEqualTo(new FirstNodeShare.Part(1, 4));
    assertThat(limping.after()).isEqualTo(new FirstNodeShare.Part(1, 3));
  }

  @Test
  public void severalNodesCountAsOne() {
    List<BlockStart> starts = List.of(new BlockStart(1, 4, 3), new BlockStart(2, 5, 7),
        new BlockStart(3, 6, 1), new BlockStart(4, 9, 7));
    Limping limping = Limping.of(starts, Set.of(3, 7), 4, 8);
    assertThat(limping.avoidedAfter()).hasValue(2);
    assertThat(limping.takenAgainAfter()).hasValue(1);
  }
}
