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
package org.smarth.hadoop.heartbeat.measure;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.apache.hadoop.util.Shell;

/**
 * Until its end, daemons in this process run on some of its cores, and their
 * senders on the others, as if on another machine. Where they share cores, a
 * heartbeat can wake threads of the daemon on another core, and costs up to
 * twice as much. Needs Linux and its command taskset. The thread that creates
 * it is a sender, and so is what it starts.
 */
final class SeparateCores {
  private static final Path SELF = Paths.get("/proc/self");
  private static final Path THREAD = Paths.get("/proc/thread-self");
  private static final String TASKSET = "taskset";
  private static final String ALLOWED = "Cpus_allowed_list:";
  /** In each of them some thread may have just ended. */
  private static final int TRIES = 100;
  private static final long TIMEOUT_MS = 10_000;

  private final String pid;
  private final List<Integer> all;

  /**
   * @param daemonCores how many are for daemons; at least one must be left
   * @throws IOException if taskset fails
   */
  SeparateCores(int daemonCores) throws IOException {
    all = allowed();
    pid = Files.readSymbolicLink(SELF).toString();
    boolean isSeparate = false;
    try {
      tasksetAll(all.subList(0, daemonCores));
      List<Integer> rest = all.subList(daemonCores, all.size());
      for (String thread : senders()) {
        try {
          taskset("-cp", rest, thread);
        } catch (IOException e) {
          if (Files.exists(SELF.resolve("task").resolve(thread))) {
            throw e;
          }
        }
      }
      isSeparate = true;
    } finally {
      if (!isSeparate) {
        end();
      }
    }
  }

  /** @return whether there are cores for senders, and the means. */
  static boolean arePossible(int daemonCores) throws IOException {
    return Files.exists(THREAD) && hasTaskset()
        && allowed().size() > daemonCores;
  }

  private static boolean hasTaskset() {
    String path = System.getenv("PATH");
    for (String dir : path == null ? new String[0]
        : path.split(File.pathSeparator)) {
      if (new File(dir, TASKSET).canExecute()) {
        return true;
      }
    }
    return false;
  }

  private static List<Integer> allowed() throws IOException {
    for (String line : Files.readAllLines(SELF.resolve("status"),
        StandardCharsets.US_ASCII)) {
      if (line.startsWith(ALLOWED)) {
        return parse(line.substring(ALLOWED.length()).trim());
      }
    }
    throw new IOException("no " + ALLOWED + " in " + SELF + "/status");
  }

  /** @param list as the kernel writes it, such as 0-2,5. */
  static List<Integer> parse(String list) {
    List<Integer> cores = new ArrayList<>();
    for (String range : list.split(",")) {
      String[] ends = range.split("-");
      int last = Integer.parseInt(ends[ends.length - 1]);
      for (int core = Integer.parseInt(ends[0]); core <= last; core++) {
        cores.add(core);
      }
    }
    return cores;
  }

  /** @return ids of this thread and of those of RPC clients. */
  static List<String> senders() throws IOException {
    List<String> senders = new ArrayList<>();
    senders.add(Files.readSymbolicLink(THREAD).toFile().getName());
    File[] threads = SELF.resolve("task").toFile().listFiles();
    for (File thread : threads == null ? new File[0] : threads) {
      try {
        String name = new String(Files.readAllBytes(
            thread.toPath().resolve("comm")), StandardCharsets.UTF_8).trim();
        if (ThreadTimes.isClient(name)) {
          senders.add(thread.getName());
        }
      } catch (IOException e) {
        // That of a thread that has ended cannot be read.
        if (thread.exists()) {
          throw e;
        }
      }
    }
    return senders;
  }

  /** @param cores of all threads of this process. */
  private void tasksetAll(List<Integer> cores) throws IOException {
    for (int i = 1;; i++) {
      try {
        taskset("-acp", cores, pid);
        return;
      } catch (IOException e) {
        // It stops at a thread that has just ended, before those behind it.
        if (i == TRIES) {
          throw e;
        }
      }
    }
  }

  /** @throws IOException with what it says if it fails */
  private static void taskset(String options, List<Integer> cores, String id)
      throws IOException {
    String list =
        cores.stream().map(String::valueOf).collect(Collectors.joining(","));
    String[] command = {TASKSET, options, list, id};
    try {
      new Shell.ShellCommandExecutor(command, null, null, TIMEOUT_MS).execute();
    } catch (IOException e) {
      throw new IOException(String.join(" ", command) + ": " + e.getMessage(),
          e);
    }
  }

  /** All threads may use all cores again. */
  void end() throws IOException {
    tasksetAll(all);
  }
}
