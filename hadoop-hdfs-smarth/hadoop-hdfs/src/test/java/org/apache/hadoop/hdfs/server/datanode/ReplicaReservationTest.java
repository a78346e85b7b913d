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
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/**
 * The space that is reserved for a replica is given back once. The receiving
 * thread may fail while the thread that takes acks releases what was
 * acknowledged.
 */
public class ReplicaReservationTest {
  private static final long RESERVED = 1000;
  private static final long ACKED = 100;
  private static final Set<Thread.State> WAITS_OR_ENDED =
      EnumSet.of(Thread.State.BLOCKED, Thread.State.TERMINATED);

  @Rule
  public final Timeout timeout = Timeout.seconds(60);

  private final FsVolumeSpi volume = mock(FsVolumeSpi.class);
  private final ReplicaInPipeline replica =
      StockCalls.newReplica(volume, RESERVED);
  private long released;

  @Test
  public void aFailureWhileAnAckReleasesSpaceReleasesNoneTwice()
      throws Exception {
    Thread fails = new Thread(replica::releaseAllBytesReserved);
    doAnswer(call -> {
      long bytes = (Long) call.getArguments()[0];
      if (fails.getState() == Thread.State.NEW) {
        fails.start();
        await().atMost(Duration.ofSeconds(30))
            .until(() -> WAITS_OR_ENDED.contains(fails.getState()));
      }
      release(bytes);
      return null;
    }).when(volume).releaseReservedSpace(anyLong());

    replica.setBytesAcked(ACKED);
    fails.join();
    // As at the end of every write that was not finalized.
    replica.releaseAllBytesReserved();
    assertThat(((ReplicaInfo) replica).getBytesReserved()).isZero();
    assertThat(released).isEqualTo(RESERVED);
  }

  @Test
  public void aFailureAndAnAckOfAFinalReplicaReleaseNothing() {
    doAnswer(call -> {
      release((Long) call.getArguments()[0]);
      return null;
    }).when(volume).releaseReservedSpace(anyLong());
    replica.setBytesAcked(ACKED);
    ReplicaReservation.replicaIsFinal((ReplicaInfo) replica);
    assertThat(released).isEqualTo(RESERVED);
    replica.setBytesAcked(RESERVED);
    replica.releaseAllBytesReserved();
    assertThat(released).isEqualTo(RESERVED);
  }

  private synchronized void release(long bytes) {
    assertThat(bytes).isNotNegative();
    released += bytes;
  }
}
