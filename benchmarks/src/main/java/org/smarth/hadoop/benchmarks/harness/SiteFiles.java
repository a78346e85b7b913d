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

package org.smarth.hadoop.benchmarks.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.apache.commons.lang3.StringEscapeUtils;

/** A directory of Hadoop's site files for one JVM's class path. */
public final class SiteFiles {
  private static final List<String> FILES =
      List.of("core-site.xml", "hdfs-site.xml", "yarn-site.xml", "mapred-site.xml");

  private SiteFiles() {
  }

  /** Writes the same to all files: Hadoop reads each after its defaults, which hide the others. */
  public static void write(Path dir, Map<String, String> values) throws IOException {
    String site = values.entrySet().stream().map(e -> "<property><name>"
        + StringEscapeUtils.escapeXml10(e.getKey()) + "</name><value>"
        + StringEscapeUtils.escapeXml10(e.getValue()) + "</value></property>\n")
        .collect(Collectors.joining("", "<configuration>\n", "</configuration>\n"));
    Files.createDirectory(dir);
    for (String file : FILES) {
      Files.writeString(dir.resolve(file), site);
    }
  }
}
