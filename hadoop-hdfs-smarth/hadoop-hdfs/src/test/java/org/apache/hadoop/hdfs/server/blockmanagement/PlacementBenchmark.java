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
package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementConf;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTable;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeSpeeds;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.test.GenericTestUtils;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.slf4j.event.Level;

/**
 * What the choice of a new block's datanodes costs. The cluster has 1,000
 * datanodes on 40 racks; 10,000 records of clients and 40 hops of each datanode
 * are known. Compares stock's policy, ours, and ours while new measurements
 * keep coming. On a busy machine compare the medians.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class PlacementBenchmark {
  private static final int DATANODES = 1_000;
  private static final int RACKS = 40;
  private static final int RECORDS = 10_000;
  private static final int HOPS = 40;
  private static final int REPLICAS = 3;

  /** Client hosts, which share the records. */
  @Param({"10", "1000"})
  private int clients;

  /** Datanodes that a client has pipelines on. */
  @Param({"0", "9"})
  private int excluded;

  /** Whether later datanodes are chosen by speed, too. */
  @Param({"true", "false"})
  private boolean laterHops;

  private final Random random = new Random(20_141_123);
  private PlacementCluster cluster;
  private BlockPlacementPolicy stock;
  private BlockPlacementPolicy smarth;
  private BlockStoragePolicySuite storagePolicies;

  @Setup
  public void fill() throws Exception {
    GenericTestUtils.setRootLogLevel(Level.WARN);
    Configuration conf = new HdfsConfiguration();
    conf.setBoolean(PlacementConf.LATER_HOPS_KEY, laterHops);
    String[] racks = new String[DATANODES];
    Arrays.setAll(racks, i -> "/rack" + i % RACKS);
    cluster = new PlacementCluster(conf, racks);
    storagePolicies = BlockStoragePolicySuite.createDefaultSuite();
    smarth = cluster.getPolicy();
    BlockPlacementPolicyDefault other = new BlockPlacementPolicyDefault();
    other.initialize(conf, cluster.getManager().getFSClusterStats(),
        cluster.getManager().getNetworkTopology(),
        cluster.getManager().getHost2DatanodeMap());
    stock = other;
    for (int client = 0; client < clients; client++) {
      table().learnFromClient(address(client), speeds(RECORDS / clients),
          cluster.getPolicy().getKnownDatanodes());
    }
    for (int i = 0; i < DATANODES; i++) {
      table().learnFromDatanode(cluster.node(i).getDatanodeUuid(),
          new DatanodeSpeeds(Collections.emptyList(), speeds(HOPS)),
          cluster.getPolicy().getKnownDatanodes());
    }
  }

  private SpeedTable table() {
    return cluster.getPolicy().getSpeeds().getTable();
  }

  private static String address(int client) {
    return "10.1." + client / 250 + "." + (client % 250 + 1);
  }

  private List<Speed> speeds(int count) {
    List<Integer> nodes = new ArrayList<>();
    for (int i = 0; i < DATANODES; i++) {
      nodes.add(i);
    }
    Collections.shuffle(nodes, random);
    List<Speed> speeds = new ArrayList<>();
    for (int node : nodes.subList(0, count)) {
      speeds.add(speed(node));
    }
    return speeds;
  }

  private Speed speed(int node) {
    return new Speed(cluster.node(node).getDatanodeUuid(),
        20_000_000 + random.nextInt(80_000_000), 0);
  }

  private Set<Node> excludedNodes() {
    Set<Node> nodes = new HashSet<>();
    while (nodes.size() < excluded) {
      nodes.add(cluster.node(random.nextInt(DATANODES)));
    }
    return nodes;
  }

  private DatanodeStorageInfo[] choose(BlockPlacementPolicy policy)
      throws Exception {
    cluster.setCaller(address(random.nextInt(clients)));
    return policy.chooseTarget("/file", REPLICAS, null, excludedNodes(),
        PlacementCluster.BLOCK, null, storagePolicies.getDefaultPolicy(),
        null);
  }

  @Benchmark
  public DatanodeStorageInfo[] stock() throws Exception {
    return choose(stock);
  }

  @Benchmark
  public DatanodeStorageInfo[] smarth() throws Exception {
    return choose(smarth);
  }

  /** A block is allocated for each new measurement that is told. */
  @Benchmark
  public DatanodeStorageInfo[] smarthWithReports() throws Exception {
    table().learnFromClient(address(random.nextInt(clients)),
        Collections.singletonList(speed(random.nextInt(DATANODES))),
        cluster.getPolicy().getKnownDatanodes());
    return choose(smarth);
  }
}
