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
package org.smarth.hadoop.doctor.machine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What files do not tell about a machine. */
public interface Probes {
  /** @return free and all bytes of the file system of an existing path. */
  Space space(Path path) throws IOException;

  /** @return the name of this host. */
  String hostName() throws IOException;

  /** @return the address that a name has. */
  String address(String name) throws IOException;

  /** @return the name that an address has; the address if it has none. */
  String nameOf(String address) throws IOException;

  /**
   * @return what a command prints
   * @throws IOException if it fails, or takes longer than 5 s
   */
  String output(List<String> command) throws IOException;

  /** Bytes of a file system. Immutable. */
  final class Space {
    private final long free;
    private final long total;

    public Space(long free, long total) {
      this.free = free;
      this.total = total;
    }

    public long getFree() {
      return free;
    }

    public long getTotal() {
      return total;
    }

    /** @return 0 to 100. */
    public int usedPercent() {
      return total == 0 ? 0 : (int) Math.round(100.0 * (total - free) / total);
    }
  }
}
