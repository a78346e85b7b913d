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
package org.smarth.hadoop.conformance.jvm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.smarth.hadoop.conformance.result.ClassResult;
import org.smarth.hadoop.conformance.result.Outcome;

/**
 * Hundreds of commands are one method of a test that reads them from an XML file. Its log says at
 * the end which of them failed, and which passed.
 */
final class CommandCases {
  /** What the log says before a case: nothing, or under which heading it stands. */
  private static final Pattern LINE = Pattern.compile(
      ".* cli\\.CLITestHelper: +(?:(Failing|Passing) tests:|(\\d+): (.*?)) *");

  private CommandCases() {
  }

  /** The result with the cases in it, if the test is one of commands. */
  static ClassResult added(ClassResult result, Path log) throws IOException {
    SortedMap<String, Outcome> methods = new TreeMap<>(result.methods());
    Outcome[] heading = {null};
    try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
      lines.map(LINE::matcher).filter(Matcher::matches).forEach(m -> {
        if (m.group(1) != null) {
          heading[0] = m.group(1).equals("Failing") ? Outcome.FAILED : Outcome.PASSED;
        } else if (heading[0] != null) {
          methods.put(name(m), heading[0]);
        }
      });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return new ClassResult(result.name(), methods, result.reasons(), result.seconds());
  }

  /** In brackets: it is no method, and nothing runs it alone. */
  private static String name(Matcher line) {
    return "(" + line.group(2) + ": " + line.group(3).replaceAll("\\s+", " ") + ")";
  }
}
