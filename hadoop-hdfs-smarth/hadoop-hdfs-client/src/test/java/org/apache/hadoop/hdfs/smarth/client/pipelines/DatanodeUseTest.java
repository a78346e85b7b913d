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
package org.apache.hadoop.hdfs.smarth.client.pipelines;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;

import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.smarth.client.datanodes.Datanodes;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

public class DatanodeUseTest {
  private static final DatanodeInfo A1 = Datanodes.node("a", 1);
  private static final DatanodeInfo B2 = Datanodes.node("b", 2);
  private static final DatanodeInfo B3 = Datanodes.node("b", 3);
  private static final DatanodeInfo A4 = Datanodes.node("a", 4);

  /** Two pipelines; the first one leaves rack a, the second one rack b. */
  private static DatanodeUse use(Collection<DatanodeInfo> known) {
    return new DatanodeUse(Arrays.asList(
        new DatanodeInfo[] {A1, B2, B3}, new DatanodeInfo[] {B2, A1, A4}),
        known);
  }

  @Test(timeout = 60_000)
  public void eachPlaceInAPipelineIsCounted() {
    DatanodeUse use = use(Collections.emptyList());
    assertThat(use.getServing()).containsExactlyInAnyOrder(A1, B2, B3, A4);
    assertThat(use.serves(A1)).isEqualTo(2);
    assertThat(use.firsts(A1)).isEqualTo(1);
    assertThat(use.mirrors(A1)).isEqualTo(1);
    assertThat(use.serves(B3)).isEqualTo(1);
    assertThat(use.firsts(B3)).isZero();
    assertThat(use.mirrors(B3)).isEqualTo(1);
    assertThat(use.serves(Datanodes.node("a", 5))).isZero();
  }

  @Test(timeout = 60_000)
  public void onlyWhatLeavesARackIsSentOrReceived() {
    DatanodeUse use = use(Collections.emptyList());
    assertThat(use.sends(A1)).isEqualTo(1);
    assertThat(use.receives(B2)).isEqualTo(1);
    assertThat(use.sends(B2)).isEqualTo(1);
    assertThat(use.receives(A1)).isEqualTo(1);
    assertThat(use.receives(B3)).isZero();
    assertThat(use.receives(A4)).isZero();
    assertThat(use.flows("/a", "/b")).isEqualTo(1);
    assertThat(use.flows("/b", "/a")).isEqualTo(1);
    assertThat(use.flows("/a", "/a")).isZero();
  }

  @Test(timeout = 60_000)
  public void racksAndTheirDatanodesTakeTurnsToBeFirst() {
    // Two racks of two: each is the first one of every fourth block.
    DatanodeUse use = use(Arrays.asList(A1, B2, B3, A4));
    assertThat(use.untilFirst(A1)).isEqualTo(2);
    assertThat(use.untilFirst(B2)).isEqualTo(3);
    assertThat(use.untilFirst(A4)).isEqualTo(1);
  }

  @Test(timeout = 60_000)
  public void whileMostDatanodesAreIdleNoneHasToWaitForItsTurn() {
    // Six places in pipelines.
    assertThat(use(Datanodes.racks(6, 7)).untilFirst(A1)).isNegative();
    assertThat(use(Datanodes.racks(6, 6)).untilFirst(A1)).isEqualTo(10);
  }
}
