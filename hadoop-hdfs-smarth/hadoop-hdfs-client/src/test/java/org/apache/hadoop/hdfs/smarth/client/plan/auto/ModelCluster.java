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
package org.apache.hadoop.hdfs.smarth.client.plan.auto;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.smarth.client.datanodes.ClusterView;
import org.apache.hadoop.hdfs.smarth.client.datanodes.LiveDatanodes;
import org.apache.hadoop.hdfs.smarth.client.datanodes.Racks;
import org.apache.hadoop.util.FakeTimer;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

/**
 * A cluster whose links are shared evenly by the blocks on them. What comes
 * from a client has what is left of a datanode's NIC. The namenode chooses as
 * stock's: the first datanode anywhere, the second on another rack, the third
 * on the rack of the second. Time passes only here.
 */
public final class ModelCluster {
  static final int STEP_MILLIS = 20;
  private static final int MILLIS = 1000;

  private final List<DatanodeInfo> nodes;
  private final Random random;
  private final FakeTimer timer = new FakeTimer();
  private final List<ModelUpload> uploads = new ArrayList<>();
  /** Bytes per second that a datanode sends, and receives, between racks. */
  private double crossRate;
  /** Of all datanodes together. */
  private double trunkRate = Double.MAX_VALUE;
  /** That a datanode receives in all. */
  private double nicRate = Double.MAX_VALUE;
  /** Bytes per second that each datanode receives from others. */
  private final Map<DatanodeInfo, Double> mirrored = new HashMap<>();
  private long blockId;
  /** The datanode on the writer's host; null if it is on none. */
  private DatanodeInfo writer;

  public ModelCluster(List<DatanodeInfo> nodes, double crossRate, long seed) {
    this.nodes = nodes;
    this.crossRate = crossRate;
    this.random = new Random(seed);
  }

  List<DatanodeInfo> getNodes() {
    return nodes;
  }

  FakeTimer getTimer() {
    return timer;
  }

  Random getRandom() {
    return random;
  }

  void setCrossRate(double rate) {
    crossRate = rate;
  }

  void setTrunkRate(double rate) {
    trunkRate = rate;
  }

  void setNicRate(double rate) {
    nicRate = rate;
  }

  /** @return that of a new client, who may list the datanodes. */
  ClusterView newView() {
    ClientProtocol namenode = mock(ClientProtocol.class);
    try {
      when(namenode.getDatanodeReport(DatanodeReportType.LIVE))
          .thenReturn(nodes.toArray(new DatanodeInfo[0]));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return new ClusterView(new LiveDatanodes(namenode, timer, random), timer);
  }

  void setWriter(DatanodeInfo node) {
    writer = node;
  }

  boolean isWriters(DatanodeInfo node) {
    return node.equals(writer);
  }

  /** @return what a datanode can receive from a client, in bytes per second. */
  double roomAt(DatanodeInfo node) {
    return nicRate - mirrored.getOrDefault(node, 0.0);
  }

  void add(ModelUpload upload) {
    uploads.add(upload);
  }

  /** @return a block on datanodes that are not excluded. */
  public LocatedBlock addBlock(Set<DatanodeInfo> excluded, int replication) {
    List<DatanodeInfo> free = new ArrayList<>(nodes);
    free.removeAll(excluded);
    Collections.shuffle(free, random);
    List<DatanodeInfo> chosen = new ArrayList<>();
    if (free.remove(writer)) {
      chosen.add(writer);
    }
    while (chosen.size() < replication) {
      DatanodeInfo next = free.stream()
          .filter(node -> isWanted(node, chosen)).findFirst()
          .orElse(free.get(0));
      chosen.add(next);
      free.remove(next);
    }
    return block(++blockId, chosen);
  }

  static LocatedBlock block(long id, List<DatanodeInfo> chosen) {
    String[] ids = Collections.nCopies(chosen.size(), "s")
        .toArray(new String[0]);
    StorageType[] types = Collections.nCopies(chosen.size(),
        StorageType.DISK).toArray(new StorageType[0]);
    return new LocatedBlock(new ExtendedBlock("pool", id),
        chosen.toArray(new DatanodeInfo[0]), ids, types);
  }

  private static boolean isWanted(DatanodeInfo node,
      List<DatanodeInfo> chosen) {
    switch (chosen.size()) {
    case 1:
      return Racks.isBetween(chosen.get(0), node);
    case 2:
      return !Racks.isBetween(chosen.get(1), node);
    default:
      return true;
    }
  }

  /** Lets time pass until all uploads are done, or for these seconds. */
  void run(int seconds) {
    for (long ran = 0; ran < (long) seconds * MILLIS
        && !uploads.stream().allMatch(ModelUpload::isDone);
        ran += STEP_MILLIS) {
      timer.advance(STEP_MILLIS);
      uploads.forEach(ModelUpload::fill);
      drain();
    }
  }

  private void drain() {
    Map<DatanodeInfo, Integer> sends = new HashMap<>();
    Map<DatanodeInfo, Integer> receives = new HashMap<>();
    int all = 0;
    for (ModelUpload upload : uploads) {
      for (ModelUpload.Flow flow : upload.draining()) {
        sends.merge(flow.getSender(), 1, Integer::sum);
        receives.merge(flow.getReceiver(), 1, Integer::sum);
        all++;
      }
    }
    mirrored.clear();
    for (ModelUpload upload : uploads) {
      for (ModelUpload.Flow flow : upload.draining()) {
        int shared = Math.max(sends.get(flow.getSender()),
            receives.get(flow.getReceiver()));
        double rate = Math.min(crossRate / shared, trunkRate / all);
        flow.getMirrors().forEach(
            node -> mirrored.merge(node, rate, Double::sum));
        upload.drain(flow, rate * STEP_MILLIS / MILLIS);
      }
    }
  }
}
