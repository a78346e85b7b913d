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

import org.junit.rules.TemporaryFolder;
import picocli.CommandLine;

import org.smarth.hadoop.benchmarks.harness.InputFile;

/** Calls the command as try.sh does, in this JVM, and looks at what it says and leaves. */
final class UploadRun {
  private final TemporaryFolder folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path work;
  private int status;

  UploadRun(TemporaryFolder folder) {
    this.folder = folder;
  }

  Path file(String name, int length) throws Exception {
    Path file = folder.newFolder().toPath().resolve(name);
    InputFile.generate(file, length);
    return file;
  }

  UploadRun of(String... args) throws Exception {
    work = folder.newFolder().toPath();
    Path classPath = folder.newFile().toPath();
    Files.writeString(classPath, System.getProperty("java.class.path"));
    List<String> line = new ArrayList<>(List.of("--class-path-file", classPath.toString(),
        "--dist", "/nowhere", "--work-dir", work.toString(), "--jars", "stock"));
    line.addAll(List.of(args));
    CommandLine command = new TryCommand().commandLine().setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err));
    status = command.execute(line.toArray(new String[0]));
    return this;
  }

  UploadRun succeeds() {
    assertThat(err.toString()).isEmpty();
    assertThat(status).isZero();
    return this;
  }

  /** In 10^6 bytes a second, as the table says. */
  UploadRun stockRateIsBetween(double least, double most) {
    String row = out.toString().lines().filter(l -> l.startsWith("  stock ")).findFirst().get();
    assertThat(Double.parseDouble(row.trim().split("\\s+")[2])).isBetween(least, most);
    return this;
  }

  UploadRun says(String... words) {
    assertThat(out.toString()).contains(words);
    return this;
  }

  UploadRun leavesNothing() {
    assertThat(work).isEmptyDirectory();
    assertThat(ProcessHandle.current().descendants()).isEmpty();
    return this;
  }
}
