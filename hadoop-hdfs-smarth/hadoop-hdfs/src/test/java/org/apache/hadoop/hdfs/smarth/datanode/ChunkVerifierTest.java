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

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;

import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.util.DataChecksum;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@RunWith(Parameterized.class)
public class ChunkVerifierTest {
  private static final int CHUNK = 512;

  private final DataChecksum checksum;
  private final ChunkVerifier verifier;
  private final Random random = new Random(1);

  public ChunkVerifierTest(DataChecksum.Type type) {
    checksum = DataChecksum.newDataChecksum(type, CHUNK);
    verifier = new ChunkVerifier(checksum);
  }

  @Parameters(name = "{0}")
  public static Iterable<DataChecksum.Type> types() {
    return Arrays.asList(DataChecksum.Type.CRC32, DataChecksum.Type.CRC32C,
        DataChecksum.Type.NULL);
  }

  /** Data and sums somewhere in the middle of one array, as in a packet. */
  private ByteBuffer[] packet(int length) {
    byte[] array = new byte[length + checksum.getChecksumSize(length) + 20];
    random.nextBytes(array);
    ByteBuffer sums = ByteBuffer.wrap(array, 7,
        checksum.getChecksumSize(length)).slice();
    ByteBuffer data = ByteBuffer.wrap(array,
        13 + checksum.getChecksumSize(length), length);
    checksum.calculateChunkedSums(data, sums);
    return new ByteBuffer[] {data, sums};
  }

  @Test
  public void whatDataChecksumWroteFits() throws ChecksumException {
    for (int length : new int[] {1, CHUNK - 1, CHUNK, CHUNK + 1, 126 * CHUNK}) {
      ByteBuffer[] packet = packet(length);
      verifier.verify(packet[0], packet[1], "block", 0);
      assertThat(packet[0].remaining()).isEqualTo(length);
    }
  }

  @Test
  public void oneWrongBitIsFoundWhereverItIs() {
    if (checksum.getChecksumSize() == 0) {
      return;
    }
    for (int chunk = 0; chunk < 4; chunk++) {
      ByteBuffer[] packet = packet(3 * CHUNK + 100);
      int at = packet[0].position() + chunk * CHUNK + 99;
      packet[0].array()[at] ^= 1;
      int wrong = chunk;
      assertThatThrownBy(
          () -> verifier.verify(packet[0], packet[1], "block", 1000))
          .isInstanceOf(ChecksumException.class)
          .hasMessageContaining("block at position " + (1000 + wrong * CHUNK));
    }
  }
}
