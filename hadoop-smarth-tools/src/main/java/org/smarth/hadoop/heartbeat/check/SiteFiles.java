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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

import org.apache.hadoop.conf.Configuration;
import org.smarth.hadoop.heartbeat.profile.SiteFile;

/** The site files of a configuration directory, without defaults. */
final class SiteFiles {
  private final Path directory;
  private final Map<SiteFile, Configuration> files =
      new EnumMap<>(SiteFile.class);

  /** @throws IOException if it is no directory with a site file */
  SiteFiles(Path directory) throws IOException {
    this.directory = directory;
    for (SiteFile file : SiteFile.values()) {
      if (Files.exists(path(file))) {
        files.put(file, read(file));
      }
    }
    if (files.isEmpty()) {
      throw new IOException(directory + ": no directory with core-site.xml,"
          + " hdfs-site.xml, yarn-site.xml or mapred-site.xml");
    }
  }

  private Path path(SiteFile file) {
    return directory.resolve(file.getFileName());
  }

  /** @return what a process that reads these files, in this order, sees. */
  Configuration read(SiteFile... order) throws IOException {
    Configuration conf = new Configuration(false);
    for (SiteFile file : order) {
      if (Files.exists(path(file))) {
        conf.addResource(
            new org.apache.hadoop.fs.Path(path(file).toUri().toString()));
      }
    }
    try {
      conf.size();
    } catch (RuntimeException e) {
      throw new IOException(directory + ": " + e.getMessage(), e);
    }
    return conf;
  }

  /** @return whether one of them is there. */
  boolean hasAny(SiteFile... some) {
    return Arrays.stream(some).anyMatch(files::containsKey);
  }

  /** @return the value in that file alone, or null. */
  String get(SiteFile file, String key) {
    Configuration conf = files.get(file);
    return conf == null ? null : conf.getTrimmed(key);
  }
}
