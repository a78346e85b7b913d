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

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What this process has open, as Linux tells. */
final class Descriptors {
  private static final String LISTEN = "0A";
  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int STATE = 3;
  private static final int INODE = 9;

  private Descriptors() {
  }

  /** @return what each descriptor refers to. */
  private static List<String> targets() {
    List<String> targets = new ArrayList<>();
    File[] all = new File("/proc/self/fd").listFiles();
    for (File descriptor : all == null ? new File[0] : all) {
      try {
        targets.add(Files.readSymbolicLink(descriptor.toPath()).toString());
      } catch (IOException e) {
        // It was closed meanwhile.
      }
    }
    return targets;
  }

  /** Without selectors: Hadoop pools one for each idle thread. */
  static int count() {
    List<String> targets = targets();
    targets.removeIf(target -> target.startsWith("anon_inode:"));
    return targets.size();
  }

  /** @return the files of blocks that are open. */
  static List<String> blockFiles() {
    List<String> files = targets();
    files.removeIf(target -> !target.contains("/blk_"));
    return files;
  }

  /** @return the ends of connections to or from these ports, as in proc(5). */
  static List<String> connections(Set<Integer> ports) throws IOException {
    Set<String> ours = new HashSet<>(targets());
    List<String> open = new ArrayList<>();
    for (String line : Files.readAllLines(Paths.get("/proc/self/net/tcp"),
        StandardCharsets.US_ASCII)) {
      String[] field = line.trim().split("\\s+");
      if (field.length > INODE && !field[STATE].equals(LISTEN)
          && ours.contains("socket:[" + field[INODE] + "]")
          && (ports.contains(port(field[LOCAL]))
          || ports.contains(port(field[REMOTE])))) {
        open.add(port(field[LOCAL]) + "->" + port(field[REMOTE]) + " state "
            + field[STATE]);
      }
    }
    return open;
  }

  private static int port(String address) {
    return Integer.parseInt(address.substring(address.indexOf(':') + 1), 16);
  }
}
