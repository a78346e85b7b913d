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
package org.smarth.hadoop.doctor.report;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Runs the command on other hosts by ssh. Immutable. */
public final class RemoteHosts {
  private static final int AT_A_TIME = 16;
  private static final int SECONDS = 60;
  private static final int LONGEST_REASON = 200;

  private final List<String> ssh;
  private final String command;

  /**
   * @param ssh the program and its options
   * @param command for the shell of the other host; it prints a report as JSON
   */
  public RemoteHosts(List<String> ssh, String command) {
    this.ssh = new ArrayList<>(ssh);
    this.command = command;
  }

  /**
   * @param file a host on each line; # begins a comment
   * @throws IOException if it has none, or a name that ssh takes for an option
   */
  public static List<String> read(Path file) throws IOException {
    List<String> hosts = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      String host = line.replaceAll("#.*", "").trim();
      if (host.startsWith("-") || host.contains(" ")) {
        throw new IOException(file + ": '" + host + "' is no host");
      }
      if (!host.isEmpty()) {
        hosts.add(host);
      }
    }
    if (hosts.isEmpty()) {
      throw new IOException(file + ": no host");
    }
    return hosts;
  }

  /** Asks all hosts. One that does not answer has a report of that alone. */
  public Cluster ask(List<String> hosts) throws InterruptedException {
    ExecutorService threads =
        Executors.newFixedThreadPool(Math.min(AT_A_TIME, hosts.size()));
    try {
      List<Future<HostReport>> asked = new ArrayList<>();
      for (String host : hosts) {
        asked.add(threads.submit(() -> ask(host)));
      }
      List<HostReport> reports = new ArrayList<>();
      for (int i = 0; i < hosts.size(); i++) {
        try {
          reports.add(asked.get(i).get());
        } catch (ExecutionException e) {
          reports.add(HostReport.unreachable(hosts.get(i),
              String.valueOf(e.getCause().getMessage())));
        }
      }
      return new Cluster(reports);
    } finally {
      threads.shutdownNow();
    }
  }

  private HostReport ask(String host) throws IOException,
      InterruptedException {
    List<String> words = new ArrayList<>(ssh);
    words.add(host);
    words.add(command);
    File out = File.createTempFile("smarth-doctor", ".json");
    File err = File.createTempFile("smarth-doctor", ".err");
    try {
      Process process = new ProcessBuilder(words).redirectOutput(out)
          .redirectError(err).redirectInput(new File("/dev/null")).start();
      try {
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
          throw new IOException("no answer in " + SECONDS + " s");
        }
      } finally {
        process.destroyForcibly();
      }
      String text = text(out);
      int begin = text.indexOf('{');
      if (begin < 0) {
        String reason = text(err).trim().replaceAll("\\s+", " ");
        throw new IOException("status " + process.exitValue() + ": "
            + reason.substring(Math.max(0, reason.length() - LONGEST_REASON)));
      }
      return HostReport.parse(host, text.substring(begin));
    } finally {
      Files.deleteIfExists(out.toPath());
      Files.deleteIfExists(err.toPath());
    }
  }

  private static String text(File file) throws IOException {
    return new String(Files.readAllBytes(file.toPath()),
        StandardCharsets.UTF_8);
  }
}
