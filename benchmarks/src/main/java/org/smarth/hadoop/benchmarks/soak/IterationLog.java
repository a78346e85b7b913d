/*
 * Licensed to the Apache Software Foundation (ASF) under one or more
 * contributor license agreements.  See the NOTICE file distributed with
 * this work for additional information regarding copyright ownership.
 * The ASF licenses this file to You under the Apache License, Version 2.0
 * (the "License"); you may not use this file except in compliance with
 * the License.  You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.smarth.hadoop.benchmarks.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

import org.apache.log4j.FileAppender;
import org.apache.log4j.Logger;

/** This JVM's log, begun anew for each iteration and kept for those that failed. */
final class IterationLog {
  private static final String APPENDER = "file";

  private final Path dir;
  private final Path kept;

  /**
   * @param dir where all JVMs log to
   * @param kept where copies go
   */
  IterationLog(Path dir, Path kept) {
    this.dir = dir;
    this.kept = kept;
  }

  void begin() {
    if (Logger.getRootLogger().getAppender(APPENDER) instanceof FileAppender appender) {
      appender.setAppend(false);
      appender.activateOptions();
    }
  }

  /** Keeps the logs of an iteration with what is known of it. */
  void keep(long seed, List<String> report) throws IOException {
    Path to = Files.createDirectories(kept.resolve("seed-" + seed));
    Files.write(to.resolve("report.txt"), report);
    try (Stream<Path> logs = Files.list(dir)) {
      for (Path log : (Iterable<Path>) logs.filter(
          l -> l.toString().endsWith(".log"))::iterator) {
        Files.copy(log, to.resolve(log.toFile().getName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }
}
