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
package org.smarth.hadoop.tools;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

import org.smarth.hadoop.doctor.checks.AllChecks;
import org.smarth.hadoop.doctor.finding.Severity;
import org.smarth.hadoop.doctor.machine.Installation;
import org.smarth.hadoop.doctor.machine.LiveProbes;
import org.smarth.hadoop.doctor.machine.Machine;
import org.smarth.hadoop.doctor.machine.NoProbes;
import org.smarth.hadoop.doctor.report.Cluster;
import org.smarth.hadoop.doctor.report.FixScript;
import org.smarth.hadoop.doctor.report.HostReport;
import org.smarth.hadoop.doctor.report.Json;
import org.smarth.hadoop.doctor.report.RemoteHosts;
import org.smarth.hadoop.doctor.report.TextReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks this machine, or several. */
@Command(name = "doctor", usageHelpWidth = 100, sortOptions = false,
    description = "Checks the operating system, Java, Hadoop and SMARTH on"
        + " this machine, or on several. Says what it found, why it matters"
        + " and what mends it, and changes nothing. Ends with status 0 if there"
        + " is no warning, with 1 after a warning, and with 3 after an"
        + " error.%n")
final class DoctorCommand implements Callable<Integer> {
  @Parameters(index = "0", arity = "0..1", paramLabel = "CONF_DIR",
      description = "The directory of hdfs-site.xml and others. Default:"
          + " $HADOOP_CONF_DIR, or etc/hadoop of the home.")
  private String directory;

  @Option(names = "--home", paramLabel = "DIR",
      description = "The home of Hadoop. Default: that of this command.")
  private String home;

  @Option(names = "--root", paramLabel = "DIR",
      description = "Look at the files below DIR, as if it were /. Then only"
          + " files are looked at: no names, disks and programs.")
  private Path root;

  @Option(names = "--hosts", paramLabel = "FILE",
      description = "Ask the hosts of FILE, one on each line, by ssh. They have"
          + " this jar, Hadoop and its settings at the same places.")
  private Path hosts;

  @Option(names = "--ssh", paramLabel = "COMMAND",
      defaultValue = "ssh -o BatchMode=yes -o ConnectTimeout=5",
      description = "How they are reached (default: ${DEFAULT-VALUE}).")
  private String ssh;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Option(names = "--all", description = "Print what is well, too.")
  private boolean all;

  @Option(names = "--fix-script", paramLabel = "FILE",
      description = "Write the commands that mend what was found to a new"
          + " FILE. Settings that have to be edited are comments there.")
  private Path fixScript;

  @Spec
  private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (fixScript != null && Files.exists(fixScript)) {
      throw new ParameterException(spec.commandLine(),
          "--fix-script = " + fixScript + ": is there already");
    }
    if (root != null && !Files.isDirectory(root)) {
      throw new ParameterException(spec.commandLine(),
          "--root = " + root + ": must be a directory");
    }
    if (root != null && hosts != null) {
      throw new ParameterException(spec.commandLine(),
          "--root and --hosts cannot be used together");
    }
    return hosts == null ? one() : cluster();
  }

  private int one() throws IOException {
    boolean live = root == null;
    Machine machine = new Machine(
        live ? Paths.get("").toAbsolutePath().getRoot() : root,
        live ? new LiveProbes() : new NoProbes());
    Installation installation =
        new Installation(machine, home(), directory());
    HostReport report = new HostReport(
        live ? machine.getProbes().hostName() : root.toString(),
        new AllChecks(machine, installation).run());
    if (json) {
      print(report.toMap());
    } else {
      new TextReport(out(), all).print(report);
    }
    write(FixScript.of(report));
    return report.worst().getExitStatus();
  }

  private int cluster() throws IOException, InterruptedException {
    List<String> names = RemoteHosts.read(hosts);
    Cluster cluster = new RemoteHosts(Arrays.asList(ssh.trim().split(" +")),
        remoteCommand()).ask(names);
    if (json) {
      List<Object> maps = new ArrayList<>();
      cluster.getReports().forEach(report -> maps.add(report.toMap()));
      print(maps);
    } else {
      new TextReport(out(), all).print(cluster);
    }
    write(FixScript.of(cluster));
    Severity worst = cluster.worst();
    return worst.getExitStatus();
  }

  /** @return an absolute path of the machine that is looked at, or null. */
  private String home() {
    if (home != null || root != null) {
      return home;
    }
    String own = System.getProperty("hadoop.home.dir");
    return own == null ? System.getenv("HADOOP_HOME") : own;
  }

  private String directory() {
    if (directory != null) {
      return root == null ? Paths.get(directory).toAbsolutePath().toString()
          : directory;
    }
    if (root != null) {
      return "/etc/hadoop/conf";
    }
    String own = System.getenv("HADOOP_CONF_DIR");
    if (own == null && home() == null) {
      throw new ParameterException(spec.commandLine(),
          "CONF_DIR is missing, and HADOOP_CONF_DIR is not set");
    }
    return own == null ? home() + "/etc/hadoop" : own;
  }

  /** Where this jar is, as hadoop jar was told; null if it was not used. */
  private static String jar() {
    // Hadoop unpacks the jar, so that no class knows where it was.
    String[] words = System.getProperty("sun.java.command", "").split(" ");
    return words.length > 1 && words[0].equals("org.apache.hadoop.util.RunJar")
        ? Paths.get(words[1]).toAbsolutePath().toString() : null;
  }

  private String remoteCommand() {
    if (home() == null || jar() == null) {
      throw new ParameterException(spec.commandLine(), "--hosts = " + hosts
          + ": needs hadoop jar, by which the hosts are asked, too");
    }
    return "JAVA_HOME=${JAVA_HOME:-" + quoted(System.getProperty("java.home"))
        + "} HADOOP_CONF_DIR=" + quoted(directory()) + " "
        + quoted(home() + "/bin/hadoop") + " jar "
        + quoted(jar())
        + " doctor --json --home " + quoted(home()) + " "
        + quoted(directory());
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private void print(Object value) throws IOException {
    out().println(Json.pretty(value));
    out().flush();
  }

  private void write(List<String> lines) throws IOException {
    if (fixScript != null) {
      Files.write(fixScript, lines, StandardOpenOption.CREATE_NEW);
    }
  }
}
