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

package org.smarth.hadoop.benchmarks.driver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds in a client's log how many pipelines SMARTH had open at once. */
final class PipelineLog {
  private static final Pattern LINE = Pattern.compile("SMARTH .*\\bpipelines\\.max=(\\d+)");

  private PipelineLog() {
  }

  /** Empty when no line says so: SMARTH did not write the file. */
  static OptionalInt mostAtOnce(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
      return mostAtOnce(lines);
    }
  }

  static OptionalInt mostAtOnce(Stream<String> lines) {
    return lines.map(LINE::matcher).filter(Matcher::find)
        .mapToInt(m -> Integer.parseInt(m.group(1))).max();
  }
}
