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
package org.smarth.hadoop.doctor.checks;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

import org.smarth.hadoop.doctor.finding.Command;
import org.smarth.hadoop.doctor.finding.Findings;
import org.smarth.hadoop.doctor.finding.Mend;
import org.smarth.hadoop.doctor.machine.Machine;
import org.smarth.hadoop.line.HadoopLine;

/** Checks of names, links and ports. */
final class NetworkChecks {
  private static final int LEAST_MBPS = 1_000;
  /** One packet in so many may be lost. */
  private static final int ERROR_SHARE = 10_000;

  private final Machine machine;

  NetworkChecks(Machine machine) {
    this.machine = machine;
  }

  void addTo(Map<String, Check> checks) {
    checks.put("net.hosts-file", this::hostsFile);
    checks.put("net.dns", this::dns);
    checks.put("net.speed", this::speed);
    checks.put("net.duplex", this::duplex);
    checks.put("net.errors", this::errors);
    checks.put("net.mtu", this::mtu);
    checks.put("net.ports", this::ports);
  }

  private void hostsFile(Findings findings) throws IOException {
    String name = machine.text("/etc/hostname");
    if (name == null || name.isEmpty()) {
      return;
    }
    for (String line : machine.lines("/etc/hosts")) {
      String[] words = line.replaceAll("#.*", "").trim().split("\\s+");
      if (words[0].startsWith("127.")
          && Arrays.asList(words).subList(1, words.length).contains(name)) {
        findings.warning("/etc/hosts: " + name + " is " + words[0],
            "Daemons listen on, and tell others, an address that no other"
            + " machine reaches.", Mend.command(Command.HOSTS,
                words[0], name));
        return;
      }
    }
    findings.ok("/etc/hosts: this host is not on loopback");
  }

  private void dns(Findings findings) throws IOException {
    String name = machine.getProbes().hostName();
    String address;
    try {
      address = machine.getProbes().address(name);
    } catch (java.net.UnknownHostException e) {
      findings.error(name + " has no address",
          "Daemons do not start without the address of their host.",
          Mend.advice("Add " + name + " to DNS or /etc/hosts"));
      return;
    }
    String back = machine.getProbes().nameOf(address);
    String found = name + " is " + address + ", which is " + back;
    if (back.equals(address)) {
      findings.warning(found, "The NameNode asks for the name of each DataNode"
          + " that registers, and refuses it without one.",
          Mend.advice("Add " + address + " to the reverse zone of DNS or to"
              + " /etc/hosts"));
    } else if (!shortName(back).equalsIgnoreCase(shortName(name))) {
      findings.warning(found, "The machine has two names: Kerberos and"
          + " dfs.hosts know one of them.",
          Mend.advice("Make DNS or /etc/hosts name " + name + " first"));
    } else {
      findings.ok("name and address of this host agree");
    }
  }

  private static String shortName(String name) {
    return name.replaceAll("\\..*", "");
  }

  /** Looks at one link of the machine. */
  private interface Link {
    void look(String name, String directory) throws IOException;
  }

  /** All but loopback that are up. */
  private void links(Link link) throws IOException {
    for (String name : machine.names("/sys/class/net")) {
      String directory = "/sys/class/net/" + name;
      if (!name.equals("lo")
          && "up".equals(machine.text(directory + "/operstate"))) {
        link.look(name, directory);
      }
    }
  }

  private void speed(Findings findings) throws IOException {
    links((name, directory) -> {
      Long mbps;
      try {
        mbps = machine.number(directory + "/speed");
      } catch (IOException e) {
        // The kernel refuses for links that are not hardware.
        if (String.valueOf(e.getMessage()).contains("Invalid argument")) {
          return;
        }
        throw e;
      }
      if (mbps == null || mbps < 0) {
        return;
      }
      String found = name + ": " + mbps + " Mbps";
      if (mbps < LEAST_MBPS) {
        findings.warning(found, "A block is sent as fast as the slowest link"
            + " of its pipeline.", Mend.advice("Look at the cable, the port of"
            + " the switch, and ethtool " + name));
      } else {
        findings.ok(found);
      }
    });
  }

  private void duplex(Findings findings) throws IOException {
    links((name, directory) -> {
      String duplex;
      try {
        duplex = machine.text(directory + "/duplex");
      } catch (IOException e) {
        if (String.valueOf(e.getMessage()).contains("Invalid argument")) {
          return;
        }
        throw e;
      }
      if ("half".equals(duplex)) {
        findings.error(name + ": half duplex", "A DataNode receives and"
            + " forwards at the same time.",
            Mend.command(Command.NEGOTIATE, name));
      } else if (duplex != null) {
        findings.ok(name + ": " + duplex + " duplex");
      }
    });
  }

  private void errors(Findings findings) throws IOException {
    links((name, directory) -> {
      long packets = 0;
      long lost = 0;
      for (String way : new String[] {"rx", "tx"}) {
        packets += count(directory, way + "_packets");
        lost += count(directory, way + "_errors")
            + count(directory, way + "_dropped");
      }
      String found = name + ": " + lost + " of " + packets
          + " packets lost or dropped";
      if (lost * ERROR_SHARE > packets) {
        findings.warning(found, "TCP halves its rate with each lost packet.",
            Mend.advice("Look at the cable, and ethtool -S " + name));
      } else {
        findings.ok(name + ": less than 1 packet in " + ERROR_SHARE
            + " lost or dropped");
      }
    });
  }

  private long count(String directory, String what) throws IOException {
    Long count = machine.number(directory + "/statistics/" + what);
    return count == null ? 0 : count;
  }

  private void mtu(Findings findings) throws IOException {
    links((name, directory) -> {
      Long mtu = machine.number(directory + "/mtu");
      if (mtu != null && mtu < 1_400) {
        findings.warning(name + ": MTU " + mtu, "Each packet costs the same"
            + " CPU, however small.",
            Mend.command(Command.MTU, name));
      } else if (mtu != null) {
        findings.ok(name + ": MTU " + mtu);
      }
    });
  }

  private void ports(Findings findings) throws IOException {
    String range = machine.text("/proc/sys/net/ipv4/ip_local_port_range");
    if (range == null) {
      return;
    }
    String[] bounds = range.split("\\s+");
    String reserved =
        machine.text("/proc/sys/net/ipv4/ip_local_reserved_ports");
    int[] ports = HadoopLine.ports();
    String all = "ports " + ports[0] + " to " + ports[ports.length - 1];
    boolean inRange = Arrays.stream(ports).anyMatch(port ->
        port >= Integer.parseInt(bounds[0])
        && port <= Integer.parseInt(bounds[1])
        && !isReserved(reserved == null ? "" : reserved, port));
    if (inRange) {
      findings.warning(all + " may be taken by connections ("
          + bounds[0] + " to " + bounds[1] + ")", "A DataNode or NameNode then"
          + " does not start: the address is in use.", Mend.command(
          Command.PORTS, Arrays.stream(ports).mapToObj(String::valueOf)
              .collect(Collectors.joining(","))));
    } else {
      findings.ok(all + " are not given to connections");
    }
  }

  private static boolean isReserved(String ranges, int port) {
    for (String range : ranges.isEmpty() ? new String[0] : ranges.split(",")) {
      String[] bounds = range.trim().split("-");
      if (port >= Integer.parseInt(bounds[0])
          && port <= Integer.parseInt(bounds[bounds.length - 1])) {
        return true;
      }
    }
    return false;
  }
}
