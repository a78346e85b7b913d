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

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;
import picocli.CommandLine;

/** Bad input: one line that says what is wrong, a status that is not 0, and nothing left behind. */
public class BenchCommandTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(60);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path work;

  private int run(String... args) throws Exception {
    work = folder.newFolder().toPath();
    Path classPath = folder.newFile().toPath();
    Files.writeString(classPath, "/nowhere/a.jar");
    List<String> line = new ArrayList<>(List.of("--class-path-file", classPath.toString(),
        "--dist", "/nowhere", "--root", folder.getRoot().toString(), "--work-dir",
        work.toString()));
    line.addAll(List.of(args));
    CommandLine command = new BenchCommand().commandLine().setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err));
    return command.execute(line.toArray(new String[0]));
  }

  private String complaint(String... args) throws Exception {
    err.getBuffer().setLength(0);
    assertThat(run(args)).isNotZero();
    assertThat(work).isEmptyDirectory();
    assertThat(err.toString().lines()).hasSize(1);
    return err.toString().trim();
  }

  @Test
  public void theListNamesEveryScenario() throws Exception {
    assertThat(run("list")).isZero();
    assertThat(out.toString().lines()).hasSize(33)
        .anyMatch(l -> l.startsWith("heartbeat-shortjobs ") && l.endsWith("(needs root)"))
        .anyMatch(l -> l.startsWith("fig7 ") && l.contains("medium"))
        .anyMatch(l -> l.startsWith("limping ") && l.endsWith("(needs root)"));
  }

  @Test
  public void aCheckOfTheArgumentsRunsNothing() throws Exception {
    assertThat(run("all-smarth", "all-heartbeats", "--check")).isZero();
    assertThat(out.toString() + err).isEmpty();
  }

  @Test
  public void noScenario() throws Exception {
    assertThat(complaint()).isEqualTo("run.sh: name a scenario; run.sh list tells which there are");
  }

  @Test
  public void aScenarioThatDoesNotExist() throws Exception {
    assertThat(complaint("fig4")).startsWith("run.sh: 'fig4' is no scenario; there are fig5,");
  }

  @Test
  public void numbersOutOfRange() throws Exception {
    assertThat(complaint("fig7", "--pairs", "0")).contains("--pairs: 0 is not from 1 to 1000");
    assertThat(complaint("fig7", "--warm-ups", "101")).contains("--warm-ups: 101 is not from 0");
    assertThat(complaint("fig7", "--size", "0")).contains("'--size'", "'0' is no size");
    assertThat(complaint("fig7", "--pairs", "many")).contains("'--pairs'", "'many'");
  }

  @Test
  public void optionsThatContradictEachOther() throws Exception {
    assertThat(complaint("fig7", "--quick", "--size", "8g")).contains("--quick contradicts");
    assertThat(complaint("fig7", "--fresh", "--report-only")).contains("--fresh contradicts");
    assertThat(complaint("everyday", "--resume", "a", "--results", "b"))
        .contains("--resume contradicts");
  }

  @Test
  public void pointsThatAScenarioDoesNotHave() throws Exception {
    assertThat(complaint("fig10", "--points", "6,7"))
        .contains("--points: fig10 has no 6, 7; it has 0, 1, 2, 3, 4, 5");
    assertThat(complaint("fig10", "limping", "--points", "1")).contains("limping has no 1");
    assertThat(run("fig10", "--points", "1", "--check")).isZero();
    assertThat(run("repair", "--points", "1 kill,2 kills", "--seed", "7", "--check")).isZero();
  }

  @Test
  public void contendersThatDoNotExistOrHaveNothingToCompareWith() throws Exception {
    assertThat(complaint("fig7", "--contenders", "stock,distcp"))
        .contains("--contenders: 'distcp' is none of stock, smarth, "
            + "smarth-auto, smarth-earlier, setrep");
    assertThat(complaint("fig7", "--contenders", "stock,smarth-earlier"))
        .contains("smarth-earlier needs --earlier-jars");
    assertThat(complaint("fig7", "--contenders", "smarth")).contains("without stock");
    assertThat(run("fig7", "--contenders", "smarth-auto,smarth-earlier", "--earlier-jars",
        "/nowhere", "--check")).isZero();
  }

  @Test
  public void jarsThatAreNotThere() throws Exception {
    assertThat(complaint("fig7", "--quick", "--embedded"))
        .contains("--jars: no hadoop-hdfs-2.10.2.jar in /nowhere");
  }
}
