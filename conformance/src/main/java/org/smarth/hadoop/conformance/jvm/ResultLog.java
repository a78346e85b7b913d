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

import java.io.PrintStream;
import java.util.HashSet;
import java.util.Set;

import org.junit.runner.Description;
import org.junit.runner.Result;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;
import org.smarth.hadoop.conformance.result.ClassResult;

/** Writes a line for everything that happens, at once: the JVM may end at any time. */
final class ResultLog extends RunListener {
  static final String STARTED = "started";
  static final String PASSED = "passed";
  static final String FAILED = "failed";
  static final String SKIPPED = "skipped";
  static final String END = "end";

  private final PrintStream out;
  /** What is not to be counted as passed when it finishes. */
  private final Set<String> notPassed = new HashSet<>();

  ResultLog(PrintStream out) {
    this.out = out;
  }

  @Override
  public void testStarted(Description description) {
    line(STARTED, description, "");
  }

  @Override
  public void testFailure(Failure failure) {
    notPassed.add(name(failure.getDescription()));
    String reason = String.valueOf(failure.getException()).strip();
    line(FAILED, failure.getDescription(), reason.lines().findFirst().orElse(""));
    System.err.println("FAILED: " + failure.getDescription());
    System.err.println(failure.getTrace());
  }

  @Override
  public void testAssumptionFailure(Failure failure) {
    notPassed.add(name(failure.getDescription()));
    line(SKIPPED, failure.getDescription(), "");
  }

  @Override
  public void testIgnored(Description description) {
    line(SKIPPED, description, "");
  }

  @Override
  public void testFinished(Description description) {
    if (!notPassed.contains(name(description))) {
      line(PASSED, description, "");
    }
  }

  @Override
  public void testRunFinished(Result result) {
    out.println(END);
    out.flush();
  }

  private void line(String event, Description description, String text) {
    out.println(event + "\t" + name(description) + "\t" + text.replaceAll("\\s+", " "));
    out.flush();
  }

  private static String name(Description description) {
    String method = description.getMethodName();
    return method == null ? ClassResult.CLASS : method.replaceAll("\\s+", " ");
  }
}
