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

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Hadoop's own programs by their main classes, each a JVM of its own with the jars and the site
 * files that it is given. All keep everything in one directory. Used by one thread; any other may
 * close it, after which no program starts.
 */
public final class HadoopPrograms implements Cleanup.Resource {
  private static final String HEAP = "256m";
  /** Long enough for a machine on which everything starts at once. */
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private final Path dir;
  private final Path javaHome;
  private final Map<String, String> properties;
  private final Map<String, ChildJvm> jvms = new ConcurrentHashMap<>();
  /** Guarded by this. */
  private boolean closed;

  /**
   * How a program ended.
   *
   * @param lines of its output
   */
  public record Ended(int status, List<String> lines) {
  }

  /**
   * @param dir where they find a file with the names of hosts
   * @param javaHome of the Java that runs all of them
   * @param properties of all of them
   */
  public HadoopPrograms(Path dir, Path javaHome, Map<String, String> properties) {
    this.dir = dir;
    this.javaHome = javaHome;
    this.properties = Map.copyOf(properties);
  }

  /**
   * Starts a program.
   *
   * @param name of its log, and of the directory with its site files
   * @param main its main class and arguments
   */
  public synchronized ChildJvm launch(String name, Installation with, Map<String, String> site,
      String... main) throws IOException {
    Map<String, String> all = new HashMap<>(JvmPlan.properties(dir, name));
    all.putAll(properties);
    return launch(name, site, new ChildJvm.Command(javaHome, List.of(), HEAP,
        sites(name) + ":" + with.classPath(), all, List.of(main)).line(), Map.of());
  }

  /**
   * Starts a program that brings jars of its own.
   *
   * @param line its command and arguments
   * @param environment added to this process's
   */
  public synchronized ChildJvm launch(String name, Map<String, String> site, List<String> line,
      Map<String, String> environment) throws IOException {
    if (closed) {
      throw new IOException("interrupted");
    }
    Path sites = sites(name);
    Directories.delete(sites);
    SiteFiles.write(sites, site);
    ChildJvm jvm = ChildJvm.start(line, environment, errors(name));
    jvms.put(name, jvm);
    return jvm;
  }

  /** The directory with a program's site files. */
  public Path sites(String name) {
    return dir.resolve("conf-" + name);
  }

  /** The file with its standard error. */
  public Path errors(String name) {
    return dir.resolve(name + ".err");
  }

  /** Runs a program to its end. */
  public Ended call(String name, Installation with, Map<String, String> site, String... main)
      throws IOException, InterruptedException {
    launch(name, with, site, main);
    return end(name);
  }

  /** Waits for a program that is at its end soon. */
  public Ended end(String name) throws IOException, InterruptedException {
    ChildJvm jvm = jvms.get(name);
    List<String> lines = new ArrayList<>();
    Await.until("the end of " + name, LIMIT, () -> {
      for (String line = jvm.nextLine(Duration.ZERO); line != null;
          line = jvm.nextLine(Duration.ZERO)) {
        lines.add(line);
      }
      return jvm.hasExited() && jvm.hasEnded();
    });
    jvms.remove(name).close();
    return new Ended(jvm.exitStatus(), lines);
  }

  /** Runs a program that must not fail to its end, and returns what it prints. */
  public List<String> require(String name, Installation with, Map<String, String> site,
      String... main) throws IOException, InterruptedException {
    launch(name, with, site, main);
    return requireEnd(name);
  }

  /** The same as {@link #end} of a program that must not fail. */
  public List<String> requireEnd(String name) throws IOException, InterruptedException {
    Ended ended = end(name);
    if (ended.status() != 0) {
      throw new Failure(name + " ended with status " + ended.status() + why(name));
    }
    return ended.lines();
  }

  /** As an operator's script does: asks it to end, and waits. */
  public void stop(String name) throws IOException, InterruptedException {
    jvms.get(name).signal("TERM");
    end(name);
  }

  /** As a power cut does. */
  public void kill(String name) throws IOException, InterruptedException {
    jvms.get(name).signal("KILL");
    end(name);
  }

  /** Whether it was started, and has neither ended nor been ended. */
  public boolean isRunning(String name) {
    return jvms.containsKey(name) && !jvms.get(name).hasExited();
  }

  /** Not longer than its process lives. */
  public void awaitDaemon(String name, Await.Condition isReady)
      throws IOException, InterruptedException {
    Await.until(name, LIMIT, () -> {
      if (jvms.get(name).hasExited()) {
        throw new Failure(name + " does not start" + why(name));
      }
      return isReady.holds();
    });
  }

  /** What a program that failed said last. */
  private String why(String name) throws IOException {
    for (Path file : List.of(errors(name), dir.resolve(name + ".log"))) {
      if (Files.exists(file)) {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
          String last = lines.filter(HadoopPrograms::isReason).reduce((a, b) -> b).orElse("");
          if (!last.isEmpty()) {
            return ": " + last.strip();
          }
        }
      }
    }
    return "; see its log";
  }

  /** Not where in the code, and not what is always said. */
  private static boolean isReason(String line) {
    return line.matches(".*(Exception|Error|FATAL|^[a-z]+: ).*") && !line.startsWith("\t");
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    IOException first = null;
    for (ChildJvm jvm : jvms.values()) {
      try {
        jvm.close();
      } catch (IOException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
