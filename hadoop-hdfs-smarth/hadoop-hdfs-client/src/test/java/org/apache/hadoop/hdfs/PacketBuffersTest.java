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

import java.util.ArrayList;
import java.util.List;

import org.apache.hadoop.hdfs.util.ByteArrayManager;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

public class PacketBuffersTest {
  private final List<byte[]> released = new ArrayList<>();
  private final PacketBuffers buffers = new PacketBuffers(
      new ByteArrayManager() {
        @Override
        public byte[] newByteArray(int size) {
          return new byte[size];
        }

        @Override
        public int release(byte[] buffer) {
          released.add(buffer);
          return 0;
        }
      }, 2);

  @Test(timeout = 60_000)
  public void aReleasedBufferIsUsedAgain() throws InterruptedException {
    byte[] buffer = buffers.newByteArray(10);
    buffers.release(buffer);
    assertThat(buffers.newByteArray(10)).isSameAs(buffer);
    assertThat(buffers.newByteArray(10)).isNotSameAs(buffer);
    assertThat(released).isEmpty();
  }

  @Test(timeout = 60_000)
  public void noMoreAreKeptThanTheLimit() throws InterruptedException {
    byte[][] three = {buffers.newByteArray(10), buffers.newByteArray(10),
        buffers.newByteArray(10)};
    for (byte[] buffer : three) {
      buffers.release(buffer);
    }
    assertThat(released).containsExactly(three[2]);
  }

  @Test(timeout = 60_000)
  public void buffersOfAnotherSizeAreNotKept() throws InterruptedException {
    byte[] small = buffers.newByteArray(10);
    byte[] another = buffers.newByteArray(10);
    buffers.release(small);
    assertThat(buffers.newByteArray(20)).hasSize(20);
    buffers.release(another);
    assertThat(released).containsExactly(small, another);
  }

  @Test(timeout = 60_000)
  public void anInterruptedWaitForTheManagerEndsWithABufferThatItDoesNotCount() {
    PacketBuffers waiting = new PacketBuffers(
        ByteArrayManager.newInstance(new ByteArrayManager.Conf(0, 1, 60_000)),
        0);
    byte[] first = waiting.newByteArrayAnyway(64);
    Thread.currentThread().interrupt();
    byte[] second = waiting.newByteArrayAnyway(64);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(first).hasSize(64);
    assertThat(second).hasSize(65);
  }

  @Test(timeout = 60_000)
  public void afterCloseAllGoBack() throws InterruptedException {
    byte[] kept = buffers.newByteArray(10);
    byte[] late = buffers.newByteArray(10);
    buffers.release(kept);
    buffers.close();
    buffers.release(late);
    assertThat(released).containsExactly(kept, late);
  }
}
