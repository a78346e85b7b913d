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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.smarth.hadoop.benchmarks.harness.Await;
import org.smarth.hadoop.benchmarks.harness.ClientRetention;
import org.smarth.hadoop.benchmarks.harness.Failure;

/** What a write must not leave behind in client and DataNodes. */
public final class LeakCheck {
  private static final Logger LOG = LoggerFactory.getLogger(LeakCheck.class);
  private static final Duration LIMIT = Duration.ofSeconds(15);
  /** For what is left because of what was waited for in vain already. */
  private static final Duration AFTER_LEAK = Duration.ofSeconds(1);
  /** Cached and idle connections come and go. */
  private static final int DESCRIPTORS_PER_PROCESS = 12;

  private final SoakCluster cluster;
  private final ClientRetention client;
  private final Path spillDir;
  /** What was reported once; it is not waited for again. */
  private final Set<String> known = new HashSet<>();
  private int baseline;
  private long knownReserved;
  private long knownRetained;
  private long knownSpilled;
  private List<String> remaining = List.of();

  LeakCheck(SoakCluster cluster, SoakSettings settings) {
    this.cluster = cluster;
    this.client = ClientRetention.of(cluster.clientConfiguration());
    this.spillDir = settings.spillDir();
  }

  /** The most bytes that clients have spilled at once so far. */
  long mostSpilled() {
    return client.diskPeak();
  }

  /** Takes what is open now, when nothing is written, as what may be open later. */
  void takeBaseline() throws IOException {
    baseline = descriptors().size();
  }

  /** What is reserved before anything is written is not what is written now. */
  void begin() throws IOException {
    knownReserved = cluster.reservedBytes();
  }

  /** The threads, memory and space of writers; while the client that wrote is still open. */
  void checkWriters(Findings findings) throws IOException, InterruptedException {
    check(findings, this::writers);
  }

  /** Descriptors; once the clients are closed. */
  void checkDescriptors(Findings findings) throws IOException, InterruptedException {
    check(findings, this::tooManyDescriptors);
  }

  /** What is left now. */
  private interface Look {
    List<String> remaining() throws IOException;
  }

  private void check(Findings findings, Look look) throws IOException, InterruptedException {
    try {
      Duration limit = findings.leaks().isEmpty() ? LIMIT : AFTER_LEAK;
      Await.until("what writers use to be given back", limit, () -> {
        remaining = look.remaining();
        return remaining.isEmpty();
      });
    } catch (Failure e) {
      remaining.forEach(findings::leak);
      known.addAll(remaining);
      knownRetained = Math.max(knownRetained, client.memory());
      knownSpilled = Math.max(knownSpilled, client.disk());
      knownReserved = Math.max(knownReserved, cluster.reservedBytes());
      baseline = Math.max(baseline, descriptors().size());
      LOG.warn("left: {}; all threads:\n{}", remaining, allThreads());
    }
  }

  /** The stacks of this JVM's threads. */
  public static String allThreads() {
    return Thread.getAllStackTraces().entrySet().stream()
        .map(t -> t.getKey().getName() + Arrays.stream(t.getValue())
            .map(f -> "\n    at " + f).collect(Collectors.joining()))
        .collect(Collectors.joining("\n"));
  }

  private List<String> writers() throws IOException {
    List<String> left = new ArrayList<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (isClients(thread.getName())) {
        left.add("client thread " + thread.getName());
      }
    }
    cluster.daemonThreads().stream().filter(LeakCheck::isReceivers)
        .forEach(name -> left.add("DataNode thread " + name));
    left.removeAll(known);
    if (client.memory() > knownRetained) {
      left.add("retained bytes of the client: " + client.memory());
    }
    if (client.disk() > knownSpilled) {
      left.add("spilled bytes of the client: " + client.disk());
    }
    long reserved = cluster.reservedBytes();
    if (reserved > knownReserved) {
      left.add("bytes reserved on volumes: " + (reserved - knownReserved));
    }
    return left;
  }

  /** Whether a thread is a client's that writes a file. */
  public static boolean isClients(String thread) {
    return thread.startsWith("DataStreamer for") || thread.startsWith("ResponseProcessor for");
  }

  /** Whether a thread is a DataNode's that receives a block. */
  public static boolean isReceivers(String thread) {
    return thread.contains("MirrorForwarder") || thread.contains("PacketResponder")
        || thread.contains("DataXceiver") && thread.contains("Receiving block");
  }

  private List<String> tooManyDescriptors() throws IOException {
    List<String> now = descriptors();
    List<String> left = new ArrayList<>(now.stream()
        .filter(d -> d.contains("/blk_") || d.startsWith(spillDir.toString()))
        .map(d -> "open file " + d).filter(d -> !known.contains(d)).toList());
    int allowed = baseline + DESCRIPTORS_PER_PROCESS * cluster.descriptorDirectories().size();
    if (now.size() > allowed) {
      left.add(now.size() + " descriptors, " + baseline + " at the start");
    }
    return left;
  }

  private List<String> descriptors() throws IOException {
    List<String> targets = new ArrayList<>();
    for (Path dir : cluster.descriptorDirectories()) {
      try (Stream<Path> entries = Files.list(dir)) {
        for (Path entry : (Iterable<Path>) entries::iterator) {
          targets.add(target(entry));
        }
      }
    }
    return targets;
  }

  private static String target(Path entry) {
    try {
      return Files.readSymbolicLink(entry).toString();
    } catch (IOException e) {
      // Closed meanwhile.
      return "";
    }
  }
}
