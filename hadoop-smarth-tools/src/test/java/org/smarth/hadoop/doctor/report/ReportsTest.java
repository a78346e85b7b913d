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

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.smarth.hadoop.doctor.finding.Command;
import org.smarth.hadoop.doctor.finding.Finding;
import org.smarth.hadoop.doctor.finding.Findings;
import org.smarth.hadoop.doctor.finding.Mend;
import org.smarth.hadoop.doctor.finding.Severity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

public class ReportsTest {
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private final StringWriter out = new StringWriter();

  private static HostReport host(String name, String javaVersion,
      boolean swaps) {
    Findings version = new Findings("jvm.version");
    version.ok("Java " + javaVersion);
    Findings swappiness = new Findings("os.swappiness");
    if (swaps) {
      swappiness.warning("vm.swappiness = 60", "It swaps.",
          Mend.command(Command.KERNEL, "vm.swappiness", 1));
    } else {
      swappiness.ok("vm.swappiness = 1");
    }
    return new HostReport(name, Arrays.asList(version.getList().get(0),
        swappiness.getList().get(0)));
  }

  @Test
  public void theWorstIsToldFirstWithWhatMendsIt() {
    Findings error = new Findings("hdfs.replication");
    error.error("dfs.replication = 9", "No.", Mend.property("hdfs-site.xml",
        "dfs.replication", 3));
    Finding first = host("one", "8", true).getFindings().get(1);
    HostReport report = new HostReport("one",
        Arrays.asList(first, error.getList().get(0)));
    new TextReport(new PrintWriter(out), false).print(report);
    assertThat(out.toString().split("\\R")).containsExactly(
        "error    hdfs.replication: dfs.replication = 9",
        "         No.",
        "         > hdfs-site.xml: dfs.replication = 3",
        "warning  os.swappiness: vm.swappiness = 60",
        "         It swaps.",
        "         > sysctl -w vm.swappiness=1 # and in /etc/sysctl.d",
        "one: 1 error, 1 warning, 0 note, 0 unknown, 0 ok");
    assertThat(report.worst().getExitStatus()).isEqualTo(3);
  }

  @Test
  public void theHostThatDiffersComesFirst() {
    Cluster cluster = new Cluster(Arrays.asList(host("a", "17", true),
        host("b", "17", true), host("c", "8", false)));
    new TextReport(new PrintWriter(out), false).print(cluster);
    String[] lines = out.toString().split("\\R");
    assertThat(lines[1]).startsWith("c ")
        .contains("jvm.version: Java 8 (most: Java 17)")
        .contains("os.swappiness: vm.swappiness = 1 (most: warning)");
    assertThat(lines[2]).startsWith("a ").endsWith("1  ");
    assertThat(out.toString())
        .contains("os.swappiness: vm.swappiness = 60 (a, b)");
    assertThat(cluster.worst()).isEqualTo(Severity.WARNING);
  }

  @Test
  public void theScriptHasTheCommandsOfEachHost() {
    assertThat(FixScript.of(new Cluster(Arrays.asList(host("a", "17", true),
        host("b", "17", false))))).containsSubsequence(
        "ssh 'a' sh <<'MEND'", "# warning: vm.swappiness = 60",
        "sysctl -w vm.swappiness=1 # and in /etc/sysctl.d", "MEND").doesNotContain(
        "ssh 'b' sh <<'MEND'");
  }

  /** Of sed only what takes a name off an address is a command. */
  @Test
  public void anotherScriptOfSedIsNotKnown() {
    String takesOff = Mend.command(Command.HOSTS, "127.0.1.1", "a.b-c")
        .getScript();
    assertThat(takesOff).startsWith("sed -i.bak '/^127.0.1.1[[:space:]]/");
    assertThat(Command.isKnown(takesOff)).isTrue();
    assertThat(Command.isKnown(takesOff.replaceFirst("'.*'", "'e reboot'")))
        .isFalse();
    assertThat(Command.isKnown(takesOff.replace("a.b-c", "a/e;s/b")))
        .isFalse();
  }

  /** Others may begin with it, as the full one does. */
  @Test(timeout = 60_000)
  public void onlyTheWholeNameIsTakenOffAnAddress() throws Exception {
    Path hosts = folder.newFile().toPath();
    Files.write(hosts, Arrays.asList("127.0.0.1 localhost node",
        "127.0.1.1\tnode.a.org  node node-1", "127.0.1.1 node"));
    String script = Mend.command(Command.HOSTS, "127.0.1.1", "node")
        .getScript().replace("/etc/hosts", hosts.toString());
    assertThat(new ProcessBuilder("sh", "-c", script).inheritIO().start()
        .waitFor()).isZero();
    assertThat(Files.readAllLines(hosts)).containsExactly(
        "127.0.0.1 localhost node", "127.0.1.1\tnode.a.org node-1",
        "127.0.1.1");
  }

  /** A host may be somebody else's by now, and the script is run as root. */
  @Test
  public void whatAHostSaysBecomesNoCommandThatIsNotKnown() throws Exception {
    Cluster cluster = new Cluster(Arrays.asList(HostReport.parse("a'b",
        "{\"findings\":[{\"check\":\"x\",\"severity\":\"note\","
        + "\"found\":\"f\\nreboot\",\"why\":\"w\",\"mend\":\"\","
        + "\"script\":\"sysctl -w a=1;reboot # and in /etc/sysctl.d\"},"
        + "{\"check\":\"x\",\"severity\":\"note\",\"found\":\"f\","
        + "\"why\":\"w\",\"mend\":\"\","
        + "\"script\":\"# f\\nMEND\\nreboot\"},"
        + "{\"check\":\"x\",\"severity\":\"note\",\"found\":\"f\","
        + "\"why\":\"w\",\"mend\":\"\","
        + "\"script\":\"chmod a+rx /a;reboot\"}]}")));
    assertThat(FixScript.of(cluster)).containsExactly("#!/bin/sh",
        "# Written by smarth doctor. Read each line before you run it.",
        "ssh 'a'\\''b' sh <<'MEND'", "# note: f reboot",
        "# No command that is known: sysctl -w a=1;reboot # and in"
        + " /etc/sysctl.d", "# note: f", "# f MEND reboot", "# note: f",
        "# No command that is known: chmod a+rx /a;reboot", "MEND");
  }

  @Test
  public void aValueIsAWordOfItsCommandOrOneForPeople() {
    assertThat(Mend.command(Command.EXECUTABLE, "/a b'c;$(reboot)").getScript())
        .isEqualTo("chmod a+rx '/a b'\\''c;$(reboot)'");
    assertThat(Mend.command(Command.EXECUTABLE, "/a\nreboot").getScript())
        .startsWith("# ").doesNotContain("\n");
    assertThat(Mend.command(Command.EXECUTABLE, "-R").getScript())
        .startsWith("# ");
    assertThat(Mend.command(Command.MTU, "a b").getScript()).startsWith("# ");
    assertThat(Mend.property("core-site.xml", "k", "a\nreboot").getScript())
        .isEqualTo("# Edit core-site.xml: k = a reboot");
  }

  /** It would read the rest of the script as an answer. */
  @Test
  public void whatInstallsAPackageAsksNothing() {
    assertThat(Mend.command(Command.INSTALL, "chrony", "chrony").getScript())
        .isEqualTo("apt-get install -y chrony < /dev/null"
            + " || yum install -y chrony < /dev/null");
  }

  @Test
  public void aReportIsTheSameAfterJson() throws IOException {
    HostReport report = host("a", "17", true);
    HostReport back = HostReport.parse("a", Json.pretty(report.toMap()));
    assertThat(back.toMap()).isEqualTo(report.toMap());
    for (String nothing : new String[] {"{}", "[]", "{\"findings\":{}}", ""}) {
      assertThatThrownBy(() -> HostReport.parse("a", nothing))
          .isInstanceOf(IOException.class);
    }
    assertThatThrownBy(() -> HostReport.parse("a",
        "{\"findings\":[{\"check\":\"x\"}]}"))
        .isInstanceOf(IOException.class);
  }

  @Test(timeout = 60_000)
  public void hostsAreAskedAndThoseThatFailAreErrors() throws Exception {
    Path ssh = folder.newFile().toPath();
    Files.write(ssh, Arrays.asList("#!/bin/sh",
        "test \"$2\" = good || { echo 'no route to host' >&2; exit 255; }",
        "echo 'a line before'",
        "echo '{\"findings\":[{\"check\":\"x\",\"severity\":\"note\","
        + "\"found\":\"f\",\"why\":\"w\",\"mend\":\"\",\"script\":\"\"}]}'"));
    Cluster cluster = new RemoteHosts(
        Arrays.asList("sh", ssh.toString(), "-x"), "command")
        .ask(Arrays.asList("good", "bad"));
    assertThat(cluster.worst()).isEqualTo(Severity.ERROR);
    assertThat(cluster.getReports()).extracting(HostReport::getHost)
        .containsExactlyInAnyOrder("bad", "good");
    for (HostReport report : cluster.getReports()) {
      if (report.getHost().equals("bad")) {
        assertThat(report.getFindings().get(0).getFound())
            .isEqualTo("status 255: no route to host");
      } else {
        assertThat(report.worst()).isEqualTo(Severity.NOTE);
      }
    }
  }

  @Test
  public void aFileOfHostsHasNamesOnly() throws IOException {
    Path file = folder.newFile().toPath();
    Files.write(file, Arrays.asList("# all", "", "a # first", "b"));
    assertThat(RemoteHosts.read(file)).containsExactly("a", "b");
    Files.write(file, Arrays.asList("-oProxyCommand=x"));
    assertThatThrownBy(() -> RemoteHosts.read(file))
        .hasMessageContaining("'-oProxyCommand=x' is no host");
    Files.write(file, Arrays.asList("# none"));
    assertThatThrownBy(() -> RemoteHosts.read(file))
        .hasMessageContaining("no host");
  }
}
