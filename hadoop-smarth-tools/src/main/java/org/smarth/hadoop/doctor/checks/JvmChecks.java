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
import java.util.List;
import java.util.Map;

import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.smarth.hadoop.doctor.finding.Command;
import org.smarth.hadoop.doctor.finding.Findings;
import org.smarth.hadoop.doctor.finding.Mend;
import org.smarth.hadoop.doctor.machine.Daemon;
import org.smarth.hadoop.doctor.machine.Installation;
import org.smarth.hadoop.doctor.machine.Machine;
import org.smarth.hadoop.line.HadoopLine;

/** Checks of Java and of the options of Hadoop's daemons. */
final class JvmChecks {
  private static final String JAVA = "/bin/java";
  private static final int LEAST_THAT_NEEDS_OPENS = 16;
  /** Above it pointers have 8 bytes. */
  private static final long LARGEST_COMPRESSED = 32 * Sizes.GIB;
  private static final long LARGE_HEAP = 4 * Sizes.GIB;
  private static final long SMALL_NAMENODE = Sizes.GIB;

  private final Machine machine;
  private final Installation installation;

  JvmChecks(Machine machine, Installation installation) {
    this.machine = machine;
    this.installation = installation;
  }

  void addTo(Map<String, Check> checks) {
    checks.put("jvm.version", this::version);
    checks.put("jvm.opens", this::opens);
    checks.put("jvm.heaps", this::heaps);
    checks.put("jvm.pointers", this::pointers);
    checks.put("jvm.gc", this::collector);
    checks.put("jvm.namenode-heap", this::nameNodeHeap);
  }

  /** The home that hadoop-env.sh names, else that of a daemon; or null. */
  private String javaHome() throws IOException {
    String home = named();
    for (Daemon daemon : Daemon.of(machine)) {
      String java = daemon.getArguments().get(0);
      if (home == null && java.endsWith(JAVA)) {
        home = java.substring(0, java.length() - JAVA.length());
      }
    }
    return home;
  }

  private String named() throws IOException {
    String home = installation.environment("hadoop-env.sh", "JAVA_HOME");
    return home == null || home.contains("$") ? null : home;
  }

  /** 8, 11, 17; 0 if it is not known. */
  private int feature() throws IOException {
    String home = javaHome();
    if (home == null) {
      return 0;
    }
    for (String line : machine.lines(home + "/release")) {
      if (line.startsWith("JAVA_VERSION=")) {
        String version = line.replaceAll("JAVA_VERSION=|\"", "")
            .replaceFirst("^1\\.", "");
        return Integer.parseInt(version.replaceAll("[^0-9].*", ""));
      }
    }
    return 0;
  }

  private void version(Findings findings) throws IOException {
    String home = javaHome();
    int feature = feature();
    Mend mend = Mend.advice(
        "Set JAVA_HOME in hadoop-env.sh to a JDK " + HadoopLine.JAVAS);
    if (named() == null) {
      findings.note("hadoop-env.sh names no JAVA_HOME", "Daemons that ssh"
          + " starts do not know which Java to take.", mend);
    }
    if (home == null) {
      return;
    }
    if (feature == 0) {
      findings.unknown(home + ": no file release that names a version");
    } else if (feature < HadoopLine.LEAST_JAVA
        || feature >= HadoopLine.REFUSED_JAVA) {
      findings.error("Java " + feature + " in " + home,
          feature < HadoopLine.LEAST_JAVA
              ? "The jars of SMARTH need Java " + HadoopLine.LEAST_JAVA + "."
              : HadoopLine.NAME + " asks for the Subject of a thread, which this"
                  + " Java refuses.", mend);
    } else {
      findings.ok("Java " + feature);
    }
  }

  private void opens(Findings findings) throws IOException {
    if (feature() < LEAST_THAT_NEEDS_OPENS) {
      return;
    }
    String options = String.valueOf(
        installation.environment("hadoop-env.sh", "HADOOP_OPTS"));
    boolean open = options.contains("--add-opens");
    List<Daemon> daemons = Daemon.of(machine);
    for (Daemon daemon : daemons) {
      open |= String.join(" ", daemon.getArguments()).contains("--add-opens");
    }
    if (open) {
      findings.ok("--add-opens is set");
    } else {
      findings.error("Java " + feature() + " without --add-opens",
          HadoopLine.NAME
              + " reaches into packages that this Java keeps closed.",
          Mend.command(Command.OPENS,
              installation.getDirectory() + "/hadoop-env.sh"));
    }
  }

  private void heaps(Findings findings) throws IOException {
    long memory = machine.memory("MemTotal");
    List<Daemon> daemons = Daemon.of(machine);
    if (memory < 0 || daemons.isEmpty()) {
      return;
    }
    long sum = 0;
    boolean yarn = false;
    for (Daemon daemon : daemons) {
      // Without -Xmx a JVM takes a quarter of the memory.
      sum += daemon.maxHeap() < 0 ? memory / 4 : daemon.maxHeap();
      yarn |= daemon.getName().equals("nodemanager");
    }
    if (yarn) {
      sum += YarnChecks.nodeMegabytes(installation.yarn()) * Sizes.MIB;
    }
    String found = "heaps of " + daemons.size() + " daemons"
        + (yarn ? " and containers: " : ": ") + Sizes.format(sum) + " of "
        + Sizes.format(memory);
    if (sum > memory) {
      findings.error(found, "The kernel ends processes when memory is used"
          + " up.", Mend.advice("Lower -Xmx in *-env.sh, or "
              + YarnConfiguration.NM_PMEM_MB + ", by "
              + Sizes.format(sum - memory)));
    } else {
      findings.ok(found);
    }
  }

  private void pointers(Findings findings) throws IOException {
    for (Daemon daemon : Daemon.of(machine)) {
      long heap = daemon.maxHeap();
      if (heap >= LARGEST_COMPRESSED && heap < LARGEST_COMPRESSED * 3 / 2) {
        findings.note(daemon + ": heap of " + Sizes.format(heap),
            "From 32 GB on a pointer has 8 bytes, not 4: a heap of 31 GB"
            + " holds as many objects.", Mend.advice("Set -Xmx31g, or more"
            + " than 48 GB, in *-env.sh"));
      }
    }
  }

  private void collector(Findings findings) throws IOException {
    for (Daemon daemon : Daemon.of(machine)) {
      boolean pauses = daemon.getArguments().contains("-XX:+UseSerialGC")
          || daemon.getArguments().contains("-XX:+UseParallelGC");
      // Java 8 chooses the parallel collector if it is not told.
      pauses |= feature() == 8 && daemon.getArguments().stream()
          .noneMatch(a -> a.matches("-XX:\\+Use(G1|ConcMarkSweep|ParNew)GC"));
      if (pauses && daemon.maxHeap() > LARGE_HEAP) {
        findings.warning(daemon + ": a collector that stops all threads, with "
            + Sizes.format(daemon.maxHeap()) + " of heap", "Heartbeats stop"
            + " for as long as a full collection takes.", Mend.advice(
            "Add -XX:+UseG1GC to the daemon's options in *-env.sh"));
      } else {
        findings.ok(daemon.getName() + ": collector fits its heap");
      }
    }
  }

  private void nameNodeHeap(Findings findings) throws IOException {
    for (Daemon daemon : Daemon.of(machine)) {
      if (daemon.getName().equals("namenode") && daemon.maxHeap() >= 0) {
        if (daemon.maxHeap() < SMALL_NAMENODE) {
          findings.warning(daemon + ": heap of "
              + Sizes.format(daemon.maxHeap()), "A million files and blocks"
              + " need about 1 GB.", Mend.advice("Set -Xmx in"
              + " " + HadoopLine.NAMENODE_OPTIONS + " of hadoop-env.sh"));
        } else {
          findings.ok("namenode: heap of " + Sizes.format(daemon.maxHeap()));
        }
      }
    }
  }
}
