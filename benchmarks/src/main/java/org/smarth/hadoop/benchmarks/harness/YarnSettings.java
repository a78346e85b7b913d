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

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The site files of YARN and MapReduce on a cluster that is measured: addresses, directories, and
 * containers that are small enough for one machine. What decides speed is left as Hadoop ships it.
 */
public final class YarnSettings {
  /** Where the ResourceManager hears application masters. */
  public static final int SCHEDULER_PORT = 8030;
  /** Where the ResourceManager hears NodeManagers. */
  public static final int TRACKER_PORT = 8031;
  /** The longest period of adaptive heartbeats of NodeManagers, which it turns on. */
  public static final String ADAPTIVE_KEY =
      "yarn.resourcemanager.nodemanagers.adaptive-heartbeat.max-ms";

  private static final String CONTAINER_MB = "512";
  /** Three maps at a time at each node, as in the paper on heartbeats. */
  private static final String NODE_MB = "1536";
  /** Of a capacity scheduler without a file of its own. */
  private static final String QUEUE = "yarn.scheduler.capacity.root.";

  private final Path dir;
  private final String masterIp;
  private final Containers containers;
  private final Map<String, String> base;

  /**
   * What the JVMs of containers need.
   *
   * @param options for a JVM with Hadoop, without those of its heap
   */
  public record Containers(Path javaHome, String classPath, String options) {
    /** @param hosts the file by which JVMs know the names of nodes */
    public static Containers of(Path javaHome, String classPath, Path hosts) {
      List<String> options = new ArrayList<>(ChildJvm.options("0"));
      options.remove(0);
      // A task lives for seconds, in which C2 costs more of few cores than it gives.
      options.add("-XX:TieredStopAtLevel=1");
      options.add("-Djdk.net.hosts.file=" + hosts);
      return new Containers(javaHome, classPath, String.join(" ", options));
    }
  }

  /**
   * @param dir everything that YARN writes
   * @param masterIp of the ResourceManager and the history server
   * @param base what clients of HDFS have in their site files
   */
  public YarnSettings(Path dir, String masterIp, Containers containers, Map<String, String> base) {
    this.dir = dir;
    this.masterIp = masterIp;
    this.containers = containers;
    this.base = new LinkedHashMap<>(base);
  }

  /** Of the ResourceManager, the history server and clients. */
  public Map<String, String> common() {
    Map<String, String> s = new LinkedHashMap<>(base);
    s.put("yarn.resourcemanager.hostname", masterIp);
    s.put(QUEUE + "queues", "default");
    s.put(QUEUE + "default.capacity", "100");
    // An application master is a third of a node here, and stock's tenth of all is for large ones.
    s.put("yarn.scheduler.capacity.maximum-am-resource-percent", "0.5");
    s.put("yarn.scheduler.minimum-allocation-mb", CONTAINER_MB);
    s.put("yarn.application.classpath", dir.toString());
    s.put("mapreduce.framework.name", "yarn");
    s.put("mapreduce.application.classpath", containers.classPath());
    s.put("mapreduce.jobhistory.address", masterIp + ":10020");
    s.put("mapreduce.jobhistory.webapp.address", masterIp + ":19888");
    s.put("yarn.app.mapreduce.am.resource.mb", CONTAINER_MB);
    s.put("mapreduce.map.memory.mb", CONTAINER_MB);
    s.put("mapreduce.reduce.memory.mb", CONTAINER_MB);
    String options = "-Xmx320m " + containers.options();
    s.put("yarn.app.mapreduce.am.command-opts", options);
    s.put("mapreduce.map.java.opts", options);
    s.put("mapreduce.reduce.java.opts", options);
    return s;
  }

  /** Of a NodeManager. */
  public Map<String, String> nodeManager(int node, String ip) {
    Map<String, String> s = common();
    s.put("yarn.nodemanager.hostname", ip);
    s.put("yarn.nodemanager.local-dirs", dir.resolve("yarn-local-" + node).toString());
    s.put("yarn.nodemanager.log-dirs", dir.resolve("yarn-logs-" + node).toString());
    s.put("yarn.nodemanager.resource.memory-mb", NODE_MB);
    s.put("yarn.nodemanager.aux-services", "mapreduce_shuffle");
    s.put("yarn.nodemanager.admin-env", "JAVA_HOME=" + containers.javaHome());
    // The free space was checked before, and a JVM reserves far more addresses than it uses.
    s.put("yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", "100");
    s.put("yarn.nodemanager.vmem-check-enabled", "false");
    return s;
  }
}
