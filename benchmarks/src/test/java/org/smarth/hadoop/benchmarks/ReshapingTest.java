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

import java.util.ArrayList;
import java.util.List;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.harness.BlockStart;

public class ReshapingTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  private static List<BlockStart> starts(int... nodes) {
    List<BlockStart> starts = new ArrayList<>();
    for (int node : nodes) {
      starts.add(new BlockStart(starts.size(), starts.size(), node));
    }
    return starts;
  }

  @Test
  public void theNodesThatWereFirstMostOftenAreTaken() {
    assertThat(Reshaping.mostOftenFirst(starts(4, 7, 7, 2, 7, 2), 1)).containsExactly(7);
    assertThat(Reshaping.mostOftenFirst(starts(4, 7, 7, 2, 7, 2), 2)).containsExactly(2, 7);
  }

  @Test
  public void ofEqualsTheLowestNumberIsTaken() {
    assertThat(Reshaping.mostOftenFirst(starts(9, 3, 5), 1)).containsExactly(3);
  }

  @Test
  public void noMoreNodesAreTakenThanThereAre() {
    assertThat(Reshaping.mostOftenFirst(starts(9, 9), 3)).containsExactly(9);
    assertThat(Reshaping.mostOftenFirst(starts(), 1)).isEmpty();
  }
}
