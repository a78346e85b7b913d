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

package org.apache.hadoop.fs.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.fs.FsShell;

/** A command of FsShell in a process of its own. One replica of each block. */
final class ShellProcess implements Closeable {
  private final File errors;
  private final Process process;
  private final String pid;

  /** @param directory of its own, in which it runs. */
  ShellProcess(File directory, URI fs, String... args) throws IOException {
    this(directory, "1g", fs, args);
  }

  /** @param heap such as 512m; without room in it, the process ends. */
  ShellProcess(File directory, String heap, URI fs, String... args)
      throws IOException {
    errors = new File(directory, "stderr");
    File conf = new File(directory, "conf");
    assertThat(conf.mkdir()).isTrue();
    Files.write(new File(conf, "core-site.xml").toPath(),
        "<configuration/>".getBytes(StandardCharsets.UTF_8));
    // Java 8 does not tell the id of a process.
    List<String> line = new ArrayList<>(
        Arrays.asList("sh", "-c", "echo $$; exec \"$@\"", "sh"));
    line.add(System.getProperty("java.home") + "/bin/java");
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(arg -> arg.startsWith("--add-opens")).forEach(line::add);
    line.addAll(Arrays.asList("-Xmx" + heap, "-XX:+ExitOnOutOfMemoryError",
        "-cp",
        conf + File.pathSeparator + System.getProperty("java.class.path"),
        FsShell.class.getName(), "-fs", fs.toString(), "-D",
        "dfs.replication=1"));
    line.addAll(Arrays.asList(args));
    process = new ProcessBuilder(line).directory(directory)
        .redirectError(errors).start();
    pid = new BufferedReader(new InputStreamReader(process.getInputStream(),
        StandardCharsets.US_ASCII)).readLine();
  }

  OutputStream input() {
    return process.getOutputStream();
  }

  void kill(String signal) throws Exception {
    assertThat(new ProcessBuilder("kill", "-" + signal, pid).start()
        .waitFor()).isZero();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** @return its exit code. */
  int waitFor() throws InterruptedException {
    return waitFor(60);
  }

  /** @return the same, within some seconds. */
  int waitFor(int seconds) throws InterruptedException {
    assertThat(process.waitFor(seconds, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  /** @return what it said on standard error. */
  String errors() throws IOException {
    return new String(Files.readAllBytes(errors.toPath()),
        StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
