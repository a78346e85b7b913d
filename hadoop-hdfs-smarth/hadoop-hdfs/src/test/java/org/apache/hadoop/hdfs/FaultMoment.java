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

/** When a fault hits the pipeline of a block. */
enum FaultMoment {
  /** The first datanode has the request and is about to connect to the next. */
  BEFORE_FIRST_PACKET,
  /** Some packets are flushed, others wait on a datanode to be passed on. */
  MID_BLOCK,
  /** The first datanode has all and has finalized it, FNFA is not sent. */
  LAST_PACKET_SENT,
  /** The downstream stalls, the next block is being written. */
  AFTER_FNFA,
  /** The same of the file's last block, which close() waits for. */
  AFTER_LAST_FNFA,
  /** As MID_BLOCK, but the writer waits in hflush. */
  DURING_HFLUSH,
  /** The writer waits in close for this block and for the one after it. */
  DURING_CLOSE,
  /** Another datanode was lost, and the pipeline is being set up anew. */
  DURING_RECOVERY
}
