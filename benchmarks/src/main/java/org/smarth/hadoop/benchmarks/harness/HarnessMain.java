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

import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.service.Service;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;

/**
 * Main class of every JVM of a contender. Arguments: the file of an {@link UploadSpec}, what the
 * JVM is, and a client's {@link ClientJob}. All but the embedded cluster take their settings from
 * the site files on their class path. Ends when the driver does: its end closes this JVM's standard
 * input.
 */
public final class HarnessMain {
  /** NameNode and DataNodes together; says the URI of its file system when it is ready. */
  public static final String CLUSTER = "cluster";
  public static final String CLIENT = "client";
  public static final String NAME_NODE = "namenode";
  /** A NameNode on the directory of one that ran before. */
  public static final String NAME_NODE_AGAIN = "namenode-again";
  public static final String DATA_NODE = "datanode";
  public static final String RESOURCE_MANAGER = "resourcemanager";
  public static final String NODE_MANAGER = "nodemanager";
  public static final String HISTORY_SERVER = "historyserver";

  private HarnessMain() {
  }

  public static void main(String[] args) {
    PrintStream stdout = System.out;
    // Only events go to the driver; what Hadoop prints goes to the log.
    System.setOut(System.err);
    Events events = new Events(stdout);
    DriverCommands commands = DriverCommands.follow(events);
    int status = 0;
    try {
      run(args, events, commands);
    } catch (Failure e) {
      e.printStackTrace();
      events.error(e.getMessage());
      status = 1;
    } catch (Throwable e) {
      e.printStackTrace();
      events.error(e.toString());
      status = 1;
    }
    // The cluster's data is of no more use: its threads need no orderly end.
    Runtime.getRuntime().halt(status);
  }

  private static void run(String[] args, Events events, DriverCommands commands) throws Exception {
    UploadSpec spec = UploadSpec.load(Path.of(args[0]));
    String role = args[1];
    // Formatting and starting a NameNode in one JVM registers its metrics twice.
    DefaultMetricsSystem.setMiniClusterMode(true);
    switch (role) {
    case CLUSTER -> {
      EmbeddedCluster cluster = new EmbeddedCluster(spec);
      cluster.start();
      events.stage(FileSystem.getDefaultUri(cluster.clientConfiguration()).toString());
      new CountDownLatch(1).await();
    }
    case CLIENT -> {
      Configuration conf = new HdfsConfiguration();
      Kerberos.login(conf);
      ClientContext context = new ClientContext(spec, conf, events, commands);
      Metrics result;
      try (DistributedFileSystem fs = context.client()) {
        result = Json.read(args[2], ClientJob.class).run(context, fs);
      }
      events.send(Events.Kind.RESULT, result);
    }
    case NAME_NODE, NAME_NODE_AGAIN -> {
      Configuration conf = new HdfsConfiguration();
      if (role.equals(NAME_NODE)) {
        NameNode.format(conf);
      }
      NameNode nameNode = NameNode.createNameNode(new String[0], conf);
      events.stage("ready");
      nameNode.join();
    }
    case RESOURCE_MANAGER -> run(new ResourceManager(), events);
    case NODE_MANAGER -> run(new NodeManager(), events);
    case HISTORY_SERVER -> run(new JobHistoryServer(), events);
    default -> {
      for (String dir : new HdfsConfiguration().getTrimmedStrings("dfs.datanode.data.dir")) {
        Files.createDirectories(Path.of(new URI(dir)));
      }
      DataNode.createDataNode(new String[0], new HdfsConfiguration());
      events.stage("ready");
      new CountDownLatch(1).await();
    }
    }
  }

  /** A daemon of YARN or MapReduce. */
  private static void run(Service daemon, Events events) throws InterruptedException {
    daemon.init(new YarnConfiguration(new JobConf()));
    daemon.start();
    events.stage("ready");
    new CountDownLatch(1).await();
  }
}
