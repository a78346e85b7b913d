/*
 * Licensed to the Apache Software Foundation (ASF) under one or more
 * contributor license agreements.  See the NOTICE file distributed with
 * this work for additional information regarding copyright ownership.
 * The ASF licenses this file to You under the Apache License, Version 2.0
 * (the "License"); you may not use this file except in compliance with
 * the License.  You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.smarth.hadoop.benchmarks.cluster;

import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * Main class of every JVM of a contender. Arguments: the file of an {@link UploadSpec}, what the
 * JVM is, and a client's {@link ClientJob}. All but the embedded cluster take their settings from
 * the site files on their class path. Ends when the driver does: its end closes this JVM's standard
 * input.
 */
public final class ContenderMain {
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

  private ContenderMain() {
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

  private static void run(String[] args, Events events, DriverCommands commands)
      throws Exception {
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
    case CLIENT -> new ClientJob(List.of(args).subList(2, args.length))
        .run(new ClientContext(spec, new HdfsConfiguration(), events, commands));
    case NAME_NODE, NAME_NODE_AGAIN -> {
      Configuration conf = new HdfsConfiguration();
      if (role.equals(NAME_NODE)) {
        NameNode.format(conf);
      }
      NameNode nameNode = NameNode.createNameNode(new String[0], conf);
      events.stage("ready");
      nameNode.join();
    }
    case RESOURCE_MANAGER -> run(YarnDaemon.RESOURCE_MANAGER, events);
    case NODE_MANAGER -> run(YarnDaemon.NODE_MANAGER, events);
    case HISTORY_SERVER -> run(YarnDaemon.HISTORY_SERVER, events);
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

  private static void run(YarnDaemon daemon, Events events) throws InterruptedException {
    daemon.start();
    events.stage("ready");
    new CountDownLatch(1).await();
  }
}
