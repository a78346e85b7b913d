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
package org.apache.hadoop.hdfs.smarth.client.datanodes;

import java.util.List;

import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.smarth.client.datanodes.ClusterView.RecentDatanodes;
import org.apache.hadoop.util.FakeTimer;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

public class RecentDatanodesTest {
  private final FakeTimer timer = new FakeTimer();
  private final RecentDatanodes recent = new RecentDatanodes(3, 1_000, timer);
  private final List<DatanodeInfo> nodes = Datanodes.racks(2, 2);

  @Test(timeout = 60_000)
  public void aDatanodeIsForgottenAfterItsTime() {
    recent.add(nodes.get(0));
    timer.advance(600);
    recent.add(nodes.get(1));
    timer.advance(399);
    assertThat(recent.getAll()).containsExactly(nodes.get(0), nodes.get(1));
    timer.advance(1);
    assertThat(recent.contains(nodes.get(0))).isFalse();
    assertThat(recent.getAll()).containsExactly(nodes.get(1));
  }

  /** Who counts them after a pause knows nothing newer. */
  @Test(timeout = 60_000)
  public void howManyThereWereIsKnownUntilTheyAreAskedFor() {
    nodes.subList(0, 3).forEach(recent::add);
    timer.advance(1_000);
    assertThat(recent.size()).isEqualTo(3);
    assertThat(recent.getAll()).isEmpty();
    assertThat(recent.size()).isZero();
  }

  @Test(timeout = 60_000)
  public void whatIsAddedAnewStaysAsIfItWereNew() {
    recent.add(nodes.get(0));
    recent.add(nodes.get(1));
    timer.advance(999);
    recent.add(nodes.get(0));
    timer.advance(999);
    assertThat(recent.getAll()).containsExactly(nodes.get(0));
  }

  @Test(timeout = 60_000)
  public void ofTooManyTheOneThatWasAddedFirstIsForgotten() {
    nodes.forEach(recent::add);
    assertThat(recent.getAll()).containsExactlyElementsOf(nodes.subList(1, 4));
    recent.remove(nodes.get(2));
    recent.add(nodes.get(0));
    assertThat(recent.getAll())
        .containsExactly(nodes.get(1), nodes.get(3), nodes.get(0));
  }
}
