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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;

import org.smarth.hadoop.conformance.result.ClassResult;
import org.smarth.hadoop.conformance.result.Outcome;

/** Reads what {@link ResultLog} wrote, which may break off anywhere. */
final class ResultFile {
  private ResultFile() {
  }

  /** @param end how the JVM ended, which is the reason of what fails because of that */
  static ClassResult read(Path file, String className, long seconds, String end)
      throws IOException {
    TreeMap<String, Outcome> methods = new TreeMap<>();
    TreeMap<String, String> reasons = new TreeMap<>();
    String running = null;
    boolean complete = false;
    for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
      String[] words = line.split("\t", -1);
      complete = words[0].equals(ResultLog.END);
      if (words.length == 3) {
        running = words[0].equals(ResultLog.STARTED) ? words[1] : null;
        put(methods, reasons, words);
      }
    }
    if (!complete) {
      methods.put(ClassResult.JVM, Outcome.FAILED);
      reasons.put(ClassResult.JVM, end);
      if (running != null) {
        methods.put(running, Outcome.FAILED);
        reasons.put(running, end);
      }
    }
    return new ClassResult(className, methods, reasons, seconds);
  }

  private static void put(TreeMap<String, Outcome> methods, TreeMap<String, String> reasons,
      String[] words) {
    String method = words[1];
    switch (words[0]) {
    case ResultLog.PASSED:
      methods.putIfAbsent(method, Outcome.PASSED);
      break;
    case ResultLog.SKIPPED:
      methods.putIfAbsent(method, Outcome.SKIPPED);
      break;
    case ResultLog.FAILED:
      // A method may fail twice, in itself and in what comes after it.
      methods.put(method, Outcome.FAILED);
      reasons.putIfAbsent(method, words[2]);
      break;
    default:
      break;
    }
  }
}
