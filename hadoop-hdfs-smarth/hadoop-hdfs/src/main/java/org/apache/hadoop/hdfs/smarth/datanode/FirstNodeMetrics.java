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
package org.apache.hadoop.hdfs.smarth.datanode;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.metrics2.annotation.Metric;
import org.apache.hadoop.metrics2.annotation.Metrics;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;

/** What a datanode counts of its work as a first datanode. Thread-safe. */
@InterfaceAudience.Private
@Metrics(name = "SmarthFirstNode", context = "dfs",
    about = "SMARTH, first datanode of a pipeline")
public final class FirstNodeMetrics {
  private final ForwardMemory memory;
  private final LongSupplier forwardings;
  private final LongSupplier oldestNanos;
  private final LongAdder drainNanos = new LongAdder();

  @Metric("Blocks whose client was told that the first datanode has them")
  private MutableCounterLong firstNodeAcks;
  @Metric("Blocks that all datanodes downstream have")
  private MutableCounterLong blocksDelivered;
  @Metric("Blocks delivered downstream after their client had gone")
  private MutableCounterLong deliveriesAfterClientLeft;
  @Metric("Blocks whose replica here is final, and whose delivery failed")
  private MutableCounterLong deliveriesFailed;

  private FirstNodeMetrics(ForwardMemory memory, LongSupplier forwardings,
      LongSupplier oldestNanos) {
    this.memory = memory;
    this.forwardings = forwardings;
    this.oldestNanos = oldestNanos;
  }

  /**
   * @param datanode its name, unique in this process
   * @param memory the account to publish
   * @param forwardings blocks that are final here, and on their way downstream
   * @param oldestNanos for how long the oldest of these is; 0 if there is none
   * @return the registered source
   */
  public static FirstNodeMetrics create(String datanode, ForwardMemory memory,
      LongSupplier forwardings, LongSupplier oldestNanos) {
    return DefaultMetricsSystem.instance().register(
        "SmarthFirstNode-" + datanode.replace(':', '-'), null,
        new FirstNodeMetrics(memory, forwardings, oldestNanos));
  }

  public void firstNodeAckSent() {
    firstNodeAcks.incr();
  }

  /** @param nanos since the replica here was final, in nanoseconds. */
  public void delivered(long nanos) {
    blocksDelivered.incr();
    drainNanos.add(nanos);
  }

  public void deliveredAfterClientLeft() {
    deliveriesAfterClientLeft.incr();
  }

  public void deliveryFailed() {
    deliveriesFailed.incr();
  }

  public long getFirstNodeAcks() {
    return firstNodeAcks.value();
  }

  public long getBlocksDelivered() {
    return blocksDelivered.value();
  }

  public long getDeliveriesAfterClientLeft() {
    return deliveriesAfterClientLeft.value();
  }

  public long getDeliveriesFailed() {
    return deliveriesFailed.value();
  }

  @Metric(value = {"DrainMillis",
      "Milliseconds from FNFA to the delivery, of all blocks delivered"},
      type = Metric.Type.COUNTER)
  public long getDrainMillis() {
    return TimeUnit.NANOSECONDS.toMillis(drainNanos.sum());
  }

  @Metric("Blocks that are final here, and on their way downstream")
  public long getForwardings() {
    return forwardings.getAsLong();
  }

  @Metric("Seconds for which the oldest of them is on its way")
  public long getOldestForwardingSeconds() {
    return TimeUnit.NANOSECONDS.toSeconds(oldestNanos.getAsLong());
  }

  @Metric("Bytes on disk here that wait to be forwarded")
  public long getForwardBacklogBytes() {
    return memory.getBacklog();
  }

  @Metric("Bytes of heap that waiting packets take")
  public long getForwardMemoryBytes() {
    return memory.getUsed();
  }

  @Metric("The most bytes of heap that waiting packets ever took")
  public long getForwardMemoryPeakBytes() {
    return memory.getPeak();
  }

  @Metric("Packets that waited for such memory, and their clients with them")
  public long getForwardMemoryWaits() {
    return memory.getWaits();
  }

  @Metric("Milliseconds for which they waited, together")
  public long getForwardMemoryWaitMillis() {
    return memory.getWaitMillis();
  }
}
