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
package org.smarth.hadoop.heartbeat.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.apache.hadoop.conf.Configuration;
import org.smarth.hadoop.heartbeat.profile.SiteFile;

/** Who reads which keys from which site files. Immutable. */
final class KeyReader {
  private final String who;
  private final SiteFile[] order;
  private final String[] keys;

  /** @param order the files, later ones before earlier ones */
  KeyReader(String who, SiteFile[] order, String... keys) {
    this.who = who;
    this.order = order;
    this.keys = keys;
  }

  Configuration read(SiteFiles files) throws IOException {
    return files.read(order);
  }

  /** @return keys in files that their reader does not read. */
  List<Finding> misplaced(SiteFiles files) {
    List<Finding> findings = new ArrayList<>();
    for (String key : keys) {
      for (SiteFile file : SiteFile.values()) {
        if (!Arrays.asList(order).contains(file)
            && files.get(file, key) != null) {
          findings.add(Finding.warning(key + " has no effect in "
              + file.getFileName() + ": not read by " + who));
        }
      }
    }
    return findings;
  }

  /** @return keys with different values in files that are read. */
  List<Finding> contradicting(SiteFiles files) throws IOException {
    List<Finding> findings = new ArrayList<>();
    for (String key : keys) {
      String effective = read(files).getTrimmed(key);
      for (SiteFile file : order) {
        String value = files.get(file, key);
        if (value != null && !value.equals(effective)) {
          findings.add(Finding.warning(key + " = " + value + " in "
              + file.getFileName() + " is overridden by another file: "
              + effective));
        }
      }
    }
    return findings;
  }
}
