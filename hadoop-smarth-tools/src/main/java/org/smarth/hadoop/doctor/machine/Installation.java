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
package org.smarth.hadoop.doctor.machine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.hadoop.conf.Configuration;
import org.smarth.hadoop.line.HadoopLine;

/** A home of Hadoop and its configuration directory. Not thread-safe. */
public final class Installation {
  private static final Pattern EXPORT =
      Pattern.compile("^ *(?:export +)?([A-Z_]+)=(.*)$");

  private final Machine machine;
  private final String home;
  private final String directory;
  /** What was read already, by the names of its files. */
  private final Map<String, Configuration> read = new HashMap<>();

  /**
   * @param home the absolute path of the home, or null if it is not known
   * @param directory the absolute path of the configuration directory
   * @throws IOException if that has no site file
   */
  public Installation(Machine machine, String home, String directory)
      throws IOException {
    this.machine = machine;
    this.home = home;
    this.directory = directory;
    if (!machine.exists(directory + "/core-site.xml")
        && !machine.exists(directory + "/hdfs-site.xml")
        && !machine.exists(directory + "/yarn-site.xml")) {
      throw new IOException(machine.path(directory) + ": no directory with"
          + " core-site.xml, hdfs-site.xml or yarn-site.xml");
    }
  }

  /** @return the absolute path of the home, or null if it is not known. */
  public String getHome() {
    return home;
  }

  /** @return whether this machine is to run jobs or their daemons. */
  public boolean hasYarn() {
    return machine.exists(directory + "/yarn-site.xml");
  }

  /** @return whether a directory that the key names is on this machine. */
  public boolean isHere(Configuration conf, String key) {
    return directories(conf, key).stream().anyMatch(machine::exists);
  }

  /** @return where the configuration directory is. */
  public Path getDirectory() {
    return machine.path(directory);
  }

  /** @return what NameNodes, DataNodes and clients of HDFS read. */
  public Configuration hdfs() throws IOException {
    return read("core", "hdfs");
  }

  /** @return what ResourceManagers and NodeManagers read. */
  public Configuration yarn() throws IOException {
    return read("core", "yarn");
  }

  /** @return what jobs read. */
  public Configuration mapReduce() throws IOException {
    return read("core", "yarn", "mapred");
  }

  /** @return whether a site file of the names sets a key. */
  public boolean isSet(Configuration conf, String key) {
    String[] sources = conf.getPropertySources(key);
    return sources != null && sources.length > 0
        && !sources[0].endsWith("-default.xml");
  }

  private Configuration read(String... names) throws IOException {
    String all = String.join(" ", names);
    Configuration conf = read.get(all);
    if (conf == null) {
      conf = parse(names);
      read.put(all, conf);
    }
    return conf;
  }

  private Configuration parse(String... names) throws IOException {
    Configuration conf = new Configuration(false);
    for (String name : names) {
      conf.addResource(name + "-default.xml");
    }
    for (String name : names) {
      String file = directory + "/" + name + "-site.xml";
      // Read before, as Configuration logs what it cannot read.
      if (machine.text(file) != null) {
        conf.addResource(new org.apache.hadoop.fs.Path(
            machine.path(file).toUri().toString()));
      }
    }
    try {
      conf.size();
    } catch (RuntimeException e) {
      throw new IOException(e.getMessage(), e);
    }
    return conf;
  }

  /**
   * @return the last value that a script such as "hadoop-env.sh" sets, or
   *     null. The shell's own expansions are left as they are.
   */
  public String environment(String script, String variable)
      throws IOException {
    String value = null;
    for (String line : machine.lines(directory + "/" + script)) {
      Matcher matcher = EXPORT.matcher(line);
      if (matcher.matches() && matcher.group(1).equals(variable)) {
        value = matcher.group(2).trim().replaceAll("^[\"']|[\"']$", "");
      }
    }
    return value;
  }

  /** @return the hosts of the file that names them; none if there is none. */
  public List<String> nodes() throws IOException {
    List<String> nodes = new ArrayList<>();
    for (String line : machine.lines(
        directory + "/" + HadoopLine.NODES_FILE)) {
      String name = line.replaceAll("#.*", "").trim();
      if (!name.isEmpty()) {
        nodes.add(name);
      }
    }
    return nodes;
  }

  /** @return directories of a key, without file: and storage types. */
  public static List<String> directories(Configuration conf, String key) {
    List<String> directories = new ArrayList<>();
    for (String name : conf.getTrimmedStrings(key)) {
      directories.add(name.replaceFirst("^\\[[^]]*\\]", "")
          .replaceFirst("^file:/+", "/"));
    }
    return directories;
  }
}
