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

import java.util.List;

import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class RepairJobTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  private static LocatedBlock block(int locations, boolean corrupt) {
    DatanodeInfo[] nodes = new DatanodeInfo[locations];
    for (int i = 0; i < locations; i++) {
      nodes[i] = new DatanodeInfoBuilder().setNodeID(
          new DatanodeID("198.18.1." + i, "node" + i, "uuid" + i, 1, 2, 3, 4)).build();
    }
    return new LocatedBlock(new ExtendedBlock("BP-1", 7), nodes, null, null, 0, corrupt, null);
  }

  @Test
  public void blocksWithFewerReplicasThanAskedForLackSome() {
    assertThat(RepairJob.lacking(
        List.of(block(3, false), block(2, false), block(0, false)), 3)).isEqualTo(2);
  }

  @Test
  public void oneReplicaTooManyIsNoLack() {
    assertThat(RepairJob.lacking(List.of(block(4, false), block(3, false)), 3)).isZero();
  }

  @Test
  public void aBlockOfCorruptReplicasLacksThem() {
    assertThat(RepairJob.lacking(List.of(block(3, true)), 3)).isEqualTo(1);
  }
}
