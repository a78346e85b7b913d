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

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.smarth.hadoop.conformance.result.ClassResult;
import org.smarth.hadoop.conformance.result.Outcome;

public class TestJvmTest {
  private static final Path CONF = Path.of(System.getProperty("conformance.lists"), "conf");
  private static final Duration LONG = Duration.ofMinutes(2);

  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void everyMethodHasItsOutcomeAndTheFirstLineOfItsReason() throws Exception {
    ClassResult result = run(Samples.Mixed.class, null, LONG);

    assertThat(result.methods()).isEqualTo(Map.of("passes", Outcome.PASSED,
        "fails", Outcome.FAILED, "isSkipped", Outcome.SKIPPED, "isIgnored", Outcome.SKIPPED));
    assertThat(result.reasons()).hasSize(1);
    assertThat(result.reasons().get("fails")).endsWith("first line");
    assertThat(result.run()).isEqualTo(2);
    assertThat(result.passes()).isEqualTo(1);
  }

  @Test
  public void ofAFailedClassItsLogStaysOfAPassedOneNothing() throws Exception {
    run(Samples.Mixed.class, null, LONG);
    Path failed = dir("Samples$Mixed");
    assertThat(failed.resolve("output.log")).content().contains("FAILED: fails");
    assertThat(failed.resolve("target")).doesNotExist();

    run(Samples.Mixed.class, "passes", LONG);
    assertThat(dir("Samples$Mixed.passes")).doesNotExist();
  }

  @Test
  public void casesOfCommandsHaveOutcomesOfTheirOwn() throws Exception {
    assertThat(run(Samples.Commands.class, null, LONG).methods()).isEqualTo(Map.of(
        "commands", Outcome.PASSED, "(2: ls: a file)", Outcome.FAILED,
        "(1: put: a file)", Outcome.PASSED, "(10: put: (two) files)", Outcome.PASSED));
  }

  @Test
  public void namesOfTheTestsOwnNodesHaveAddressesAndOthersNone() throws Exception {
    assertThat(run(Samples.Names.class, null, LONG).methods())
        .isEqualTo(Map.of("names", Outcome.PASSED));
  }

  @Test
  public void oneMethodRunsAlone() throws Exception {
    assertThat(run(Samples.Mixed.class, "passes", LONG).methods())
        .isEqualTo(Map.of("passes", Outcome.PASSED));
  }

  @Test
  public void aJvmThatEndsEarlyFailsWithTheMethodThatItWasIn() throws Exception {
    ClassResult result = run(Samples.Exits.class, null, LONG);

    assertThat(result.methods()).isEqualTo(Map.of("a", Outcome.PASSED, "b", Outcome.FAILED,
        ClassResult.JVM, Outcome.FAILED));
    assertThat(result.reasons().get("b")).isEqualTo("the JVM ended with status 3");
  }

  @Test
  public void aJvmThatTakesTooLongIsEndedAndFails() throws Exception {
    ClassResult result = run(Samples.Hangs.class, null, Duration.ofSeconds(5));

    assertThat(result.methods()).containsEntry(ClassResult.JVM, Outcome.FAILED);
    assertThat(result.reasons()).containsEntry(ClassResult.JVM, "not done in 5 s");
    assertThat(dir("Samples$Hangs").resolve("output.log")).content()
        .contains("Full thread dump", "Samples$Hangs.forever");
  }

  @Test
  public void whatFailsBeforeTheMethodsFailsAsTheClass() throws Exception {
    assertThat(run(Samples.Breaks.class, null, LONG).reasons().get(ClassResult.CLASS))
        .contains("no cluster");
  }

  @Test
  public void aClassThatIsNotThereFailsWithTheJvm() throws Exception {
    try (TestJvm jvm = jvm(LONG)) {
      assertThat(jvm.run(installation(), "org.example.TestNothing", null).methods())
          .isEqualTo(Map.of(ClassResult.JVM, Outcome.FAILED));
    }
  }

  private Path dir(String name) {
    return folder.getRoot().toPath().resolve("ours").resolve(name);
  }

  private ClassResult run(Class<?> sample, String method, Duration limit) throws Exception {
    try (TestJvm jvm = jvm(limit)) {
      return jvm.run(installation(), sample.getName(), method);
    }
  }

  private Installation installation() {
    return new Installation("ours", CONF, folder.getRoot().toPath(),
        System.getProperty("java.class.path"));
  }

  private TestJvm jvm(Duration limit) throws Exception {
    return new TestJvm(Base.of(TestUser.self(), folder.getRoot().toPath()), limit, false);
  }
}
