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
import java.util.List;
import java.util.Map;

import org.smarth.hadoop.doctor.finding.Command;
import org.smarth.hadoop.doctor.finding.Findings;
import org.smarth.hadoop.doctor.finding.Mend;
import org.smarth.hadoop.doctor.machine.Daemon;
import org.smarth.hadoop.doctor.machine.Machine;

/** Checks of the kernel, its limits and its services. */
final class LinuxChecks {
  private static final String HUGE_PAGES =
      "/sys/kernel/mm/transparent_hugepage/defrag";
  private static final List<String> CLOCKS = Arrays.asList("chronyd", "ntpd",
      "systemd-timesyn", "ptp4l", "openntpd");
  private static final long FILES_WANTED = 32_768;
  private static final long PROCESSES_WANTED = 16_384;
  private static final int SWAP_USED_PERCENT = 5;

  private final Machine machine;

  LinuxChecks(Machine machine) {
    this.machine = machine;
  }

  void addTo(Map<String, Check> checks) {
    setting(checks, "swappiness", "vm.swappiness", 0, 10, 1,
        "The kernel swaps parts of heaps out to keep files cached. A garbage"
        + " collection then waits for the disk.");
    setting(checks, "overcommit", "vm.overcommit_memory", 0, 1, 0,
        "With strict accounting a daemon of a large heap cannot start a"
        + " program.");
    setting(checks, "zone-reclaim", "vm.zone_reclaim_mode", 0, 0, 0,
        "Memory of one NUMA node is freed although others have room.");
    setting(checks, "dirty-ratio", "vm.dirty_ratio", 1, 40, 20,
        "Writers stop for long when so much of the memory is written back at"
        + " once.");
    setting(checks, "somaxconn", "net.core.somaxconn", 1_024, Long.MAX_VALUE,
        4_096, "Connections of many clients at a time are dropped and come"
        + " again seconds later.");
    setting(checks, "pid-max", "kernel.pid_max", 32_768, Long.MAX_VALUE,
        4_194_304, "Threads count as processes here; a node has thousands.");
    setting(checks, "file-max", "fs.file-max", 200_000, Long.MAX_VALUE,
        1_000_000, "All processes together run out of open files.");
    setting(checks, "map-count", "vm.max_map_count", 65_530, Long.MAX_VALUE,
        262_144, "Short-circuit reads map files, and the JVM its heap.");
    setting(checks, "read-buffer", "net.core.rmem_max", 131_072,
        Long.MAX_VALUE, 4_194_304,
        "dfs.datanode.transfer.socket.recv.buffer.size is cut to it.");
    checks.put("os.huge-pages", this::hugePages);
    checks.put("os.swap", this::swap);
    checks.put("os.open-files", this::openFiles);
    checks.put("os.processes", this::processes);
    checks.put("os.clock", this::clock);
    checks.put("os.governor", this::governor);
    checks.put("os.entropy", this::entropy);
    checks.put("os.rpcbind", this::rpcbind);
  }

  private void setting(Map<String, Check> checks, String name, String key,
      long min, long max, long wanted, String why) {
    checks.put("os." + name,
        new KernelSetting(machine, key, min, max, wanted, why));
  }

  private void hugePages(Findings findings) throws IOException {
    String text = machine.text(HUGE_PAGES);
    if (text == null) {
      return;
    }
    String mode = text.replaceAll(".*\\[(.*)\\].*", "$1");
    String found = "transparent huge pages: defrag = " + mode;
    if (mode.equals("always")) {
      findings.warning(found, "A process that wants memory waits while the"
          + " kernel moves pages.",
          Mend.command(Command.HUGE_PAGES));
    } else {
      findings.ok(found);
    }
  }

  private void swap(Findings findings) throws IOException {
    long total = machine.memory("SwapTotal");
    long used = total - machine.memory("SwapFree");
    if (total < 0) {
      return;
    }
    String found = "swap used: " + Sizes.format(used) + " of "
        + Sizes.format(total);
    if (used * 100 > machine.memory("MemTotal") * SWAP_USED_PERCENT) {
      findings.warning(found, "Processes have more memory than the machine.",
          Mend.advice("Lower heaps, or the memory of YARN, by "
              + Sizes.format(used)));
    } else {
      findings.ok("swap is hardly used");
    }
  }

  private void openFiles(Findings findings) throws IOException {
    limit(findings, "Max open files", FILES_WANTED, "nofile",
        "A DataNode has a file or socket for each block that is read or"
        + " written.");
  }

  private void processes(Findings findings) throws IOException {
    limit(findings, "Max processes", PROCESSES_WANTED, "nproc",
        "Threads count: a daemon that reaches it ends with an out of memory"
        + " error.");
  }

  private void limit(Findings findings, String what, long wanted, String item,
      String why) throws IOException {
    List<Daemon> daemons = Daemon.of(machine);
    for (Daemon daemon : daemons) {
      limit(findings, daemon.getName(), daemon.limit(what), wanted, item,
          why);
    }
    if (daemons.isEmpty()) {
      limit(findings, "this user", Daemon.limit(machine, "self", what), wanted,
          item, why);
    }
  }

  private void limit(Findings findings, String who, long limit, long wanted,
      String item, String why) {
    String found = who + ": " + item + " = "
        + (limit == Long.MAX_VALUE ? "unlimited" : limit);
    if (limit < 0) {
      findings.unknown(who + ": no limits in /proc");
    } else if (limit < wanted) {
      findings.warning(found, why, Mend.command(Command.LIMIT, item,
          2 * wanted, item));
    } else {
      findings.ok(found);
    }
  }

  private void clock(Findings findings) throws IOException {
    List<String> programs = machine.programs();
    programs.retainAll(CLOCKS);
    if (programs.isEmpty()) {
      findings.warning("no program sets the clock (" + String.join(", ",
          CLOCKS) + ")", "Kerberos, tokens and leases compare the clocks of"
          + " machines.", Mend.command(Command.INSTALL, "chrony", "chrony"));
    } else {
      findings.ok("the clock is set by " + programs.get(0));
    }
  }

  private void governor(Findings findings) throws IOException {
    String file = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor";
    String governor = machine.text(file);
    if (governor == null) {
      return;
    }
    if (governor.equals("powersave")) {
      findings.note("CPU governor: powersave",
          "Short tasks end before the clock rate is up.", Mend.command(
              Command.GOVERNOR));
    } else {
      findings.ok("CPU governor: " + governor);
    }
  }

  private void entropy(Findings findings) throws IOException {
    Long bits = machine.number("/proc/sys/kernel/random/entropy_avail");
    if (bits == null) {
      return;
    }
    // Kernels from 5.18 on always say 256.
    if (bits < 200) {
      findings.warning("entropy: " + bits + " bits",
          "SASL and encryption wait for random numbers.",
          Mend.command(Command.INSTALL, "haveged", "haveged"));
    } else {
      findings.ok("enough entropy");
    }
  }

  private void rpcbind(Findings findings) throws IOException {
    if (machine.programs().contains("rpcbind")) {
      findings.note("rpcbind runs", "Hadoop uses it for its NFS gateway only."
          + " It is one service more to be attacked, and jobs are no faster"
          + " with it (docs/RESULTS.md).",
          Mend.command(Command.NO_RPCBIND));
    } else {
      findings.ok("rpcbind does not run");
    }
  }
}
