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
package org.apache.hadoop.hdfs;

/** What fails. */
enum Fault {
  /** The datanode is gone until the write is over. */
  STOPPED,
  /** It says that it restarts, and does so at once. */
  RESTARTED_FOR_UPGRADE,
  /** The datanode before it fails to send it a packet. */
  MIRROR_BROKEN,
  /** The connection that it receives the block through is closed. */
  CONNECTION_CLOSED,
  /** The first datanode's connection fails just before FNFA. */
  FNFA_LOST,
  /** It finalizes the block, and the last ack does not arrive. */
  LAST_ACK_LOST,
  /** A packet is damaged between client and first datanode. */
  PACKET_DAMAGED,
  /** The first datanode's replica is damaged before it is passed on. */
  REPLICA_DAMAGED,
  /** Every write to its disks fails. */
  DISK_FULL,
  /** The volume of its replica is gone. */
  VOLUME_FAILED,
  NAMENODE_RESTARTED,
  /** The writer gives up, and the lease is recovered. */
  CLIENT_ABORTED
}
