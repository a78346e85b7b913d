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

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class NetworkIT {
  @ClassRule
  public static final Timeout TIMEOUT = Timeout.seconds(120);

  @BeforeClass
  public static void namespacesOnly() throws Exception {
    Namespaces.assumeUsable("NetworkIT");
  }

  @Test
  public void whatRunsInANetworkEndsWithIt() throws Exception {
    NetworkPlan plan = new NetworkPlan(RunName.create().toString(),
        Links.uniform(new Racks(2, Racks.OUTSIDE), Rate.NONE, Rate.NONE));
    Network.make(plan);
    List<String> command = new ArrayList<>(plan.inside(1));
    command.addAll(List.of("sh", "-c", "echo inside; exec sleep 600"));
    Process process = new ProcessBuilder(command).start();
    try {
      assertThat(process.inputReader().readLine()).isEqualTo("inside");
    } finally {
      Network.remove(plan::owns);
    }
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(Namespaces.own()).isEmpty();
  }

  @Test
  public void aNicPassesNoMoreFromBothRacksTogetherThanItsRate() throws Exception {
    assertPassesNoMore(Links.uniform(new Racks(3, Racks.OUTSIDE), new Rate(20), new Rate(15)),
        22, 1, 2, 3);
  }

  @Test
  public void anUplinkPassesNoMoreFromAllNodesTogetherThanItsRate() throws Exception {
    assertPassesNoMore(Links.uniform(new Racks(3, Racks.OUTSIDE), new Rate(100), Rate.NONE)
        .withUplink(new Rate(20)), 22, 3, 1, 2);
  }

  /** @param mbps to one node while others send all they can */
  private static void assertPassesNoMore(Links links, double mbps, int to, int... from)
      throws Exception {
    NetworkPlan plan = new NetworkPlan(RunName.create().toString(), links);
    Network.make(plan);
    List<Process> senders = new ArrayList<>();
    try {
      for (int node : from) {
        senders.add(flood(plan, node, to));
      }
      long before = received(plan, to);
      await().atMost(60, TimeUnit.SECONDS).until(() -> received(plan, to) > before);
      // A pause of this machine may only make the rate seem lower.
      long begin = System.nanoTime();
      long beginBytes = received(plan, to);
      await().until(() -> received(plan, to) > beginBytes + 5_000_000);
      assertThat((received(plan, to) - beginBytes) * 8e3 / (System.nanoTime() - begin))
          .isLessThan(mbps);
      assertThat(senders).allMatch(Process::isAlive);
    } finally {
      senders.forEach(Process::destroyForcibly);
      Network.remove(plan::owns);
    }
  }

  @Test
  public void whatNodesSendIsCountedForAllOfThemTogether() throws Exception {
    NetworkPlan plan = new NetworkPlan(RunName.create().toString(),
        Links.uniform(new Racks(2, Racks.OUTSIDE), Rate.NONE, Rate.NONE));
    Network.make(plan);
    Process sender = null;
    try {
      long before = Network.sentBytes(plan);
      sender = flood(plan, 1, 2);
      long beginBytes = received(plan, 2);
      await().atMost(60, TimeUnit.SECONDS).until(() -> received(plan, 2) > beginBytes + 1_000_000);
      assertThat(Network.sentBytes(plan) - before).isGreaterThan(1_000_000);
    } finally {
      if (sender != null) {
        sender.destroyForcibly();
      }
      Network.remove(plan::owns);
    }
  }

  private static Process flood(NetworkPlan plan, int from, int to) throws IOException {
    List<String> command = new ArrayList<>(plan.inside(from));
    command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp", System.getProperty("java.class.path"), Flood.class.getName(), plan.ip(to)));
    return new ProcessBuilder(command).inheritIO().start();
  }

  private static long received(NetworkPlan plan, int node) throws Exception {
    List<String> command = new ArrayList<>(plan.inside(node));
    command.addAll(List.of("cat", "/sys/class/net/eth0/statistics/rx_bytes"));
    return Long.parseLong(Tool.call(command, List.of()).trim());
  }

  /** Sends datagrams, which nobody awaits, until it is ended. */
  static final class Flood {
    private static final int DISCARD_PORT = 9;

    private Flood() {
    }

    /** @param args the address to send to */
    public static void main(String[] args) throws IOException {
      byte[] full = new byte[1472];
      DatagramPacket packet = new DatagramPacket(full, full.length,
          InetAddress.getByName(args[0]), DISCARD_PORT);
      try (DatagramSocket socket = new DatagramSocket()) {
        while (true) {
          socket.send(packet);
        }
      }
    }
  }
}
