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

package org.smarth.hadoop.conformance;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

import org.smarth.hadoop.conformance.result.ClassResult;
import org.smarth.hadoop.conformance.result.Difference;
import org.smarth.hadoop.conformance.result.Exceptions;
import org.smarth.hadoop.conformance.result.LeftOut;
import org.smarth.hadoop.conformance.result.Outcome;

/** The table, a line as each class ends, and below it what differs. */
final class Report {
  private static final String ROW = "%-45s %5s %6s %7s %5s  %s%n";

  private final PrintWriter out;
  private final Exceptions exceptions;
  private final LeftOut leftOut;
  private final Path logs;
  private final List<String> differences = new ArrayList<>();
  private final List<String> excepted = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final Map<String, Long> reasons = new TreeMap<>();
  private long methods;
  private long rows;

  Report(PrintWriter out, Exceptions exceptions, LeftOut leftOut, Path logs) {
    this.out = out;
    this.exceptions = exceptions;
    this.leftOut = leftOut;
    this.logs = logs;
  }

  /** Says on what stock Hadoop was recorded, where that is not what runs here. */
  void surroundings(List<String> recorded, String here) {
    TreeSet<String> others = new TreeSet<>();
    recorded.stream().filter(s -> s != null && !s.equals(here)).forEach(others::add);
    if (!others.isEmpty()) {
      out.println("Stock was recorded on " + String.join("; ", others) + "; this is " + here
          + ".");
    }
  }

  void head() {
    out.printf(ROW, "class", "run", "passed", "skipped", "s", "same as stock");
    out.flush();
  }

  void recorded(ClassResult result) {
    count(result);
    row(result, "recorded");
    result.reasons().forEach((method, reason) -> out.println("    " + method + ": "
        + result.methods().get(method) + ": " + reason));
    out.flush();
  }

  /** @param stock null when stock Hadoop's result is not known */
  void compared(ClassResult stock, ClassResult result, List<Difference> found) {
    if (stock != null) {
      count(stock);
    }
    List<String> bad = new ArrayList<>();
    for (Difference difference : found) {
      String line = difference.key() + ": " + difference.what();
      String reason = exceptions.reason(difference);
      if (reason == null) {
        bad.add(line);
      } else {
        excepted.add(line + "\n      allowed: " + reason);
      }
    }
    differences.addAll(bad);
    exceptions.unused(result, found).forEach(key ->
        notes.add(key + ": listed as an exception, but did not differ"));
    result.methods().forEach((method, outcome) -> {
      if (outcome == Outcome.PASSED_ALONE) {
        notes.add(result.name() + "#" + method + ": " + outcome + ": "
            + result.reasons().get(method));
      }
    });
    methods += result.run();
    row(result, found.isEmpty() ? "yes" : bad.isEmpty() ? "but for exceptions" : "NO");
  }

  private void count(ClassResult stock) {
    rows += stock.methods().size();
    leftOut.count(stock).forEach((reason, count) -> reasons.merge(reason, count, Long::sum));
  }

  private void row(ClassResult result, String same) {
    String name = result.name();
    out.printf(ROW, name.substring(name.lastIndexOf('.') + 1), result.run(), result.passes(),
        result.count(Outcome.SKIPPED), result.seconds(), same);
    out.flush();
  }

  /** Prints what is below the table; returns whether all is as it should be. */
  boolean end() {
    section("Different from stock (logs in " + logs + "):", differences);
    section("Different, and allowed by conformance/exceptions.tsv:", excepted);
    section("To know:", notes);
    out.println();
    out.println(methods + " methods run; " + differences.size() + " different from stock, "
        + excepted.size() + " allowed exceptions.");
    endOfRows("compared");
    return differences.isEmpty();
  }

  /** Below the table of what was recorded. */
  void endOfRecord() {
    out.println();
    endOfRows("to compare with");
  }

  private void endOfRows(String use) {
    long failed = reasons.values().stream().mapToLong(Long::longValue).sum();
    out.println(rows + " rows of stock: " + (rows - failed) + " " + use + ", " + failed
        + " left out, which fail on stock" + (failed == 0 ? "." : ":"));
    reasons.forEach((reason, count) -> out.printf("%5d  %s%n", count, reason));
    out.flush();
  }

  private void section(String title, List<String> lines) {
    if (!lines.isEmpty()) {
      out.println();
      out.println(title);
      lines.forEach(line -> out.println("  " + line));
    }
  }
}
