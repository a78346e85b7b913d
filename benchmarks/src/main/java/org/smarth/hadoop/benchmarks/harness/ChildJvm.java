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

package org.smarth.hadoop.benchmarks.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A JVM of this run, on the JDK that runs the driver unless another is named. Its standard error
 * goes to a file, and its standard output is read line by line. Its standard input stays open as
 * long as the driver lives.
 */
public final class ChildJvm implements Cleanup.Resource {
  /** The home of the JDK that runs the driver. */
  public static final Path OWN_JAVA = Path.of(System.getProperty("java.home"));
  /** Ctrl-C reaches the whole foreground group; the driver decides what ends when. */
  private static final List<String> IGNORE_INTERRUPTS =
      List.of("/bin/sh", "-c", "trap '' INT; exec \"$@\"", "sh");
  private static final long END_SECONDS = 10;
  private static final long LOOK_MILLIS = 50;
  /** What Hadoop 2.10 opens by reflection, which JDK 17 closes by default. */
  private static final List<String> OPENS = List.of("java.lang", "java.util",
      "java.util.concurrent", "java.util.concurrent.atomic", "java.io", "java.nio", "java.net",
      "java.lang.reflect", "sun.nio.ch");

  private final Process process;
  private final Thread reader;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  private ChildJvm(Process process) {
    this.process = process;
    reader = new Thread(this::read, "child-" + process.pid());
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * What to start.
   *
   * @param javaHome of a Java of any version
   * @param prefix a command that runs the JVM, such as `ip netns exec NAME`; may be empty
   */
  public record Command(Path javaHome, List<String> prefix, String heap, String classPath,
      Map<String, String> properties, List<String> mainAndArguments) {
    /** On the JDK that runs the driver. */
    public Command(List<String> prefix, String heap, String classPath,
        Map<String, String> properties, List<String> mainAndArguments) {
      this(OWN_JAVA, prefix, heap, classPath, properties, mainAndArguments);
    }

    List<String> line() {
      List<String> line = new ArrayList<>(prefix);
      line.add(javaHome.resolve("bin").resolve("java").toString());
      line.addAll(options(heap));
      properties.forEach((key, value) -> line.add("-D" + key + "=" + value));
      line.add("-cp");
      line.add(classPath);
      line.addAll(mainAndArguments);
      return line;
    }
  }

  /** What every JVM with Hadoop needs. */
  public static List<String> options(String heap) {
    // Ten JVMs share a machine of few cores; this collector starts fastest and takes least memory.
    // Java 8 knows nothing of modules.
    List<String> options = new ArrayList<>(List.of("-Xmx" + heap, "-XX:+UseSerialGC",
        "-XX:+IgnoreUnrecognizedVMOptions"));
    OPENS.forEach(p -> options.add("--add-opens=java.base/" + p + "=ALL-UNNAMED"));
    // Of Kerberos.
    options.add("--add-exports=java.security.jgss/sun.security.krb5=ALL-UNNAMED");
    return options;
  }

  public static ChildJvm start(Command command, Path errors) throws IOException {
    return start(command.line(), Map.of(), errors);
  }

  /**
   * The same for a program that need not be a JVM.
   *
   * @param environment added to this process's
   */
  public static ChildJvm start(List<String> program, Map<String, String> environment, Path errors)
      throws IOException {
    List<String> line = new ArrayList<>(IGNORE_INTERRUPTS);
    line.addAll(program);
    ProcessBuilder builder = new ProcessBuilder(line)
        .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()));
    builder.environment().putAll(environment);
    return new ChildJvm(builder.start());
  }

  private void read() {
    try (BufferedReader in = new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line);
      }
    } catch (IOException e) {
      // The process was ended: same as the end of its output.
      return;
    }
  }

  /** The next line of the output, or null when none comes in time or ever. */
  public String nextLine(Duration limit) throws InterruptedException {
    return lines.poll(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** The process's standard input. */
  public OutputStream input() {
    return process.getOutputStream();
  }

  /** Says one line on the process's standard input. */
  public void say(String line) throws IOException {
    OutputStream in = input();
    in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    in.flush();
  }

  /** Whether the output has ended and all of it was taken. */
  public boolean hasEnded() {
    return !reader.isAlive() && lines.isEmpty();
  }

  /** The process's id: the shell that ignores interrupts becomes the JVM. */
  public long pid() {
    return process.pid();
  }

  /** Whether the process has ended. */
  public boolean hasExited() {
    return !process.isAlive();
  }

  /**
   * Sends a signal; a process that is gone needs none.
   *
   * @param name without SIG, such as STOP
   */
  public void signal(String name) throws IOException {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
          .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start()
          .waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while sending " + name, e);
    }
  }

  /** Waits for the process, whose output has ended, and says how it ended. */
  public int exitStatus() throws InterruptedException {
    return process.waitFor();
  }

  /** Waits for the end of the process, and says what it had used when it was last looked at. */
  ProcessUsage usageUntilEnd() throws IOException, InterruptedException {
    ProcessUsage last = ProcessUsage.of(process.toHandle()).orElse(ProcessUsage.NONE);
    while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
      last = ProcessUsage.of(process.toHandle()).orElse(last);
    }
    return last;
  }

  /** Ends the process if it has not ended by itself, and waits for its end. */
  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("process " + process.pid() + " does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for process " + process.pid(), e);
    }
  }
}
