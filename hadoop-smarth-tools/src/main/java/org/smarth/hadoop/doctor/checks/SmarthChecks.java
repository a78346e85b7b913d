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
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.apache.hadoop.hdfs.smarth.conf.SmarthBuild;
import org.apache.hadoop.hdfs.smarth.datanode.FirstNodeConf;
import org.apache.hadoop.hdfs.smarth.namenode.ClusterSwitch;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementConf;
import org.smarth.hadoop.doctor.finding.Findings;
import org.smarth.hadoop.doctor.finding.Mend;
import org.smarth.hadoop.doctor.machine.Installation;
import org.smarth.hadoop.doctor.machine.Machine;
import org.smarth.hadoop.doctor.machine.Mount;
import org.smarth.hadoop.doctor.machine.Probes.Space;
import org.smarth.hadoop.heartbeat.check.SiteCheck;

/** Checks of the drop-in jars, and of their settings. */
final class SmarthChecks {
  private static final String POLICY = "dfs.block.replicator.classname";
  private static final String OUR_POLICY = "org.apache.hadoop.hdfs.server"
      + ".blockmanagement.BlockPlacementPolicySmarth";
  private static final String PLUGINS = "dfs.namenode.plugins";
  private static final String OUR_PLUGIN =
      "org.apache.hadoop.hdfs.server.namenode.SmarthNameNodePlugin";
  private static final Pattern JAR = Pattern.compile("hadoop-(common|hdfs"
      + "|hdfs-client|client-api|yarn-common|yarn-server-resourcemanager"
      + "|mapreduce-client-core|mapreduce-client-app)-[0-9.]+\\.jar");
  private static final Pattern OUR_KEY = Pattern.compile(
      "(dfs\\.(client|datanode|namenode)|fs\\.shell)\\.smarth\\..*");
  private static final String STOCK = "stock";
  private static final double SPILL_FREE = 0.15;

  private final Machine machine;
  private final Installation installation;

  SmarthChecks(Machine machine, Installation installation) {
    this.machine = machine;
    this.installation = installation;
  }

  void addTo(Map<String, Check> checks) {
    checks.put("smarth.jars", this::jars);
    checks.put("smarth.keys", this::keys);
    checks.put("smarth.unknown-keys", this::unknownKeys);
    checks.put("smarth.policy", this::policy);
    checks.put("smarth.plugin", this::plugin);
    checks.put("smarth.spill", this::spill);
    checks.put("smarth.heartbeats", this::heartbeats);
  }

  private void jars(Findings findings) throws IOException {
    if (installation.getHome() == null) {
      findings.unknown("the jars: the home is not known; see --home");
      return;
    }
    Map<String, List<String>> byBuild = new TreeMap<>();
    for (Path jar : jarFiles()) {
      byBuild.computeIfAbsent(build(jar), b -> new ArrayList<>())
          .add(machine.path(installation.getHome()).relativize(jar)
              .toString());
    }
    List<String> stock = byBuild.remove(STOCK);
    Mend mend = Mend.advice("Run install.sh of one archive on "
        + installation.getHome());
    if (byBuild.isEmpty()) {
      findings.note("the drop-in jars are not installed", "All files are"
          + " written as stock writes them.", mend);
    } else if (byBuild.size() > 1) {
      findings.error("jars of builds " + byBuild, "Only jars of one build are"
          + " tested with each other.", mend);
    } else {
      Map.Entry<String, List<String>> ours =
          byBuild.entrySet().iterator().next();
      twice(findings, ours.getValue(), stock, mend);
      findings.ok("build " + ours.getKey() + ": " + ours.getValue().size()
          + " jars" + (stock == null ? "" : "; stock's: " + stock.size()));
    }
  }

  /** Finds jars that are ours in one place and stock's in another. */
  private static void twice(Findings findings, List<String> ours,
      List<String> stock, Mend mend) {
    for (String jar : stock == null ? new ArrayList<String>() : stock) {
      String name = jar.replaceAll(".*/", "");
      if (ours.stream().anyMatch(our -> our.endsWith("/" + name))) {
        findings.error("stock's " + jar + " beside ours in another place",
            "A program takes the one that is first on its classpath.", mend);
      }
    }
  }

  private List<Path> jarFiles() throws IOException {
    Path share = machine.path(installation.getHome() + "/share/hadoop");
    if (!Files.isDirectory(share)) {
      throw new IOException(share + ": no such directory");
    }
    try (Stream<Path> files = Files.walk(share)) {
      return files.filter(file -> JAR.matcher(String.valueOf(
          file.getFileName())).matches()).sorted()
          .collect(Collectors.toList());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static String build(Path file) throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      Attributes manifest = jar.getManifest() == null ? new Attributes()
          : jar.getManifest().getMainAttributes();
      String build = manifest.getValue(SmarthBuild.ENTRY);
      return build == null ? STOCK : build;
    } catch (java.util.zip.ZipException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  private void keys(Findings findings) throws IOException {
    try {
      inRange(findings, conf ->
          new SmarthClientConf(conf, Runtime.getRuntime().maxMemory(), null));
      inRange(findings, FirstNodeConf::new);
      inRange(findings, ClusterSwitch::new);
      inRange(findings, PlacementConf::new);
    } catch (LinkageError e) {
      findings.unknown("ranges of keys: the jars of this command's Hadoop are"
          + " stock's");
      return;
    }
    if (findings.getList().isEmpty()) {
      findings.ok("all keys are in range");
    }
  }

  /** How a program reads its keys. */
  private interface Reading {
    Object from(Configuration conf);
  }

  /** Finds every key that is out of range: a program tells the first alone. */
  private void inRange(Findings findings, Reading reading)
      throws IOException {
    Configuration conf = installation.hdfs();
    String wrong;
    do {
      wrong = null;
      try {
        reading.from(conf);
      } catch (HadoopIllegalArgumentException e) {
        findings.error(e.getMessage(), "A client or daemon does not start.",
            Mend.advice("Correct it in hdfs-site.xml"));
        wrong = e.getMessage().split(" = ", 2)[0];
      }
    } while (wrong != null && unset(conf, wrong));
  }

  private static boolean unset(Configuration conf, String key) {
    boolean set = conf.getRaw(key) != null;
    conf.unset(key);
    return set;
  }

  private void unknownKeys(Findings findings) throws IOException {
    Configuration conf = installation.hdfs();
    TreeSet<String> unknown = new TreeSet<>();
    boolean known = false;
    for (Map.Entry<String, String> entry : conf) {
      String key = entry.getKey();
      if (OUR_KEY.matcher(key).matches()) {
        boolean set = installation.isSet(conf, key);
        known |= !set;
        if (set && new Defaults().get(key) == null) {
          unknown.add(key);
        }
      }
    }
    if (!known && !unknown.isEmpty()) {
      findings.warning(unknown.size() + " keys of SMARTH are set",
          "The jars of this command's Hadoop do not know them.",
          Mend.advice("Install the drop-in jars"));
    } else if (!unknown.isEmpty()) {
      findings.warning("unknown keys: " + String.join(", ", unknown),
          "They have no effect.", Mend.advice("Compare with"
          + " docs/CONFIGURATION.md"));
    } else {
      findings.ok("no unknown keys of SMARTH");
    }
  }

  /** The defaults alone. */
  private static final class Defaults {
    private final Configuration conf = new Configuration(false);

    Defaults() {
      conf.addResource("core-default.xml");
      conf.addResource("hdfs-default.xml");
    }

    String get(String key) {
      return conf.get(key);
    }
  }

  private void policy(Findings findings) throws IOException {
    expect(findings, POLICY, OUR_POLICY,
        "New blocks are placed without regard to speed.");
  }

  private void plugin(Findings findings) throws IOException {
    expect(findings, PLUGINS, OUR_PLUGIN,
        "The NameNode takes no speeds from clients.");
  }

  private void expect(Findings findings, String key, String ours, String why)
      throws IOException {
    Configuration conf = installation.hdfs();
    String value = conf.getTrimmed(key, "");
    if (!installation.isSet(conf, key)
        || java.util.Arrays.asList(conf.getTrimmedStrings(key))
            .contains(ours)) {
      findings.ok(key + " is the default, or ours");
    } else {
      findings.warning(key + " = " + value, why,
          Mend.property("hdfs-site.xml", key, key.equals(PLUGINS)
              ? value + "," + ours : ours));
    }
  }

  private void spill(Findings findings) throws IOException {
    Configuration conf = new Configuration(installation.hdfs());
    String key = "dfs.client.smarth.spill.dir";
    conf.setIfUnset(key, "${hadoop.tmp.dir}/smarth");
    for (String directory : Installation.directories(conf, key)) {
      Mount mount = Mount.of(machine, directory);
      if (mount != null && mount.getType().equals("tmpfs")) {
        findings.warning(directory + " is in memory", "Packets are spilled"
            + " because memory is full.", Mend.property("hdfs-site.xml", key,
            "a directory of a disk"));
        continue;
      }
      String there = directory;
      while (!machine.exists(there) && !there.isEmpty()) {
        there = there.replaceFirst("/[^/]*$", "");
      }
      Space space = machine.getProbes()
          .space(machine.path(there.isEmpty() ? "/" : there));
      if (space.getFree() < space.getTotal() * SPILL_FREE) {
        findings.warning(directory + ": " + space.usedPercent() + "% used",
            "No packets are spilled to a disk that is so full: a client waits"
            + " for slow datanodes once its memory is full.",
            Mend.property("hdfs-site.xml", key, "a directory with more space"));
      } else {
        findings.ok(directory + " has room");
      }
    }
  }

  private void heartbeats(Findings findings) throws IOException {
    SiteCheck check = new SiteCheck(installation.getDirectory());
    for (org.smarth.hadoop.heartbeat.check.Finding found
        : check.getFindings()) {
      Mend mend = Mend.advice("See docs/HEARTBEATS.md");
      String text = found.toString().replaceFirst("^[a-z]+: ", "");
      if (found.isError()) {
        findings.error(text, "A daemon or application master does not start.",
            mend);
      } else {
        findings.warning(text, "A setting has no effect, or slows jobs.", mend);
      }
    }
    if (check.getFindings().isEmpty()) {
      findings.ok("heartbeats: all keys in range and effective");
    }
  }
}
