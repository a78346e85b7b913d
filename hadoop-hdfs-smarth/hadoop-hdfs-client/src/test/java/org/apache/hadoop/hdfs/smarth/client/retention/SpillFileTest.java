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
package org.apache.hadoop.hdfs.smarth.client.retention;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.hadoop.hdfs.smarth.client.retention.SpillSpace.SpillQuota;
import org.apache.hadoop.hdfs.smarth.client.retention.SpillSpace.SpillStore;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

public class SpillFileTest {
  private static final int UNIT = 4096;

  private final FakeStore store = new FakeStore();
  private final AtomicInteger made = new AtomicInteger();
  private final SpillSpace space = new SpillSpace(() -> {
    made.incrementAndGet();
    return store;
  }, new SpillQuota(), 10 * UNIT);
  private final SpillFile file = new SpillFile(space);

  private static byte[] bytes(int length, int seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private void assertHolds(long position, byte[] expected) throws IOException {
    byte[] read = new byte[expected.length];
    file.get(position, read, 0, read.length);
    assertThat(read).isEqualTo(expected);
  }

  @Test(timeout = 60_000)
  public void whatIsPutIsReadBackAndTheStoreIsMadeOnlyThen()
      throws IOException {
    assertThat(made.get()).isZero();
    byte[] one = bytes(5000, 1);
    byte[] two = bytes(10, 2);
    long first = file.put(one, 0, one.length);
    long second = file.put(two, 0, two.length);
    assertHolds(first, one);
    assertHolds(second, two);
    assertThat(made.get()).isEqualTo(1);
    assertThat(space.getUsed()).isEqualTo(3 * UNIT);
    assertThat(file.getSpilled()).isEqualTo(5010);
  }

  @Test(timeout = 60_000)
  public void freeSlotsAreUsedAgainBeforeTheFileGrows() throws IOException {
    byte[] kept = bytes(UNIT, 1);
    long first = file.put(kept, 0, UNIT);
    for (int i = 0; i < 100; i++) {
      long position = file.put(bytes(UNIT - i, i), 0, UNIT - i);
      assertThat(position).isNotEqualTo(SpillFile.NONE);
      file.free(position, UNIT - i);
    }
    assertHolds(first, kept);
    assertThat(space.getPeak()).isEqualTo(2 * UNIT);
  }

  @Test(timeout = 60_000)
  public void beyondTheLimitNothingIsTakenUntilAnotherFileIsClosed()
      throws IOException {
    SpillFile other = new SpillFile(space);
    byte[] large = bytes(8 * UNIT, 1);
    assertThat(other.put(large, 0, large.length)).isZero();
    assertThat(file.put(large, 0, large.length)).isEqualTo(SpillFile.NONE);
    assertThat(file.hasRoom()).isFalse();
    other.close();
    other.close();
    assertThat(space.getUsed()).isZero();
    assertThat(file.put(large, 0, large.length)).isZero();
  }

  @Test(timeout = 60_000)
  public void aFullDiskEndsSpillingButWhatIsThereIsKept() throws IOException {
    byte[] kept = bytes(UNIT, 1);
    long position = file.put(kept, 0, UNIT);
    store.setRoom(UNIT);
    assertThat(file.put(kept, 0, UNIT)).isEqualTo(SpillFile.NONE);
    assertThat(file.hasRoom()).isFalse();
    store.setRoom(Integer.MAX_VALUE);
    assertThat(file.put(kept, 0, UNIT)).isEqualTo(SpillFile.NONE);
    assertHolds(position, kept);
    file.close();
    assertThat(space.getUsed()).isZero();
    assertThat(store.isClosed()).isTrue();
  }

  @Test(timeout = 60_000)
  public void aStoreThatCannotBeMadeEndsSpilling() throws IOException {
    SpillSpace broken = new SpillSpace(() -> {
      throw new IOException("Permission denied");
    }, new SpillQuota(), UNIT);
    SpillFile none = new SpillFile(broken);
    assertThat(none.put(new byte[1], 0, 1)).isEqualTo(SpillFile.NONE);
    assertThat(none.hasRoom()).isFalse();
    none.close();
    assertThat(broken.getUsed()).isZero();
  }

  @Test(timeout = 60_000)
  public void aStoreThatCannotBeMadeIsTriedAndToldOnce() {
    AtomicInteger tries = new AtomicInteger();
    SpillQuota quota = new SpillQuota();
    SpillFile none = new SpillFile(new SpillSpace(() -> {
      tries.incrementAndGet();
      throw new IOException("Permission denied");
    }, quota, UNIT));
    assertThat(none.put(new byte[1], 0, 1)).isEqualTo(SpillFile.NONE);
    assertThat(none.hasRoom()).isFalse();
    assertThat(none.put(new byte[1], 0, 1)).isEqualTo(SpillFile.NONE);
    assertThat(tries.get()).isEqualTo(1);
    assertThat(quota.isFirstFailure()).isFalse();
  }

  @Test(timeout = 60_000)
  public void theSpaceOfAWriteThatFailedIsGivenBackWithTheRest()
      throws IOException {
    long position = file.put(bytes(UNIT, 1), 0, UNIT);
    store.setRoom(UNIT);
    assertThat(file.put(bytes(UNIT, 2), 0, UNIT)).isEqualTo(SpillFile.NONE);
    file.free(position, UNIT);
    file.trim();
    assertThat(space.getUsed()).isZero();
    assertThat(store.isClosed()).isTrue();
  }

  @Test(timeout = 60_000)
  public void aWriteThatTheFilesEndOvertakesTellsOfNoFailure()
      throws IOException {
    SpillQuota quota = new SpillQuota();
    SpillStore closing = mock(SpillStore.class);
    when(closing.hasRoom(anyLong())).thenReturn(true);
    SpillFile ending =
        new SpillFile(new SpillSpace(() -> closing, quota, UNIT));
    doAnswer(call -> {
      ending.close();
      throw new ClosedChannelException();
    }).when(closing).write(anyLong(), any(byte[].class), anyInt(), anyInt());
    assertThat(ending.put(new byte[1], 0, 1)).isEqualTo(SpillFile.NONE);
    assertThat(quota.getUsed()).isZero();
    assertThat(quota.isFirstFailure()).isTrue();
  }

  @Test(timeout = 60_000)
  public void aStoreWithABugEndsSpillingToo() throws IOException {
    SpillFile none = new SpillFile(new SpillSpace(() -> {
      throw new IllegalStateException("expected by the test");
    }, new SpillQuota(), UNIT));
    assertThat(none.put(new byte[1], 0, 1)).isEqualTo(SpillFile.NONE);
    assertThat(none.hasRoom()).isFalse();
  }

  @Test(timeout = 60_000)
  public void aLimitOfZeroTurnsSpillingOff() {
    SpillFile off = new SpillFile(
        new SpillSpace(() -> store, new SpillQuota(), 0));
    assertThat(off.hasRoom()).isFalse();
    assertThat(off.put(new byte[1], 0, 1)).isEqualTo(SpillFile.NONE);
  }

  @Test(timeout = 60_000)
  public void afterCloseNothingIsTakenOrRead() throws IOException {
    long position = file.put(bytes(1, 1), 0, 1);
    file.close();
    file.free(position, 1);
    assertThat(file.put(bytes(1, 1), 0, 1)).isEqualTo(SpillFile.NONE);
    assertThatThrownBy(() -> file.get(position, new byte[1], 0, 1))
        .isInstanceOf(IOException.class);
  }

  @Test(timeout = 60_000)
  public void thereIsRoomWhereAPacketAsLargeAsAnyFits() throws IOException {
    byte[] large = bytes(4 * UNIT, 1);
    assertThat(file.hasRoom()).isTrue();
    long first = file.put(large, 0, large.length);
    file.put(large, 0, large.length);
    // Two units are left.
    assertThat(file.hasRoom()).isFalse();
    assertThat(file.put(large, 0, UNIT)).isNotEqualTo(SpillFile.NONE);
    file.free(first, large.length);
    assertThat(file.hasRoom()).isTrue();
  }

  @Test(timeout = 60_000)
  public void spaceIsGivenBackWhenNoneOfItIsInUse() throws IOException {
    long first = file.put(bytes(UNIT, 1), 0, UNIT);
    long second = file.put(bytes(10, 2), 0, 10);
    file.free(first, UNIT);
    file.trim();
    assertHolds(second, bytes(10, 2));
    assertThat(space.getUsed()).isEqualTo(2 * UNIT);
    file.free(second, 10);
    file.trim();
    file.trim();
    assertThat(space.getUsed()).isZero();
    assertThat(store.isClosed()).isTrue();
    assertThat(file.put(bytes(UNIT, 3), 0, UNIT)).isZero();
    assertThat(made.get()).isEqualTo(2);
    assertThat(space.getUsed()).isEqualTo(UNIT);
    file.close();
    assertThat(space.getUsed()).isZero();
  }

  @Test(timeout = 60_000)
  public void spaceThatIsUsedOnceMoreIsInUse() throws IOException {
    long first = file.put(bytes(UNIT, 1), 0, UNIT);
    file.free(first, UNIT);
    assertThat(file.put(bytes(UNIT, 2), 0, UNIT)).isEqualTo(first);
    file.trim();
    assertThat(space.getUsed()).isEqualTo(UNIT);
    assertHolds(first, bytes(UNIT, 2));
  }

  @Test(timeout = 60_000)
  public void aDiskWithoutRoomTakesNoMoreUntilThereIsSome()
      throws IOException {
    byte[] packet = bytes(UNIT, 1);
    long first = file.put(packet, 0, UNIT);
    store.setDiskFree(0);
    assertThat(file.hasRoom()).isFalse();
    assertThat(file.put(packet, 0, UNIT)).isEqualTo(SpillFile.NONE);
    assertThat(space.getUsed()).isEqualTo(UNIT);
    // What the file has may be used again.
    file.free(first, UNIT);
    assertThat(file.hasRoom()).isTrue();
    assertThat(file.put(packet, 0, UNIT)).isEqualTo(first);
    store.setDiskFree(UNIT);
    assertThat(file.put(packet, 0, UNIT)).isEqualTo(UNIT);
  }

  @Test(timeout = 60_000)
  public void whereNoDiskHasRoomAFileIsMadeWhenOneHas() throws IOException {
    AtomicBoolean full = new AtomicBoolean(true);
    SpillFile later = new SpillFile(
        new SpillSpace(() -> full.get() ? null : store, new SpillQuota(),
            10 * UNIT));
    byte[] packet = bytes(UNIT, 1);
    assertThat(later.hasRoom()).isFalse();
    assertThat(later.put(packet, 0, UNIT)).isEqualTo(SpillFile.NONE);
    full.set(false);
    assertThat(later.hasRoom()).isTrue();
    assertThat(later.put(packet, 0, UNIT)).isZero();
  }

  @Test(timeout = 60_000)
  public void filesOfSeveralClientsShareTheLargestLimit() throws IOException {
    SpillQuota quota = new SpillQuota();
    byte[] packet = bytes(2 * UNIT, 1);
    SpillFile one = new SpillFile(
        new SpillSpace(() -> store, quota, 4 * UNIT));
    SpillFile another = new SpillFile(
        new SpillSpace(FakeStore::new, quota, 2 * UNIT));
    assertThat(one.put(packet, 0, packet.length)).isZero();
    assertThat(another.put(packet, 0, packet.length)).isZero();
    assertThat(another.hasRoom()).isFalse();
    one.close();
    assertThat(quota.getUsed()).isEqualTo(2 * UNIT);
    assertThat(quota.getTotal()).isEqualTo(4 * UNIT);
    assertThat(another.hasRoom()).isFalse();
  }

  @Test(timeout = 60_000)
  public void anErrorOfAStoreLeavesNoSpaceTaken() throws IOException {
    Error cause = new OutOfMemoryError("expected by the test");
    SpillFile broken = new SpillFile(new SpillSpace(() -> {
      throw cause;
    }, new SpillQuota(), UNIT));
    assertThatThrownBy(() -> broken.put(new byte[1], 0, 1)).isSameAs(cause);
    assertThatThrownBy(() -> broken.put(new byte[1], 0, 1)).isSameAs(cause);
  }
}
