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
package org.apache.hadoop.mapreduce.v2.app.rm;

import java.io.Closeable;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.fastheartbeat.SmallCluster;
import org.awaitility.Awaitility;

/** A ResourceManager and a NodeManager in JVMs of their own. */
final class YarnProcesses implements Closeable {
  private final File directory;
  private final String classPath;
  private final List<Process> processes = new ArrayList<>();

  /**
   * @param directory for configuration and logs
   * @param conf set up
   * @param classPath of both
   */
  YarnProcesses(File directory, Configuration conf, String classPath)
      throws IOException {
    this.directory = directory;
    this.classPath = classPath;
    try (OutputStream site =
        new FileOutputStream(new File(directory, "yarn-site.xml"))) {
      conf.writeXml(site);
    }
    // JMX shows what it read up to one period ago; a job may take less than 10 s.
    Files.write(directory.toPath().resolve("hadoop-metrics2.properties"),
        Collections.singleton("*.period=1"));
    try {
      start("org.apache.hadoop.yarn.server.resourcemanager.ResourceManager");
      start("org.apache.hadoop.yarn.server.nodemanager.NodeManager");
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  /** What a small machine has room for. */
  static void setUp(Configuration conf) throws IOException {
    SmallCluster.configure(conf);
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, 256);
    conf.set(YarnConfiguration.NM_AUX_SERVICES, "mapreduce_shuffle");
    conf.setInt("mapreduce.shuffle.port", 0);
    conf.setBoolean(YarnConfiguration.NM_VMEM_CHECK_ENABLED, false);
    conf.setBoolean(YarnConfiguration.NM_PMEM_CHECK_ENABLED, false);
  }

  private void start(String daemon) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.addAll(Arrays.asList(ClassPaths.jvmOptions().split(" ")));
    command.add("-Djava.net.preferIPv4Stack=true");
    command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
    command.add("-cp");
    command.add(directory + File.pathSeparator + classPath);
    command.add(daemon);
    String name = daemon.substring(daemon.lastIndexOf('.') + 1);
    processes.add(new ProcessBuilder(command).directory(directory)
        .redirectErrorStream(true)
        .redirectOutput(new File(directory, name + ".log")).start());
  }

  /** Waits until the NodeManager can run containers. */
  void awaitNode(Configuration conf) {
    YarnClient client = YarnClient.createYarnClient();
    client.init(conf);
    client.start();
    try {
      Awaitility.await().atMost(60, TimeUnit.SECONDS).ignoreExceptions()
          .until(() -> client.getNodeReports(NodeState.RUNNING).size() == 1);
    } finally {
      client.stop();
    }
  }

  @Override
  public void close() {
    for (Process process : processes) {
      process.destroy();
    }
    for (Process process : processes) {
      try {
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      } catch (InterruptedException e) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }
  }
}
