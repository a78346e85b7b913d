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

package org.smarth.hadoop.benchmarks.soak.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.ClassRule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.harness.DropInJars;

/** The whole command for a few programs: the drop-in jars of this build beside stock's. */
public class ApiIT {
  @ClassRule
  public static final TemporaryFolder FOLDER = new TemporaryFolder();
  @ClassRule
  public static final Timeout TIMEOUT = Timeout.seconds(600);

  private static final String SEED = "1000";
  private static final String FILES = "300";

  /** Clusters of one size, so that most of the time programs run; no chance decides. */
  @Test
  public void programsEndAsOnStockAndNothingIsHeld() throws Exception {
    Path classPath = FOLDER.newFile().toPath();
    Files.writeString(classPath, System.getProperty("java.class.path"));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status = new ApiCommand().commandLine().setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err)).execute("--api", "--files", FILES, "--seed", SEED,
            "--data-nodes", "4", "--exact", "--seconds", "40", "--tries", "0",
            "--class-path-file", classPath.toString(), "--dist", "/nowhere",
            "--jars", DropInJars.copyTo(FOLDER.newFolder().toPath()).toString(),
            "--work-dir", FOLDER.newFolder().getPath());
    System.out.println(out);
    assertThat(err.toString()).isEmpty();
    assertThat(status).as(out.toString()).isZero();
    assertThat(out.toString()).contains("seeds 1000 to 1299", "failed: 0;");
    assertThat(ProcessHandle.current().descendants()).isEmpty();
  }
}
