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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The JVMs of one cluster and of its clients, and what else ends with them. The cleanup closes them
 * too, when the run ends before their owner does. Used by one thread.
 */
final class ClusterJvms {
  private static final Duration CALL_LIMIT = Duration.ofMinutes(10);
  private static final Duration STEP = Duration.ofSeconds(1);

  private final UploadSpec spec;
  private final JvmPlan plan;
  private final Cleanup cleanup;
  private final Deque<Cleanup.Resource> resources = new ArrayDeque<>();

  ClusterJvms(UploadSpec spec, JvmPlan plan, Cleanup cleanup) {
    this.spec = spec;
    this.plan = plan;
    this.cleanup = cleanup;
  }

  UploadSpec spec() {
    return spec;
  }

  /** Makes something that is closed after all JVMs that are started later. */
  void make(Cleanup.Source<Cleanup.Resource> source) throws IOException {
    resources.push(cleanup.make(source));
  }

  /**
   * Starts a JVM.
   *
   * @param name of its logs, and of the directory with its site files
   * @param role what it is, with its arguments
   * @param prefix a command that runs the JVM; may be empty
   */
  Conversation start(String name, List<String> role, String heap, List<String> prefix,
      Map<String, String> site) throws IOException {
    return start(plan, name, role, heap, prefix, site);
  }

  /** The same with stock's jars, whoever the contender is. */
  Conversation startStock(String name, List<String> role, String heap, List<String> prefix,
      Map<String, String> site) throws IOException {
    return start(plan.withStockJars(), name, role, heap, prefix, site);
  }

  private Conversation start(JvmPlan with, String name, List<String> role, String heap,
      List<String> prefix, Map<String, String> site) throws IOException {
    Path dir = spec.dir().resolve("conf-" + name);
    SiteFiles.write(dir, site);
    ChildJvm jvm = cleanup.make(() -> with.start(name, role, heap, prefix, dir));
    resources.push(jvm);
    return new Conversation(jvm, spec, name);
  }

  /** Runs Hadoop's file system shell to its end, and returns its status. */
  int shell(String name, List<String> args, String heap, List<String> prefix,
      Map<String, String> site) throws IOException, InterruptedException {
    Path dir = spec.dir().resolve("conf-" + name);
    SiteFiles.write(dir, site);
    ChildJvm jvm = cleanup.make(() -> plan.startShell(name, args, heap, prefix, dir));
    try {
      return jvm.exitStatus();
    } finally {
      cleanup.close(jvm);
    }
  }

  /** Uploads a path by the contender's command. */
  ProgramRun put(String name, Path source, String target, String heap, List<String> prefix,
      Map<String, String> site) throws IOException, InterruptedException {
    Path dir = spec.dir().resolve("conf-" + name);
    SiteFiles.write(dir, site);
    long start = System.nanoTime();
    ChildJvm program =
        cleanup.make(() -> plan.startPut(name, source.toString(), target, heap, prefix, dir));
    try {
      ProcessUsage usage = program.usageUntilEnd();
      double seconds = (System.nanoTime() - start) / 1e9;
      if (program.exitStatus() != 0) {
        throw new Failure("putting " + source + " ended with status " + program.exitStatus()
            + "; " + JvmPlan.errors(spec, name) + " says why");
      }
      return new ProgramRun(seconds, usage);
    } finally {
      cleanup.close(program);
    }
  }

  /** Runs a program without site files to its end, and returns the lines that it prints. */
  List<String> call(String name, List<String> mainAndArguments, String heap, List<String> prefix)
      throws IOException, InterruptedException {
    Ended ended = run(name, mainAndArguments, heap, prefix, (Path) null);
    if (ended.status() != 0) {
      throw new Failure(mainAndArguments.get(0) + " ended with status " + ended.status()
          + "; " + JvmPlan.errors(spec, name) + " says why");
    }
    return ended.lines();
  }

  /** A program that has ended, and what it printed. */
  record Ended(int status, List<String> lines) {
  }

  /** Runs a program to its end, however it ends. */
  Ended run(String name, List<String> mainAndArguments, String heap, List<String> prefix,
      Map<String, String> site) throws IOException, InterruptedException {
    Path dir = spec.dir().resolve("conf-" + name);
    SiteFiles.write(dir, site);
    return run(name, mainAndArguments, heap, prefix, dir);
  }

  private Ended run(String name, List<String> mainAndArguments, String heap, List<String> prefix,
      Path siteOrNull) throws IOException, InterruptedException {
    ChildJvm jvm =
        cleanup.make(() -> plan.startMain(name, mainAndArguments, heap, prefix, siteOrNull));
    try {
      List<String> lines = new ArrayList<>();
      long end = System.nanoTime() + CALL_LIMIT.toNanos();
      while (!jvm.hasEnded()) {
        if (System.nanoTime() - end > 0) {
          throw new Failure(mainAndArguments.get(0) + " is not done in "
              + CALL_LIMIT.toMinutes() + " minutes");
        }
        Optional.ofNullable(jvm.nextLine(STEP)).ifPresent(lines::add);
      }
      return new Ended(jvm.exitStatus(), lines);
    } finally {
      cleanup.close(jvm);
    }
  }

  JvmPlan plan() {
    return plan;
  }

  Path log(String name) {
    return JvmPlan.log(spec, name);
  }

  /** Ends what was made, the last first. */
  void close() throws IOException {
    while (!resources.isEmpty()) {
      cleanup.close(resources.pop());
    }
  }
}
