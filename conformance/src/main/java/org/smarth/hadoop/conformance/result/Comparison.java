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

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Compares a class method by method: what passes on stock Hadoop must pass, or it differs. */
public final class Comparison {
  private Comparison() {
  }

  /** @param stock null when stock Hadoop's result is not known */
  public static List<Difference> of(ClassResult stock, ClassResult ours) {
    if (stock == null) {
      return List.of(new Difference(ours.name(), ClassResult.CLASS,
          "there is no stock result: use --stock-too or --record-stock"));
    }
    List<Difference> differences = new ArrayList<>();
    TreeSet<String> methods = new TreeSet<>(stock.methods().keySet());
    methods.addAll(ours.methods().keySet());
    for (String method : methods) {
      String what = difference(method, stock.methods(), ours.methods());
      if (what != null) {
        String reason = ours.reasons().get(method);
        differences.add(new Difference(ours.name(), method,
            reason == null ? what : what + ": " + reason));
      }
    }
    return differences;
  }

  private static String difference(String method, Map<String, Outcome> stock,
      Map<String, Outcome> ours) {
    Outcome before = stock.get(method);
    Outcome now = ours.get(method);
    if (before == null) {
      return "not there on stock, " + now + " here";
    }
    if (before == Outcome.FAILED || now == before) {
      return null;
    }
    if (now == null) {
      // What only failed things have, such as (class), is not missed.
      return before.isPass() || before == Outcome.SKIPPED ? before + " on stock, not run here"
          : null;
    }
    boolean good = before.isPass() ? now.isPass() : now != Outcome.FAILED;
    return good ? null : before + " on stock, " + now + " here";
  }
}
