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
package org.apache.hadoop.hdfs.smarth.client.retention;

import java.io.Closeable;
import java.io.IOException;

import org.apache.hadoop.classification.InterfaceAudience;

/** Where bytes are kept outside of memory. Thread-safe. */
@InterfaceAudience.Private
public interface SpillStore extends Closeable {
  /** Makes a store, empty and gone when it is closed or the process ends. */
  @FunctionalInterface
  interface Maker {
    /**
     * @return null if there is no room for any now
     * @throws IOException if it cannot be made
     */
    SpillStore make() throws IOException;
  }

  /**
   * @param bytes to be written beyond what was written
   * @return whether the place may take them now
   */
  boolean hasRoom(long bytes);

  /** @throws IOException if not all bytes are written. */
  void write(long position, byte[] from, int offset, int length)
      throws IOException;

  /** @throws IOException if not all bytes are read. */
  void read(long position, byte[] to, int offset, int length)
      throws IOException;
}
