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
package org.apache.hadoop.hdfs.server.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import org.apache.hadoop.hdfs.ExtendedBlockId;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.datanode.RunningForwardings.Forwarding;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.junit.Test;

public class RunningForwardingsTest {
  private static final String POOL = "pool";
  private static final long STAMP = 1001;

  private final FsVolumeSpi volume = mock(FsVolumeSpi.class);
  private final RunningForwardings running = new RunningForwardings();

  private Forwarding add(long blockId) {
    Forwarding added = mock(Forwarding.class);
    when(added.getBlockId()).thenReturn(new ExtendedBlockId(blockId, POOL));
    when(added.getGenerationStamp()).thenReturn(STAMP);
    when(added.isOn(volume)).thenReturn(true);
    running.add(added);
    return added;
  }

  private static void assertRuns(Forwarding forwarding) {
    verify(forwarding, never()).end(any());
    verify(forwarding, never()).endUnwanted();
  }

  @Test
  public void blocksThatDrainAreCountedWithTheAgeOfTheOldest() {
    assertThat(running.oldestDrain(1000)).isZero();
    add(1);
    Forwarding young = add(2);
    when(young.getDrainingSince()).thenReturn(900L);
    // The clock may be negative.
    Forwarding old = add(3);
    when(old.getDrainingSince()).thenReturn(-500L);
    assertThat(running.countDraining()).isEqualTo(2);
    assertThat(running.oldestDrain(1000)).isEqualTo(1500);
    running.remove(old);
    assertThat(running.countDraining()).isEqualTo(1);
    assertThat(running.oldestDrain(1000)).isEqualTo(100);
  }

  @Test
  public void aClosedVolumeEndsAllOnItAndNoOther() {
    Forwarding one = add(1);
    Forwarding two = add(2);
    Forwarding elsewhere = add(3);
    when(elsewhere.isOn(volume)).thenReturn(false);
    running.volumeClosed(volume);
    verify(one).end(any());
    verify(two).end(any());
    assertRuns(elsewhere);
  }

  @Test
  public void aDeletedReplicaEndsItsBlockOfThatPoolOnly() {
    Forwarding deleted = add(1);
    Forwarding other = add(2);
    running.replicaDeleted("another pool", new Block(2, 0, STAMP));
    running.replicaDeleted(POOL, new Block(1, 0, STAMP));
    verify(deleted).endUnwanted();
    assertRuns(other);
  }

  @Test
  public void aDeletedReplicaWithAnOlderStampLeavesANewerWriteAlone() {
    Forwarding newer = add(1);
    running.replicaDeleted(POOL, new Block(1, 0, STAMP - 1));
    assertRuns(newer);
  }

  @Test
  public void aDeletedReplicaWithANewerStampEndsAnOlderWrite() {
    Forwarding older = add(1);
    running.replicaDeleted(POOL, new Block(1, 0, STAMP + 1));
    verify(older).endUnwanted();
  }

  @Test
  public void whatIsRemovedIsLeftAlone() {
    Forwarding removed = add(1);
    running.remove(removed);
    running.volumeClosed(volume);
    running.replicaDeleted(POOL, new Block(1, 0, STAMP));
    assertRuns(removed);
  }

  @Test
  public void aBlockReceivedAnewEndsTheOlderWriteWhoseRemovalKeepsTheNewer() {
    Forwarding older = add(1);
    Forwarding newer = add(1);
    verify(older).end(any());
    running.remove(older);
    assertRuns(newer);
    running.replicaDeleted(POOL, new Block(1, 0, STAMP));
    verify(newer).endUnwanted();
    verify(older, never()).endUnwanted();
  }
}
