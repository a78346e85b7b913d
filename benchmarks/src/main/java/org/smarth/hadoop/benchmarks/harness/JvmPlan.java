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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

import org.apache.hadoop.fs.FsShell;

/** How the JVMs of one contender's run are started: what they have in common. */
public final class JvmPlan {
  /** How many files the commands of a client copy at once. */
  public static final String COPY_THREADS_KEY = "fs.shell.smarth.copy.threads";
  private static final String HOSTS = "hosts";

  private final String classPath;
  private final Installation installation;
  private final UploadSpec spec;
  private final Path specFile;
  private final Path hosts;

  public JvmPlan(Installation installation, UploadSpec spec, int nodes, IntFunction<String> ipOf)
      throws IOException {
    this(installation, installation.classPath(), spec);
    spec.save(specFile);
    writeHosts(spec.dir(), nodes, ipOf);
  }

  private JvmPlan(Installation installation, String classPath, UploadSpec spec) {
    this.installation = installation;
    this.classPath = classPath;
    this.spec = spec;
    this.specFile = spec.dir().resolve("upload.json");
    this.hosts = spec.dir().resolve(HOSTS);
  }

  /**
   * Writes the names of a cluster's nodes for the JDK's own resolver: Hadoop asks for the names of
   * all addresses, and no name server is to be asked, or waited for, about these.
   */
  public static void writeHosts(Path dir, int nodes, IntFunction<String> ipOf) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("127.0.0.1 localhost");
    lines.add("127.0.0.1 " + Files.readString(Path.of("/proc/sys/kernel/hostname")).trim());
    for (int node = 1; node <= nodes; node++) {
      lines.add(ipOf.apply(node) + " node" + node);
    }
    Files.write(dir.resolve(HOSTS), lines);
  }

  /** For JVMs of the same run that have stock's jars. */
  public JvmPlan withStockJars() {
    return new JvmPlan(installation, installation.stockClassPath(), spec);
  }

  /**
   * @param node names the logs: node.log for what is logged, node.err for standard error
   * @param role what the JVM is, with its arguments
   * @param site a directory with site files, or null
   */
  public ChildJvm start(String node, List<String> role, String heap, List<String> prefix,
      Path site) throws IOException {
    List<String> main = new ArrayList<>(List.of(HarnessMain.class.getName(), specFile.toString()));
    main.addAll(role);
    return startMain(node, main, heap, prefix, site);
  }

  /** A JVM that runs Hadoop's file system shell and ends with it. */
  public ChildJvm startShell(String node, List<String> args, String heap, List<String> prefix,
      Path site) throws IOException {
    List<String> main = new ArrayList<>(List.of(FsShell.class.getName()));
    main.addAll(args);
    return startMain(node, main, heap, prefix, site);
  }

  /** The contender's command that uploads a path, or the program that it has instead. */
  public ChildJvm startPut(String node, String source, String target, String heap,
      List<String> prefix, Path site) throws IOException {
    if (installation.otherClient().isEmpty()) {
      return startShell(node, List.of("-put", source, target), heap, prefix, site);
    }
    List<String> options = new ArrayList<>(ChildJvm.options(heap));
    properties(spec.dir(), node).forEach((key, value) -> options.add("-D" + key + "=" + value));
    List<String> line = new ArrayList<>(prefix);
    line.addAll(List.of(installation.otherClient().get().toString(), source, target));
    return ChildJvm.start(line, Map.of("HADOOP_CONF_DIR", site.toString(),
        "HADOOP_CLIENT_OPTS", String.join(" ", options), "COPY_THREADS",
        installation.clientSettings().get(COPY_THREADS_KEY)), errors(spec, node));
  }

  /** A JVM that runs a program of the contender's class path. */
  public ChildJvm startMain(String node, List<String> mainAndArguments, String heap,
      List<String> prefix, Path site) throws IOException {
    String all = (site == null ? "" : site + ":") + classPath;
    Map<String, String> properties = new HashMap<>(properties(spec.dir(), node));
    if (spec.protection().hasKerberos()) {
      properties.put("java.security.krb5.conf", Kerberos.configuration(spec.dir()).toString());
    }
    return ChildJvm.start(new ChildJvm.Command(prefix, heap, all, properties, mainAndArguments),
        errors(spec, node));
  }

  /**
   * The system properties of a JVM that keeps everything in a directory, where a file "hosts" knows
   * the names of nodes: its log goes to node.log.
   */
  public static Map<String, String> properties(Path dir, String node) throws IOException {
    return Map.of("log4j.configuration", "try-log4j.properties",
        "try.log", dir.resolve(node + ".log").toString(),
        "jdk.net.hosts.file", dir.resolve(HOSTS).toString(),
        // Jetty unpacks there, and never deletes what it unpacked.
        "java.io.tmpdir", Files.createDirectories(dir.resolve("tmp")).toString());
  }

  /** The class path that the contender's JVMs have. */
  public String classPath() {
    return classPath;
  }

  /** The contender's settings of all JVMs. */
  public Map<String, String> clusterSettings() {
    return installation.clusterSettings();
  }

  /** The file by which JVMs know the names of nodes. */
  public Path hosts() {
    return hosts;
  }

  public static Path log(UploadSpec spec, String node) {
    return spec.dir().resolve(node + ".log");
  }

  public static Path errors(UploadSpec spec, String node) {
    return spec.dir().resolve(node + ".err");
  }
}
