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

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.apache.hadoop.hdfs.server.datanode.DataNodeInsides;
import org.apache.hadoop.hdfs.util.ByteArrayManager;

/** Knows which packet buffers of a client were not given back. */
final class CountedBuffers extends ByteArrayManager {
  private final Set<byte[]> taken = Collections.synchronizedSet(
      Collections.newSetFromMap(new IdentityHashMap<>()));

  /** @return in the place of the client's own, for files from now on. */
  static CountedBuffers of(DFSClient client) {
    CountedBuffers counted = new CountedBuffers();
    DataNodeInsides.set(client.getClientContext(), "byteArrayManager",
        counted);
    return counted;
  }

  @Override
  public byte[] newByteArray(int size) {
    byte[] bytes = new byte[size];
    taken.add(bytes);
    return bytes;
  }

  @Override
  public int release(byte[] bytes) {
    taken.remove(bytes);
    return 0;
  }

  /** @return the sizes of those in use. */
  List<Integer> getTaken() {
    synchronized (taken) {
      return taken.stream().map(bytes -> bytes.length)
          .collect(Collectors.toList());
    }
  }
}
