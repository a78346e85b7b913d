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
import java.util.Arrays;
import java.util.List;

/** A line of /proc/mounts. Immutable. */
public final class Mount {
  private final String device;
  private final String directory;
  private final String type;
  private final List<String> options;

  private Mount(String[] words) {
    device = words[0];
    directory = words[1];
    type = words[2];
    options = Arrays.asList(words[3].split(","));
  }

  /** @return the mount that holds an absolute path, or null. */
  public static Mount of(Machine machine, String path) throws IOException {
    Mount found = null;
    for (String line : machine.lines("/proc/mounts")) {
      String[] words = line.split(" ");
      // A later mount hides an earlier one of the same directory.
      if (words.length >= 4 && holds(words[1], path) && (found == null
          || words[1].length() >= found.directory.length())) {
        found = new Mount(words);
      }
    }
    return found;
  }

  private static boolean holds(String directory, String path) {
    return directory.equals("/") || path.equals(directory)
        || path.startsWith(directory + "/");
  }

  public String getDirectory() {
    return directory;
  }

  public String getType() {
    return type;
  }

  public boolean has(String option) {
    return options.contains(option);
  }

  /** @return a file of the disk's queue, or null if it is no disk. */
  public String queueFile(Machine machine, String file) throws IOException {
    String name = device.replaceFirst("^/dev/", "");
    // sda1 is on sda, nvme0n1p2 on nvme0n1.
    for (String disk : new String[] {name, name.replaceFirst("p[0-9]+$", ""),
        name.replaceFirst("[0-9]+$", "")}) {
      String path = "/sys/block/" + disk + "/queue/" + file;
      if (!disk.isEmpty() && machine.exists(path)) {
        return path;
      }
    }
    return null;
  }
}
