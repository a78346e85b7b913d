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
package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.util.Time;
import org.awaitility.Awaitility;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

public class SilentDatanodesTest {
  private static final long SILENCE_MILLIS = 4_500;
  private static final long LONG_MILLIS = 30_000;
  private static final short REPLICATION = 2;

  private final SilentDatanodes silent =
      new SilentDatanodes(() -> SILENCE_MILLIS);
  private final DatanodeDescriptor heard = datanode(1, 0);
  private final DatanodeDescriptor other = datanode(2, 100);
  private final DatanodeDescriptor missed = datanode(3, SILENCE_MILLIS);

  private static DatanodeDescriptor datanode(int number, long millisAgo) {
    DatanodeDescriptor datanode =
        DFSTestUtil.getDatanodeDescriptor("10.0.0." + number, "/rack");
    datanode.setLastUpdateMonotonic(Time.monotonicNow() - millisAgo);
    return datanode;
  }

  private Set<Node> excluded(Node... before) {
    Set<Node> excluded = new HashSet<>(Arrays.asList(before));
    BlockInfo block = mock(BlockInfo.class);
    when(block.getReplication()).thenReturn(REPLICATION);
    silent.exclude(excluded, block, LONG_MILLIS);
    return excluded;
  }

  @Test
  public void whoHasMissedAHeartbeatGetsNoCopyWhileThereAreOthers() {
    silent.look(new DatanodeDescriptor[] {heard, other, missed});
    assertThat(excluded(heard)).containsExactlyInAnyOrder(heard, missed);
  }

  @Test
  public void whoHasMissedAHeartbeatIsNoSourceOfWhatOthersHave() {
    silent.look(new DatanodeDescriptor[] {heard, other, missed});
    DatanodeStorageInfo[] holders = {
        new DatanodeStorageInfo(heard, new DatanodeStorage("s1")),
        new DatanodeStorageInfo(missed, new DatanodeStorage("s3"))};
    List<DatanodeStorageInfo> both = Arrays.asList(holders);
    assertThat(silent.canBeSpared(missed, both, storage -> true)).isTrue();
    assertThat(silent.canBeSpared(missed, both, storage -> false))
        .isFalse();
    assertThat(silent.canBeSpared(heard, both, storage -> true)).isFalse();
    assertThat(silent.canBeSpared(missed, both.subList(1, 2),
        storage -> true)).isFalse();
  }

  @Test
  public void whoFailedAWriterIsSilentUntilItsNextHeartbeat() {
    DatanodeDescriptor[] all = {heard, other};
    silent.suspect(heard);
    silent.look(all);
    assertThat(excluded()).containsExactly(heard);
    heard.setLastUpdateMonotonic(Time.monotonicNow() + 1);
    silent.look(all);
    assertThat(excluded()).as("after a lifeline").containsExactly(heard);
    heard.updateHeartbeat(StorageReport.EMPTY_ARRAY, 0, 0, 0, 0, null);
    silent.look(all);
    assertThat(excluded()).isEmpty();
  }

  @Test
  public void whereTooFewOthersAreLeftItIsTried() {
    silent.look(new DatanodeDescriptor[] {heard, other, missed});
    assertThat(excluded(heard, other)).containsExactlyInAnyOrder(heard, other);
  }

  @Test
  public void whileTheNamenodeStoodStillNobodyBecomesSilent() {
    silent.look(new DatanodeDescriptor[] {heard, other, missed});
    heard.setLastUpdateMonotonic(Time.monotonicNow() - SILENCE_MILLIS);
    silent.lookAgain();
    assertThat(excluded(other)).containsExactlyInAnyOrder(other, missed);
    missed.setLastUpdateMonotonic(Time.monotonicNow());
    silent.lookAgain();
    assertThat(excluded(other)).containsExactly(other);
  }

  /** In the middle of a round, which has looked before. */
  @Test
  public void whileItStandsStillAfterALookNobodyBecomesSilent() {
    silent.look(new DatanodeDescriptor[] {heard, other});
    long silence = 1 + Time.monotonicNow() - heard.getLastUpdateMonotonic();
    Awaitility.await().until(() -> heard.isStale(silence));
    assertThat(silent.isSilentFor(heard, silence)).isFalse();
  }

  /** As where each call takes four seconds, a heartbeat and then a report. */
  @Test
  public void whereTheNamenodeHearsEverybodyLateNobodyIsSilent() {
    DatanodeDescriptor[] all = new DatanodeDescriptor[20];
    for (int i = 0; i < all.length; i++) {
      all[i] = datanode(10 + i, 400 * i);
    }
    silent.look(all);
    assertThat(excluded(heard)).containsExactly(heard);
  }

  @Test
  public void whoWasSilentBeforeAFailoverIsFoundHoweverLongThatTook() {
    DatanodeDescriptor gone = datanode(9, 60_000 + 2 * SILENCE_MILLIS);
    DatanodeDescriptor[] all = {datanode(5, 60_000), datanode(6, 61_000),
        datanode(7, 62_000), datanode(8, 60_500), gone};
    silent.lookBack(all);
    assertThat(excluded()).containsExactly(gone);
    silent.lookAgain();
    assertThat(excluded()).containsExactly(gone);
  }

  @Test
  public void whoIsLateByFarIsSilentThoughTheNamenodeIsSlow() {
    DatanodeDescriptor gone = datanode(9, 5 * SILENCE_MILLIS);
    silent.look(new DatanodeDescriptor[] {heard, missed, missed, missed, gone});
    assertThat(excluded(heard)).containsExactlyInAnyOrder(heard, gone);
  }

  /** As in a cluster of three of which one is left. */
  @Test
  public void whoIsSilentForMinutesIsSilentThoughMostOthersAreToo() {
    DatanodeDescriptor gone = datanode(4, 90_000);
    DatanodeDescriptor late = datanode(5, 60_000);
    silent.look(new DatanodeDescriptor[] {heard, late, gone});
    assertThat(excluded()).contains(gone).doesNotContain(late);
  }

  @Test
  public void whereTheNamenodeHearsEverybodyMinutesLateNobodyIsSilent() {
    DatanodeDescriptor[] all = new DatanodeDescriptor[20];
    for (int i = 0; i < all.length; i++) {
      all[i] = datanode(10 + i, 12_000 * i);
    }
    silent.look(all);
    assertThat(excluded()).isEmpty();
  }
}
