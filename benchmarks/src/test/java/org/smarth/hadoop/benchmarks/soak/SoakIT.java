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

package org.smarth.hadoop.benchmarks.soak;

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

/** The whole command on the drop-in jars for a few iterations in one JVM. */
public class SoakIT {
  @ClassRule
  public static final TemporaryFolder FOLDER = new TemporaryFolder();
  @ClassRule
  public static final Timeout TIMEOUT = Timeout.seconds(300);

  private static final String SEED = "102";

  @Test
  public void nothingIsLostAndNothingIsLeft() throws Exception {
    Path jars = DropInJars.copyTo(FOLDER.newFolder().toPath());
    Path classPath = FOLDER.newFile().toPath();
    Files.writeString(classPath, System.getProperty("java.class.path"));
    Path work = FOLDER.newFolder().toPath();
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status = new SoakCommand().commandLine().setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err)).execute("--iterations", "5", "--seed", SEED,
            "--class-path-file", classPath.toString(), "--dist", "/nowhere",
            "--jars", jars.toString(), "--work-dir", work.toString());
    assertThat(err.toString()).isEmpty();
    assertThat(status).as(out.toString()).isZero();
    assertThat(out.toString()).contains("5 of 5", "lost or differing: 0", "leaks: 0");
    // How much depends on how fast blocks drain.
    assertThat(out.toString()).containsPattern("most bytes spilled by clients at once: \\d+");
    assertThat(ProcessHandle.current().descendants()).isEmpty();
  }
}
