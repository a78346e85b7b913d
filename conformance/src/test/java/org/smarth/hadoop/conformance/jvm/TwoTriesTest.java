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

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.Test;
import org.smarth.hadoop.conformance.result.ClassResult;
import org.smarth.hadoop.conformance.result.Outcome;

public class TwoTriesTest {
  private final TreeMap<String, Outcome> first = new TreeMap<>();
  private final TreeMap<String, Outcome> alone = new TreeMap<>();
  private final List<String> again = new ArrayList<>();

  @Test
  public void whatFailedIsRunAgainAlone() throws Exception {
    first.putAll(Map.of("a", Outcome.PASSED, "b", Outcome.FAILED, "c", Outcome.FAILED));
    alone.putAll(Map.of("b", Outcome.PASSED, "c", Outcome.FAILED));

    assertThat(run().methods()).isEqualTo(Map.of("a", Outcome.PASSED,
        "b", Outcome.PASSED_ALONE, "c", Outcome.FAILED));
    assertThat(again).containsExactly("b", "c");
  }

  @Test
  public void whatDoesNotMatterIsNotRunAgain() throws Exception {
    first.put("b", Outcome.FAILED);

    new TwoTries(this::run).run("C", m -> false);
    assertThat(again).isEmpty();
  }

  @Test
  public void aClassThatFailsAltogetherHasNoSecondTry() throws Exception {
    for (int i = 0; i <= TwoTries.MAX_AGAIN; i++) {
      first.put("m" + i, Outcome.FAILED);
    }

    assertThat(run().methods()).isEqualTo(first);
    assertThat(again).isEmpty();
  }

  @Test
  public void anEndedJvmStaysFailedWhateverItsMethodDoesAlone() throws Exception {
    first.putAll(Map.of("a", Outcome.FAILED, ClassResult.JVM, Outcome.FAILED));
    alone.put("a", Outcome.PASSED);

    assertThat(run().methods()).containsEntry(ClassResult.JVM, Outcome.FAILED);
    assertThat(again).containsExactly("a");
  }

  private ClassResult run() throws Exception {
    return new TwoTries(this::run).run("C", m -> true);
  }

  private ClassResult run(String className, String method) {
    if (method == null) {
      return new ClassResult(className, first);
    }
    again.add(method);
    return new ClassResult(className, Map.of(method, alone.get(method)));
  }
}
