/*
 * Licensed to the Apache Software Foundation (ASF) under one
 * or more contributor license agreements.  See the NOTICE file
 * distributed with this work for additional information
 * regarding copyright ownership.  The ASF licenses this file
 * to you under the Apache License, Version 2.0 (the
 * "License"); you may not use this file except in compliance
 * with the License.  You may obtain a copy of the License at
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
  BEFORE_FIRST_PACKET(false),
  /** Some packets are flushed, others wait on a datanode to be passed on. */
  MID_BLOCK(false),
  /** The first datanode has all and has finalized it, FNFA is not sent. */
  LAST_PACKET_SENT(false),
  /** The downstream stalls, the next block is being written. */
  AFTER_FNFA(true),
  /** The same of the file's last block, which close() waits for. */
  AFTER_LAST_FNFA(false),
  /** As MID_BLOCK, but the writer waits in hflush. */
  DURING_HFLUSH(false),
  /** The writer waits in close for this block and for the one after it. */
  DURING_CLOSE(true),
  /** Another datanode was lost, and the pipeline is being set up anew. */
  DURING_RECOVERY(false);

  private final boolean succeeded;

  FaultMoment(boolean succeeded) {
    this.succeeded = succeeded;
  }

  /** @return whether the block has a next one, and so is committed. */
  boolean hasSuccessor() {
    return succeeded;
  }

  /** @return whether it is known by what only SMARTH does. */
  boolean needsSmarth() {
    return isFinalized();
  }

  /** @return whether the first datanode has finalized the block. */
  boolean isFinalized() {
    return succeeded || this == LAST_PACKET_SENT || this == AFTER_LAST_FNFA;
  }
}
