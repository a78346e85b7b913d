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
package org.apache.hadoop.hdfs.smarth.datanode;

import java.io.IOException;

import org.apache.hadoop.classification.InterfaceAudience;

/** Learns, in the forwarder's thread, of its end and why it came early. */
@InterfaceAudience.Private
public interface ForwardObserver {
  /** The next datanode cannot be written to; this one is well. */
  void mirrorFailed(IOException cause);

  /**
   * This datanode cannot go on.
   *
   * @param seqno of the packet that could not be forwarded;
   *     PipelineAck.UNKOWN_SEQNO if there was none yet
   * @param cause an IOException if the replica here cannot be read or is not
   *     what the client sent; otherwise anything
   */
  void forwardFailed(long seqno, Throwable cause);

  /** The thread is about to end, for whatever reason. */
  void forwarderEnds();
}
