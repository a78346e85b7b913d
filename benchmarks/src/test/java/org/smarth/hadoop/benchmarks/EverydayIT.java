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

import org.smarth.hadoop.benchmarks.harness.DropInJars;
import org.smarth.hadoop.benchmarks.harness.Namespaces;

/** One point of everyday work, as small as can be; says so where there can be no namespaces. */
public class EverydayIT {
  @ClassRule
  public static final TemporaryFolder FOLDER = new TemporaryFolder();
  @ClassRule
  public static final Timeout TIMEOUT = Timeout.seconds(600);

  @BeforeClass
  public static void namespacesOnly() throws Exception {
    Namespaces.assumeUsable("EverydayIT");
  }

  @Test
  public void aWriterOnADataNodeIsJudgedByTimeLocalReplicasAndTheNics() throws Exception {
    Path results = FOLDER.newFolder().toPath();
    Path classPath = FOLDER.newFile().toPath();
    Files.writeString(classPath, System.getProperty("java.class.path"));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status = new BenchCommand().commandLine().setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err)).execute("everyday", "--quick", "--points", "local",
            "--class-path-file", classPath.toString(), "--dist",
            DropInJars.copyTo(FOLDER.newFolder().toPath()).toString(), "--root",
            FOLDER.getRoot().toString(), "--work-dir", FOLDER.newFolder().toPath().toString(),
            "--results", results.toString());
    assertThat(status).as(err.toString()).isZero();
    assertThat(out.toString()).contains("everyday 1/2 stock: ", "everyday 2/2 smarth: ",
        "everyday: SMARTH: ", "The rule, set before the first run: looks after 5, 10, 20, 40, 60",
        "DataNodes are warmed by rounds of writing");
    // Stock keeps a replica of every block at its writer; its two others cross NICs.
    assertThat(Files.readString(results.resolve("everyday").resolve("verdicts.md")))
        .containsPattern("datanode, blocks with a replica there: writer \\| SMARTH \\| 100.0 %")
        .containsPattern("sent by all NICs: writer \\| SMARTH \\| 2[56]\\.\\d MB")
        .contains("time: writer | SMARTH | ");
    assertThat(Files.readString(results.resolve("everyday").resolve("costs.tsv")))
        .containsPattern("local\tclient.cpuSeconds\tSMARTH\t\\d+\\.\\d+\t\\d+\\.\\d+\t")
        .contains("\tdatanodes.allocatedMB\t", "\tnamenode.calls\t", "\tclient.directMiB\t");
    assertThat(Namespaces.own()).isEmpty();
  }
}
