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

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.hdfs.util.ByteArrayManager;

/**
 * The end of a block. It holds no data, and its small buffer is its own: it
 * waits for nobody's memory, gives none back, and may be released twice. In
 * this package because DFSPacket is. Thread-safe as DFSPacket.
 */
@InterfaceAudience.Private
final class EndPacket extends DFSPacket {
  /**
   * @param length of the block, in bytes
   * @param seqno its number in the file
   */
  EndPacket(long length, long seqno) {
    super(new byte[PacketHeader.PKT_MAX_HEADER_LEN], 0, length, seqno, 0,
        true);
  }

  @Override
  synchronized void releaseBuffer(ByteArrayManager manager) {
    buf = null;
  }
}
