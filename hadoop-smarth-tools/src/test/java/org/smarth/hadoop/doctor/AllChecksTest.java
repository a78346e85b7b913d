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
package org.smarth.hadoop.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.assertj.core.api.SoftAssertions;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.smarth.hadoop.doctor.checks.AllChecks;
import org.smarth.hadoop.doctor.finding.Command;
import org.smarth.hadoop.doctor.finding.Finding;
import org.smarth.hadoop.doctor.finding.Severity;
import org.smarth.hadoop.doctor.machine.Installation;
import org.smarth.hadoop.doctor.machine.Machine;
import org.smarth.hadoop.line.HadoopLine;

import static org.assertj.core.api.Assertions.assertThat;

public class AllChecksTest {
  /** Those whose faults no file has; the tests below script them. */
  private static final Set<String> PROBED = new HashSet<>(Arrays.asList(
      "net.dns", "disk.full", "disk.uneven", "hdfs.racks", "smarth.jars"));

  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private final ScriptedProbes probes = new ScriptedProbes();

  private FixtureMachine right() throws IOException {
    return new FixtureMachine(folder.getRoot().toPath().resolve("root"));
  }

  private AllChecks checks(FixtureMachine fixture) throws IOException {
    Machine machine = new Machine(fixture.getRoot(), probes);
    return new AllChecks(machine, new Installation(machine,
        FixtureMachine.HOME, FixtureMachine.CONF));
  }

  private Severity worst(FixtureMachine fixture, String check)
      throws IOException {
    return worst(of(fixture, check));
  }

  private static Severity worst(List<Finding> findings) {
    return findings.stream().map(Finding::getSeverity)
        .max(Severity::compareTo).orElse(null);
  }

  private List<Finding> of(FixtureMachine fixture, String check)
      throws IOException {
    return checks(fixture).run().stream()
        .filter(finding -> finding.getCheck().equals(check))
        .collect(Collectors.toList());
  }

  @Test(timeout = 60_000)
  public void findsNothingOnAMachineThatIsRight() throws IOException {
    SoftAssertions softly = new SoftAssertions();
    Set<String> silent = new TreeSet<>(checks(right()).getNames());
    for (Finding finding : checks(right()).run()) {
      silent.remove(finding.getCheck());
      softly.assertThat(finding.getSeverity())
          .as(finding.getCheck() + ": " + finding.getFound())
          .isEqualTo(Severity.OK);
    }
    softly.assertThat(silent).containsExactly("jvm.pointers");
    softly.assertAll();
  }

  @Test(timeout = 120_000)
  public void findsEachFault() throws IOException {
    SoftAssertions softly = new SoftAssertions();
    Set<String> untested = new TreeSet<>(checks(right()).getNames());
    untested.removeAll(PROBED);
    for (FixtureMachine.Part fault : FixtureMachine.parts("wrong.txt")) {
      String[] words = fault.getHeading().split(" ");
      FixtureMachine fixture = right();
      if (words[2].startsWith("-")) {
        fixture.delete(words[2].substring(1));
      } else {
        fixture.write(words[2], fault.getText());
      }
      List<Finding> found = of(fixture, words[0]);
      softly.assertThat(worst(found)).as(fault.getHeading())
          .isEqualTo(Severity.valueOf(words[1].toUpperCase()));
      found.stream()
          .filter(finding -> finding.getSeverity() != Severity.OK)
          .forEach(finding -> {
            softly.assertThat(finding.getWhy()).as(words[0]).endsWith(".");
            softly.assertThat(finding.getMend().getText()).as(words[0])
                .isNotEmpty();
            String script = finding.getMend().getScript();
            softly.assertThat(script).as(words[0])
                .isEqualTo(Command.oneLine(script));
            softly.assertThat(script.startsWith("# ")
                || Command.isKnown(script)).as(script).isTrue();
          });
      untested.remove(words[0]);
    }
    softly.assertThat(untested).as("checks without a fault").isEmpty();
    softly.assertAll();
  }

  @Test(timeout = 60_000)
  public void aNewerJavaIsFoundWhereHadoopDoesNotRunOnIt() throws IOException {
    FixtureMachine fixture = right();
    fixture.write("/opt/java/release", "JAVA_VERSION=\"25\"\n");
    assertThat(worst(fixture, "jvm.version")).isEqualTo(
        HadoopLine.REFUSED_JAVA <= 25 ? Severity.ERROR : Severity.OK);
  }

  @Test(timeout = 120_000)
  public void saysWhatItCannotRead() throws IOException {
    SoftAssertions softly = new SoftAssertions();
    Set<String> untested = new TreeSet<>(checks(right()).getNames());
    untested.remove("net.dns");
    for (String line : FixtureMachine.lines("unreadable.txt")) {
      if (!line.startsWith("#")) {
        String[] words = line.split(" ");
        FixtureMachine fixture = right();
        fixture.makeUnreadable(words[1]);
        softly.assertThat(worst(fixture, words[0])).as(line)
            .isEqualTo(Severity.UNKNOWN);
        untested.remove(words[0]);
      }
    }
    softly.assertThat(untested).as("checks that always can read").isEmpty();
    softly.assertAll();
  }

  @Test(timeout = 60_000)
  public void aHostNeedsANameAndAnAddressThatAgree() throws IOException {
    FixtureMachine fixture = right();
    probes.setAddress(null);
    assertThat(worst(fixture, "net.dns")).isEqualTo(Severity.ERROR);
    probes.setAddress("10.0.0.1");
    probes.setName("10.0.0.1");
    assertThat(worst(fixture, "net.dns")).isEqualTo(Severity.WARNING);
    probes.setName("other.example.com");
    assertThat(worst(fixture, "net.dns")).isEqualTo(Severity.WARNING);
  }

  @Test(timeout = 60_000)
  public void disksThatAreFullOrUnevenAreFound() throws IOException {
    FixtureMachine fixture = right();
    probes.setUsedPercent("/data/1/dfs", 92);
    assertThat(worst(fixture, "disk.full")).isEqualTo(Severity.WARNING);
    assertThat(worst(fixture, "disk.uneven")).isEqualTo(Severity.WARNING);
    probes.setUsedPercent("/data/1/dfs", 99);
    assertThat(worst(fixture, "disk.full")).isEqualTo(Severity.ERROR);
    fixture.write(FixtureMachine.CONF + "/hdfs-site.xml",
        "dfs.client.smarth.spill.dir = /data/1/spill");
    probes.setUsedPercent("/data/1", 99);
    assertThat(worst(fixture, "smarth.spill")).isEqualTo(Severity.WARNING);
  }

  @Test(timeout = 60_000)
  public void aTopologyScriptMustAnswerWithARack() throws IOException {
    FixtureMachine fixture = right();
    probes.setOutput("rack1");
    assertThat(worst(fixture, "hdfs.topology")).isEqualTo(Severity.ERROR);
    probes.setOutput(null);
    assertThat(worst(fixture, "hdfs.topology")).isEqualTo(Severity.ERROR);
    assertThat(worst(fixture, "hdfs.racks")).isEqualTo(Severity.UNKNOWN);
    probes.setOutput("/rack1\n/default-rack");
    assertThat(worst(fixture, "hdfs.racks")).isEqualTo(Severity.WARNING);

    Path script = fixture.path(FixtureMachine.CONF + "/topology.sh");
    Files.setPosixFilePermissions(script, java.util.EnumSet.noneOf(
        java.nio.file.attribute.PosixFilePermission.class));
    assertThat(worst(fixture, "hdfs.topology")).isEqualTo(Severity.ERROR);
  }

  @Test(timeout = 60_000)
  public void manyNodesWithoutATopologyAreFound() throws IOException {
    FixtureMachine fixture = right();
    fixture.write(FixtureMachine.CONF + "/core-site.xml",
        "net.topology.script.file.name =");
    StringBuilder nodes = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      nodes.append("node").append(i).append('\n');
    }
    fixture.write(FixtureMachine.CONF + "/slaves", nodes.toString());
    assertThat(worst(fixture, "hdfs.topology")).isEqualTo(Severity.WARNING);
  }

  @Test(timeout = 60_000)
  public void aWorkerIsNotAskedForWhatOnlyTheNameNodeNeeds()
      throws IOException {
    FixtureMachine fixture = right();
    fixture.delete("/data/1/name");
    fixture.delete(FixtureMachine.CONF + "/topology.sh");
    fixture.write(FixtureMachine.CONF + "/hdfs-site.xml",
        "dfs.namenode.name.dir = /tmp/name");
    for (String check : new String[] {"hdfs.names", "hdfs.topology",
        "hdfs.racks", "hdfs.handlers"}) {
      assertThat(of(fixture, check)).as(check).isEmpty();
    }
    assertThat(worst(fixture, "disk.temporary")).isEqualTo(Severity.NOTE);
  }

  @Test(timeout = 60_000)
  public void aMachineOfHdfsAloneIsNotAskedForJobs() throws IOException {
    FixtureMachine fixture = right();
    fixture.delete(FixtureMachine.CONF + "/yarn-site.xml");
    fixture.delete("/proc/102");
    assertThat(checks(fixture).getNames())
        .noneMatch(name -> name.matches("(yarn|mapreduce)\\..*"));
    assertThat(worst(fixture, "disk.temporary")).isEqualTo(Severity.OK);
    assertThat(worst(fixture, "jvm.heaps")).isEqualTo(Severity.OK);
  }

  @Test(timeout = 60_000)
  public void jarsOfTwoBuildsAreFound() throws IOException {
    FixtureMachine fixture = right();
    String share = FixtureMachine.HOME + "/share/hadoop";
    fixture.jar(share + "/hdfs/hadoop-hdfs-client-2.10.2.jar", "other");
    assertThat(worst(fixture, "smarth.jars")).isEqualTo(Severity.ERROR);

    fixture = right();
    fixture.jar(share + "/httpfs/lib/hadoop-hdfs-2.10.2.jar", null);
    assertThat(worst(fixture, "smarth.jars")).isEqualTo(Severity.ERROR);
  }

  @Test(timeout = 60_000)
  public void everyKeyOutOfRangeIsTold() throws IOException {
    FixtureMachine fixture = right();
    fixture.write(FixtureMachine.CONF + "/hdfs-site.xml",
        "dfs.client.smarth.pipelines.max = 65\n"
        + "dfs.client.smarth.enabled = maybe\n"
        + "dfs.namenode.smarth.enabled = perhaps");
    assertThat(of(fixture, "smarth.keys")).extracting(Finding::getFound)
        .hasSize(3).doesNotHaveDuplicates()
        .allMatch(found -> found.contains(": must be "));
  }

  @Test(timeout = 60_000)
  public void aMachineWithoutOurJarsIsSaidToHaveNone() throws IOException {
    FixtureMachine fixture = right();
    fixture.delete(FixtureMachine.HOME + "/share");
    fixture.jar(FixtureMachine.HOME + "/share/hadoop/hdfs/hadoop-hdfs-2.10.2"
        + ".jar", null);
    assertThat(worst(fixture, "smarth.jars")).isEqualTo(Severity.NOTE);
  }

  @Test(timeout = 60_000)
  public void withoutADaemonTheLimitsOfTheUserCount() throws IOException {
    FixtureMachine fixture = right();
    fixture.delete("/proc/101");
    fixture.delete("/proc/102");
    fixture.write("/proc/self/limits",
        "Max open files   1024   4096   files\n");
    assertThat(of(fixture, "os.open-files").get(0).getFound())
        .isEqualTo("this user: nofile = 1024");
    assertThat(worst(fixture, "os.processes")).isEqualTo(Severity.UNKNOWN);
  }
}
