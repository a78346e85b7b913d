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

package org.smarth.hadoop.conformance.result;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the methods of a test class did.
 *
 * @param methods what is not a method has a name in brackets: {@link #JVM}, {@link #CLASS},
 *     or a case of a test of commands
 * @param reasons of failed methods, one line each
 */
public record ClassResult(String name, SortedMap<String, Outcome> methods,
    SortedMap<String, String> reasons, long seconds) {
  /** Fails when the JVM ended early, or was ended. */
  public static final String JVM = "(jvm)";
  /** What comes before and after all methods of a class. */
  public static final String CLASS = "(class)";

  public ClassResult {
    methods = new TreeMap<>(methods);
    reasons = new TreeMap<>(reasons);
  }

  public ClassResult(String name, Map<String, Outcome> methods) {
    this(name, new TreeMap<>(methods), new TreeMap<>(), 0);
  }

  public static boolean isMethod(String name) {
    return !name.startsWith("(");
  }

  public long count(Outcome outcome) {
    return methods.entrySet().stream()
        .filter(e -> isMethod(e.getKey()) && e.getValue() == outcome).count();
  }

  public long passes() {
    return count(Outcome.PASSED) + count(Outcome.PASSED_ALONE);
  }

  /** Methods that did something, as JUnit counts them. */
  public long run() {
    return passes() + count(Outcome.FAILED);
  }
}
