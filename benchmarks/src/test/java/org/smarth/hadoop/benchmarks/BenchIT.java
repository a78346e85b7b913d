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

import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;
import picocli.CommandLine;

import org.smarth.hadoop.benchmarks.harness.DropInJars;
import org.smarth.hadoop.benchmarks.harness.Namespaces;

/** The whole command on a smoke run with separate processes; says so where there can be none. */
public class BenchIT {
  @ClassRule
  public static final TemporaryFolder FOLDER = new TemporaryFolder();
  @ClassRule
  public static final Timeout TIMEOUT = Timeout.seconds(300);

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeClass
  public static void namespacesOnly() throws Exception {
    Namespaces.assumeUsable("BenchIT");
  }

  @Test
  public void aSmokeRunLeavesAReportAndNothingElseAndIsNotMadeTwice() throws Exception {
    Path work = FOLDER.newFolder().toPath();
    Path results = FOLDER.newFolder().toPath();
    Path classPath = FOLDER.newFile().toPath();
    Files.writeString(classPath, System.getProperty("java.class.path"));
    String[] line = {"fig7", "--quick", "--class-path-file", classPath.toString(), "--dist",
        DropInJars.copyTo(FOLDER.newFolder().toPath()).toString(), "--root",
        FOLDER.getRoot().toString(), "--work-dir", work.toString(), "--results",
        results.toString()};
    assertThat(execute(line)).as(err.toString()).isZero();
    assertThat(out.toString()).contains("fig7 1/2 stock: ", "fig7 2/2 smarth: ",
        "fig7: stock / SMARTH 50: ");
    assertThat(results.resolve("fig7")).isDirectoryContaining("glob:**/index.html")
        .isDirectoryContaining("glob:**/time.png").isDirectoryContaining("glob:**/raw.csv")
        .isDirectoryContaining("glob:**/blocks.csv")
        .isDirectoryContaining("glob:**/result.json");
    assertThat(Files.readString(results.resolve("fig7").resolve("blocks.csv")).lines()).hasSize(13);
    assertThat(work).isEmptyDirectory();
    assertThat(ProcessHandle.current().descendants()).isEmpty();
    assertThat(Namespaces.own()).isEmpty();

    assertThat(execute(line)).as(err.toString()).isZero();
    assertThat(out.toString()).contains("2 of 2 runs have been made before, and are kept")
        .doesNotContain("1/2 stock");
  }

  private int execute(String... line) {
    out.getBuffer().setLength(0);
    CommandLine command = new BenchCommand().commandLine().setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err));
    return command.execute(line);
  }
}
