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
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

import org.smarth.hadoop.conformance.result.ClassResult;
import org.smarth.hadoop.conformance.result.Outcome;

/**
 * Runs a class, then each method that failed once more, alone in a JVM. The rule is the same for
 * stock and for SMARTH; in a class with more failures none is run again.
 */
public final class TwoTries {
  static final int MAX_AGAIN = 5;

  private final Runner runner;

  /** Runs a class, or one of its methods. */
  @FunctionalInterface
  public interface Runner {
    ClassResult run(String className, String method) throws IOException, InterruptedException;
  }

  public TwoTries(Runner runner) {
    this.runner = runner;
  }

  /** @param matters not for methods that fail on stock Hadoop, whatever they would do now */
  public ClassResult run(String className, Predicate<String> matters)
      throws IOException, InterruptedException {
    ClassResult first = runner.run(className, null);
    List<String> again = first.methods().keySet().stream()
        .filter(m -> first.methods().get(m) == Outcome.FAILED)
        .filter(ClassResult::isMethod).filter(matters).toList();
    if (again.isEmpty() || again.size() > MAX_AGAIN) {
      return first;
    }
    SortedMap<String, Outcome> methods = new TreeMap<>(first.methods());
    long seconds = first.seconds();
    for (String method : again) {
      ClassResult alone = runner.run(className, method);
      seconds += alone.seconds();
      if (alone.methods().get(method) == Outcome.PASSED
          && !alone.methods().containsValue(Outcome.FAILED)) {
        methods.put(method, Outcome.PASSED_ALONE);
      }
    }
    return new ClassResult(className, methods, first.reasons(), seconds);
  }
}
