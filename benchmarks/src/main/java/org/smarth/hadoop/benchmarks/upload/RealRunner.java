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

package org.smarth.hadoop.benchmarks.upload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.smarth.hadoop.benchmarks.cluster.ContenderMain;
import org.smarth.hadoop.benchmarks.cluster.Failure;
import org.smarth.hadoop.benchmarks.cluster.HdfsSettings;
import org.smarth.hadoop.benchmarks.cluster.UploadResult;
import org.smarth.hadoop.benchmarks.cluster.UploadSpec;
import org.smarth.hadoop.benchmarks.model.Racks;
import org.smarth.hadoop.benchmarks.network.Network;
import org.smarth.hadoop.benchmarks.network.NetworkPlan;
import org.smarth.hadoop.benchmarks.process.ChildJvm;
import org.smarth.hadoop.benchmarks.process.Cleanup;
import org.smarth.hadoop.benchmarks.process.Contender;
import org.smarth.hadoop.benchmarks.process.JvmPlan;
import org.smarth.hadoop.benchmarks.process.RunName;
import org.smarth.hadoop.benchmarks.process.SiteFiles;

/** NameNode, DataNodes and client as separate JVMs, each in a network namespace of its own. */
final class RealRunner implements Runner {
  /** Eleven JVMs have to fit in less than 4 GB. */
  private static final String DAEMON_HEAP = "128m";
  /** What Hadoop 2.10 gives `hdfs dfs`. */
  private static final String CLIENT_HEAP = "512m";
  private static final int PORT = 8020;

  private final RunName name;

  RealRunner(RunName name) {
    this.name = name;
  }

  /** Removes the networks of runs whose process is gone. */
  static void removeAbandoned() throws IOException, InterruptedException, Failure {
    Network.remove(ns -> RunName.of(ns).filter(run -> !run.isAlive()).isPresent());
  }

  @Override
  public UploadResult run(Contender contender, UploadSpec spec, Cleanup cleanup, Progress progress)
      throws IOException, InterruptedException, Failure {
    NetworkPlan plan = new NetworkPlan(name.toString(), spec.racks(), spec.nic(), spec.cross());
    progress.stage("starting the cluster");
    Cleanup.Resource network = cleanup.make(() -> network(plan));
    List<ChildJvm> jvms = new ArrayList<>();
    try {
      return run(new Cluster(plan, spec, contender, cleanup, jvms), progress);
    } finally {
      for (ChildJvm jvm : jvms) {
        cleanup.close(jvm);
      }
      cleanup.close(network);
    }
  }

  private Cleanup.Resource network(NetworkPlan plan) throws IOException, Failure {
    try {
      Network.make(plan, name.toString());
    } catch (InterruptedException e) {
      throw new IOException("interrupted while making the network", e);
    }
    return () -> {
      try {
        Network.remove(ns -> ns.startsWith(name.toString()));
      } catch (InterruptedException | Failure e) {
        throw new IOException(e.getMessage(), e);
      }
    };
  }

  private static UploadResult run(Cluster cluster, Progress progress)
      throws IOException, InterruptedException, Failure {
    int nameNode = cluster.plan.nameNode();
    cluster.start(nameNode, "namenode", ContenderMain.NAME_NODE, DAEMON_HEAP).untilReady();
    List<Conversation> dataNodes = new ArrayList<>();
    for (int node = 1; node < nameNode; node++) {
      dataNodes.add(cluster.start(node, "datanode-" + node, ContenderMain.DATA_NODE, DAEMON_HEAP));
    }
    for (Conversation dataNode : dataNodes) {
      dataNode.untilReady();
    }
    return cluster.start(Racks.CLIENT, CLIENT, ContenderMain.CLIENT, CLIENT_HEAP)
        .untilResult(progress);
  }

  /** Starts the JVMs of one run, each with site files of its own. */
  private static final class Cluster {
    private final NetworkPlan plan;
    private final UploadSpec spec;
    private final Cleanup cleanup;
    private final List<ChildJvm> jvms;
    private final HdfsSettings settings;
    private final JvmPlan jvmPlan;

    Cluster(NetworkPlan plan, UploadSpec spec, Contender contender, Cleanup cleanup,
        List<ChildJvm> jvms) throws IOException {
      this.plan = plan;
      this.spec = spec;
      this.cleanup = cleanup;
      this.jvms = jvms;
      this.settings = new HdfsSettings(spec, plan.ip(plan.nameNode()), plan::ip);
      this.jvmPlan = new JvmPlan(contender, spec, plan.nameNode(), plan::ip);
      settings.writeRackTable();
    }

    Conversation start(int node, String log, String role, String heap) throws IOException, Failure {
      Path site = spec.dir().resolve("conf-" + log);
      int port = spec.port() == 0 ? PORT : spec.port();
      SiteFiles.write(site, node == plan.nameNode() ? settings.nameNode(port)
          : node == Racks.CLIENT ? settings.client(port) : settings.dataNode(node, port));
      ChildJvm jvm = cleanup.make(() -> jvmPlan.start(log, role, heap,
          List.of("ip", "netns", "exec", plan.namespace(node)), site));
      jvms.add(jvm);
      return new Conversation(jvm, spec, log);
    }
  }
}
