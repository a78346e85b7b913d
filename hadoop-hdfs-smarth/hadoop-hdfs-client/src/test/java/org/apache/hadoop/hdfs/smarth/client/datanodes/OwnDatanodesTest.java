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

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;

import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

public class OwnDatanodesTest {
  private final List<DatanodeInfo> nodes = Datanodes.racks(2, 2);
  private final DatanodeInfo mine = nodes.get(0);
  private final DatanodeInfo[] there = {mine, nodes.get(2)};
  private final DatanodeInfo[] elsewhere = {nodes.get(1), nodes.get(2)};

  private OwnDatanodes file(AddBlockFlag... flags) {
    EnumSet<AddBlockFlag> all = EnumSet.noneOf(AddBlockFlag.class);
    Collections.addAll(all, flags);
    return new OwnDatanodes(mine::equals, all);
  }

  @Test
  public void theFirstBlockIsTakenToBeginOnThisHost() {
    assertThat(file().preferredAmong(nodes)).containsExactly(mine);
    assertThat(file(AddBlockFlag.NO_LOCAL_WRITE).preferredAmong(nodes))
        .isEmpty();
  }

  @Test
  public void laterBlocksGoByWhereTheLastOneBegan() {
    OwnDatanodes file = file();
    assertThat(file.noteChosen(elsewhere)).isFalse();
    assertThat(file.preferredAmong(nodes)).isEmpty();
    assertThat(file.noteChosen(there)).isTrue();
    assertThat(file.preferredAmong(nodes)).containsExactly(mine);
  }
}
