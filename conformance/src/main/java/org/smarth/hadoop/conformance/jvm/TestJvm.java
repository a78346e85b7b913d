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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import org.apache.commons.io.FileUtils;
import org.smarth.hadoop.conformance.result.ClassResult;

/** Starts JVMs that run one test class each, in a directory of its own, for a limited time. */
public final class TestJvm implements AutoCloseable {
  /** What Hadoop 2.10 opens by reflection, which JDK 17 closes by default. */
  private static final List<String> OPENS = List.of("java.base/java.lang", "java.base/java.util",
      "java.base/java.util.concurrent", "java.base/java.util.concurrent.atomic",
      "java.base/java.io", "java.base/java.nio", "java.base/java.net",
      "java.base/java.lang.reflect", "java.base/sun.nio.ch", "java.base/sun.net.dns",
      "java.base/sun.net.util", "java.security.jgss/sun.security.krb5");
  private static final long DUMP_SECONDS = 5;
  private static final long END_SECONDS = 10;
  private static final String OUTPUT = "output.log";
  private static final String HOSTS = "hosts";

  private final Base base;
  private final Duration limit;
  private final boolean keep;
  private final Set<Process> running = ConcurrentHashMap.newKeySet();
  /** No more JVMs are started. Guarded by this. */
  private boolean closed;

  /** @param keep whether logs and data stay also of what passed */
  public TestJvm(Base base, Duration limit, boolean keep) {
    this.base = base;
    this.limit = limit;
    this.keep = keep;
  }

  /** @param method null for all methods of the class */
  public ClassResult run(Installation installation, String className, String method)
      throws IOException, InterruptedException {
    String name = installation.name() + "/" + className.substring(className.lastIndexOf('.') + 1)
        + (method == null ? "" : "." + method.replaceAll("\\W+", "-"));
    Path dir = base.place(name);
    Path results = dir.resolve("results.tsv");
    List<String> line = command(installation, dir);
    line.addAll(List.of(TestMain.class.getName(), results.toString(), className));
    if (method != null) {
      line.add(method);
    }
    long start = System.nanoTime();
    Process process = start(line, name, installation);
    String end;
    try {
      end = await(process);
    } finally {
      running.remove(process);
      process.destroyForcibly().waitFor();
    }
    refuseIfClosed();
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    ClassResult result = CommandCases.added(
        ResultFile.read(results, className, seconds, end), dir.resolve(OUTPUT));
    if (!keep) {
      tidy(dir, result);
    }
    base.keep(name);
    return result;
  }

  private synchronized Process start(List<String> line, String name, Installation installation)
      throws IOException {
    refuseIfClosed();
    Path dir = base.make(name);
    Files.createDirectories(dir.resolve("tmp"));
    // As Hadoop's build does: some tests write there without asking.
    Files.createDirectories(dir.resolve("target/test/data"));
    Files.createDirectories(dir.resolve("target/log"));
    Files.write(dir.resolve(HOSTS), Hosts.lines(installation.conf().resolve(HOSTS)));
    base.user().give(dir);
    Process process = base.user().process(line, dir).redirectErrorStream(true)
        .redirectOutput(dir.resolve(OUTPUT).toFile()).start();
    running.add(process);
    return process;
  }

  /** What a JVM did that was ended from here is no result. */
  private synchronized void refuseIfClosed() throws IOException {
    if (closed) {
      throw new IOException("interrupted");
    }
  }

  private String await(Process process) throws IOException, InterruptedException {
    if (process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
      return "the JVM ended with status " + process.exitValue();
    }
    // A JVM answers with a dump of its threads, in its output.
    new ProcessBuilder("kill", "-QUIT", Long.toString(process.pid())).start().waitFor();
    process.waitFor(DUMP_SECONDS, TimeUnit.SECONDS);
    return "not done in " + limit.toSeconds() + " s";
  }

  private List<String> command(Installation installation, Path dir) {
    // Most classes are over before the slower of the two compilers is of use.
    List<String> line = new ArrayList<>(List.of(TestUser.java(), "-Xmx2g", "-ea",
        "-XX:TieredStopAtLevel=1"));
    OPENS.forEach(p -> line.add("--add-opens=" + p + "=ALL-UNNAMED"));
    // The properties that Hadoop's own build sets.
    for (String property : List.of("test.build.data=target/test/data",
        "test.build.dir=target/test-dir", "hadoop.tmp.dir=target/tmp",
        "hadoop.log.dir=target/log", "java.io.tmpdir=tmp", "jdk.net.hosts.file=" + HOSTS)) {
      String[] pair = property.split("=");
      line.add("-D" + pair[0] + "=" + dir.resolve(pair[1]));
    }
    line.add("-Dtest.cache.data=" + installation.data());
    line.add("-Djava.security.krb5.conf=" + installation.conf().resolve("krb5.conf"));
    line.addAll(List.of("-Djava.net.preferIPv4Stack=true", "-cp", installation.classPath()));
    return line;
  }

  /** What a passed class leaves is of no use; of a failed one, what it printed is. */
  private static void tidy(Path dir, ClassResult result) {
    boolean failed = !result.reasons().isEmpty();
    if (failed) {
      FileUtils.deleteQuietly(dir.resolve("target").toFile());
      FileUtils.deleteQuietly(dir.resolve("tmp").toFile());
    } else {
      FileUtils.deleteQuietly(dir.toFile());
    }
  }

  /** Ends the JVMs that run, and deletes where they ran. */
  @Override
  public synchronized void close() {
    closed = true;
    running.forEach(Process::destroyForcibly);
    // They write until they are gone.
    running.forEach(process -> process.onExit()
        .completeOnTimeout(process, END_SECONDS, TimeUnit.SECONDS).join());
    base.close();
  }
}
