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

package org.smarth.hadoop.benchmarks.soak;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.Test;

/** Which threads belong to writes, and what JSON says of reserved space. */
public class LeakCheckTest {
  @Test
  public void threadsOfWritersAreKnownByTheirNames() {
    assertThat(LeakCheck.isClients("DataStreamer for file /f block BP-1:blk_1_2")).isTrue();
    assertThat(LeakCheck.isClients("ResponseProcessor for block BP-1:blk_1_2")).isTrue();
    assertThat(LeakCheck.isClients("LeaseRenewer:user@host")).isFalse();
  }

  @Test
  public void threadsOfReceiversAreKnownByTheirNames() {
    assertThat(LeakCheck.isReceivers("MirrorForwarder for BP-1:blk_1_2")).isTrue();
    assertThat(LeakCheck.isReceivers("PacketResponder: BP-1:blk_1_2, type=LAST")).isTrue();
    assertThat(LeakCheck.isReceivers(
        "Thread 7 (DataXceiver for client C at /127.0.0.1:1 [Receiving block BP-1:blk_1_2]):"))
        .isTrue();
    assertThat(LeakCheck.isReceivers("DataXceiver for client C [Sending block BP-1:blk_1_2]"))
        .isFalse();
    assertThat(LeakCheck.isReceivers("org.apache.hadoop.hdfs.server.datanode.DataXceiverServer@1"))
        .isFalse();
  }

  @Test
  public void reservedBytesOfAllVolumesAreAddedUp() {
    assertThat(VolumeInfo.reservedBytes("{\"/a\":{\"reservedSpaceForReplicas\":5,\"n\":1},"
        + "\"/b\":{\"reservedSpaceForReplicas\":1048576}}")).isEqualTo(1_048_581);
    assertThat(VolumeInfo.reservedBytes(
        "\"VolumeInfo\" : \"{\\\"/a\\\":{\\\"reservedSpaceForReplicas\\\":7}}\"")).isEqualTo(7);
    assertThat(VolumeInfo.reservedBytes("{}")).isZero();
    assertThat(VolumeInfo.isThere("{\"/a\":{\"reservedSpaceForReplicas\":0}}")).isTrue();
    assertThat(VolumeInfo.isThere("{}")).isFalse();
  }
}
