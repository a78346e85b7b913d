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

package org.smarth.hadoop.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.harness.Failure;
import org.smarth.hadoop.benchmarks.harness.Installation;
import org.smarth.hadoop.benchmarks.harness.Metrics;
import org.smarth.hadoop.benchmarks.harness.Progress;
import org.smarth.hadoop.benchmarks.harness.Workspace;

/** A night of runs goes on where it was interrupted, and with nothing but its own. */
public class ResumeTest {
  private static final List<Contender> BOTH = List.of(Contender.STOCK, Contender.SMARTH);
  private static final Scenario LOCAL = new Scenarios(Scale.smoke()).of(List.of("everyday"))
      .get(0).only(Set.of("local")).judgedBy(new SequentialRule(1));
  private static final Setup SETUP = LOCAL.setups().iterator().next();

  @Rule
  public final Timeout timeout = Timeout.seconds(60);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private final StringWriter out = new StringWriter();

  @Test
  public void optionsAsBeforeGoOnInWhateverOrderTheyAreWritten() throws Exception {
    Path dir = folder.getRoot().toPath().resolve("night");
    new RunOptions(Map.of("--points", "local", "software", "jars: 1=a #b")).write(dir);
    assertThatCode(() -> new RunOptions(Map.of("software", "jars: 1=a #b", "--points", "local"))
        .checkSameAs(dir)).doesNotThrowAnyException();
  }

  @Test
  public void anOptionThatDiffersIsNamedWithBothValues() throws Exception {
    Path dir = folder.getRoot().toPath();
    new RunOptions(Map.of("--points", "local", "--seed", "7")).write(dir);
    assertThatThrownBy(() -> new RunOptions(Map.of("--points", "many", "--seed", "7"))
        .checkSameAs(dir)).isInstanceOf(Failure.class)
        .hasMessageContaining("--points was 'local' in " + dir + ", now it is 'many'");
    assertThatThrownBy(() -> new RunOptions(Map.of("--points", "local")).checkSameAs(dir))
        .hasMessageContaining("--seed was '7'").hasMessageContaining("'unset'");
  }

  @Test
  public void nothingGoesOnWhereNothingBegan() {
    Path dir = folder.getRoot().toPath();
    assertThatThrownBy(() -> new RunOptions(Map.of()).checkSameAs(dir))
        .isInstanceOf(Failure.class).hasMessageContaining("no run began in " + dir);
  }

  /** Makes no cluster: the first run that is missing fails at once, and so does the next. */
  private List<String> runsThatAreMade(boolean resumed, int pairs) throws Exception {
    Workspace workspace = Workspace.create(folder.newFolder().toPath(), false);
    Bench bench = new Bench(
        new Bench.Plan(BOTH, s -> pairs, s -> Outcomes.SOFTWARE, false, resumed), store(),
        new RunExecution((installation, spec, clients) -> {
          throw new Failure("made");
        }, workspace, null, RunExecution.Wishes.NONE), installations(),
        new Bench.Console(new Progress(System.err, false, System::nanoTime),
            new PrintWriter(out), () -> false));
    bench.run(List.of(LOCAL), (scenario, outcomes) -> { });
    return bench.failures().stream().map(f -> f.replaceAll(":.*", "")).toList();
  }

  private Installations installations() throws Exception {
    Path jars = folder.newFolder().toPath();
    StringBuilder classPath = new StringBuilder("/m/classes");
    for (String name : Installation.HDFS) {
      classPath.append(":/m/").append(name).append("-2.10.2.jar");
      jar(jars.resolve(name + "-2.10.2.jar"));
    }
    jar(jars.resolve("hadoop-smarth-tools.jar"));
    return new Installations(new Installation("stock", classPath.toString()), jars,
        new Installations.Besides(null, null, null), folder.newFolder().toPath(), false, 0);
  }

  private static void jar(Path file) throws Exception {
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
      jar.putNextEntry(new ZipEntry("entry"));
    }
  }

  private OutcomeStore store() {
    return new OutcomeStore(folder.getRoot().toPath().resolve("runs"));
  }

  private void save(Contender contender, int pair) throws Exception {
    store().save(Outcomes.of(SETUP, contender, pair, new Metrics().put("seconds", 4 + pair % 2)
        .put("localPercent", 100).put("sentMegabytes", 500), 50));
  }

  @Test
  public void whatIsLeftOfANightIsMade() throws Exception {
    for (int pair = 1; pair <= 4; pair++) {
      save(Contender.STOCK, pair);
      save(Contender.SMARTH, pair);
    }
    assertThat(runsThatAreMade(true, 5))
        .containsExactly("everyday 9/10 stock", "everyday 10/10 smarth");
    assertThat(out.toString()).contains("8 of 10 runs have been made before, and are kept");
  }

  @Test
  public void aPairThatWasCutInTwoIsMadeAgain() throws Exception {
    save(Contender.STOCK, 1);
    save(Contender.SMARTH, 1);
    save(Contender.SMARTH, 2);
    assertThat(runsThatAreMade(true, 2))
        .containsExactly("everyday 3/4 smarth", "everyday 4/4 stock");
    assertThat(runsThatAreMade(false, 2)).containsExactly("everyday 4/4 stock");
  }

  @Test
  public void aLineThatHasItsVerdictMakesNoMore() throws Exception {
    for (int pair = 1; pair <= 5; pair++) {
      save(Contender.STOCK, pair);
      save(Contender.SMARTH, pair);
    }
    assertThat(runsThatAreMade(true, 60)).isEmpty();
    assertThat(out.toString()).contains(
        "writer on a datanode, time: writer: SMARTH / stock: the same after 5 pairs");
  }
}
