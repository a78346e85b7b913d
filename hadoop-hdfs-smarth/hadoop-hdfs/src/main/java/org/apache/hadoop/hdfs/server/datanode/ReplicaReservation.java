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

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.io.IOUtils;

/**
 * Gives back the space that a volume reserves for a replica. The replica
 * remembers what is left of its reservation, and is locked while it gives that
 * back. So it is given back once, however often this class is called. What is
 * acknowledged is given back as in stock. The rest is given back when the
 * replica is final, or when its writer ends. Any thread may call this.
 */
@InterfaceAudience.Private
public final class ReplicaReservation {
  private ReplicaReservation() {
  }

  /**
   * The replica's files are in place as those of a final one, and count as
   * used. Stock gives the space back before it moves them, behind the
   * replica's back, and again when the move fails.
   *
   * @param replica of any state; only one that was written has a reservation
   */
  public static void replicaIsFinal(ReplicaInfo replica) {
    StockReceiver.releaseSpace(replica);
  }

  /**
   * A write is over, however it ended: a responder that failed alone or
   * anything but an IOException gives nothing back in stock.
   *
   * @param receiver null if there is none, as for IOUtils.closeStream
   */
  static void writerEnded(BlockReceiver receiver) {
    if (receiver != null) {
      StockReceiver.releaseAll(receiver.getReplica());
    }
  }

  /**
   * A write failed in the receiver's constructor: gives back its space, its
   * files and its volume.
   *
   * @param handler null if there is no replica yet
   */
  static void receiverNotMade(BlockReceiver receiver, ReplicaHandler handler) {
    if (handler != null) {
      handler.getReplica().releaseAllBytesReserved();
      IOUtils.cleanupWithLogger(DataNode.LOG, receiver, handler);
    }
  }
}
