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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes and removes networks of namespaces; devices vanish with their namespaces. */
public final class Network {
  /** Where `ip netns` keeps the names. */
  private static final Path NAMES = Path.of("/run/netns");

  private Network() {
  }

  /**
   * Makes a network.
   *
   * @throws Failure when this machine or user cannot, with the reason; nothing stays
   */
  public static void make(NetworkPlan plan) throws IOException, InterruptedException {
    try {
      take(plan.steps());
    } catch (Failure e) {
      remove(plan::owns);
      throw new Failure("no network of namespaces is possible here: " + e.getMessage()
          + "; run as root with iproute2 and a kernel with namespaces", e);
    }
  }

  /**
   * Takes steps that change a network which is there.
   *
   * @throws Failure when a step fails, with its words
   */
  public static void take(List<NetworkPlan.Step> steps) throws IOException, InterruptedException {
    for (NetworkPlan.Step step : steps) {
      Tool.call(step.command(), step.batch());
    }
  }

  /**
   * Makes a small network and removes it again.
   *
   * @throws Failure when this machine or user cannot, with the reason
   */
  public static void tryOut(String prefix) throws IOException, InterruptedException {
    NetworkPlan plan = new NetworkPlan(prefix, Links.uniform(new Racks(2, Racks.OUTSIDE),
        new Rate(100), new Rate(10)));
    make(plan);
    remove(plan::owns);
  }

  /**
   * Removes the namespaces with such names, and ends what still runs there: containers of YARN live
   * on when their NodeManager is killed.
   */
  public static void remove(Predicate<String> ours) throws IOException, InterruptedException {
    for (String name : names()) {
      if (ours.test(name)) {
        for (String pid : Tool.call(List.of("ip", "netns", "pids", name), List.of()).lines()
            .toList()) {
          ProcessHandle.of(Long.parseLong(pid.trim())).ifPresent(ProcessHandle::destroyForcibly);
        }
        Tool.call(List.of("ip", "netns", "delete", name), List.of());
      }
    }
  }

  /** What the NICs of all nodes have sent until now, with headers. */
  public static long sentBytes(NetworkPlan plan) throws IOException, InterruptedException {
    return Tool.call(plan.sentBytes(), List.of()).lines().mapToLong(Long::parseLong).sum();
  }

  static List<String> names() throws IOException {
    if (!Files.isDirectory(NAMES)) {
      return new ArrayList<>();
    }
    try (Stream<Path> names = Files.list(NAMES)) {
      return names.map(n -> n.toFile().getName()).sorted().collect(Collectors.toList());
    }
  }
}
