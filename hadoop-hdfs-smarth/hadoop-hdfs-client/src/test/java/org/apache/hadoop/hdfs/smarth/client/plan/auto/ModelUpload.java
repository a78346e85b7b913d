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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.apache.hadoop.hdfs.smarth.client.datanodes.ClusterView;
import org.apache.hadoop.hdfs.smarth.client.datanodes.OwnDatanodes;
import org.apache.hadoop.hdfs.smarth.client.datanodes.Racks;
import org.apache.hadoop.hdfs.smarth.client.pipelines.DatanodeUse;

/** One file on its way into a {@link ModelCluster}, as the client does it. */
final class ModelUpload {
  static final long BLOCK = 64L << 20;
  private static final int REPLICATION = 3;

  /** A block on its way. */
  static final class Flow {
    private final DatanodeInfo[] nodes;
    private final long number;
    private double filled;
    private double drained;

    private Flow(long number, DatanodeInfo[] nodes) {
      this.number = number;
      this.nodes = nodes;
    }

    /** @return the place of the datanode that sends to another rack. */
    private int crossing() {
      for (int i = 1; i < nodes.length; i++) {
        if (Racks.isBetween(nodes[i - 1], nodes[i])) {
          return i;
        }
      }
      return 1;
    }

    DatanodeInfo getFirst() {
      return nodes[0];
    }

    List<DatanodeInfo> getMirrors() {
      return Arrays.asList(nodes).subList(1, nodes.length);
    }

    DatanodeInfo getSender() {
      return nodes[crossing() - 1];
    }

    DatanodeInfo getReceiver() {
      return nodes[crossing()];
    }
  }

  /** What the files of a client share. */
  private static final class Client {
    private final List<ModelUpload> files = new ArrayList<>();
    private final PipelineControl control;
    private final ClusterView view;
    private final SpreadOrder order;
    private final double rate;
    private long begun;

    private Client(ModelCluster cluster, double rate, int most) {
      this.control = new PipelineControl(cluster.getTimer(), most);
      this.view = cluster.newView();
      this.order = new SpreadOrder(node -> 0, node -> 0, node -> 0,
          cluster::isWriters, 0.8, cluster.getRandom());
      this.rate = rate;
    }

    private List<Flow> open() {
      return files.stream().flatMap(file -> file.open.stream())
          .collect(Collectors.toList());
    }

    private int granted() {
      return Math.max(0, (int) files.stream()
          .filter(file -> !file.open.isEmpty()).count() - 1);
    }

    private Map<Long, Long> progress() {
      return open().stream().collect(
          Collectors.toMap(flow -> flow.number, flow -> (long) flow.drained));
    }

    private void openIs() {
      control.openIs(progress(), granted());
    }

    private double rateOfEach() {
      return rate / files.stream().filter(file -> file.filling != null).count();
    }
  }

  private final ModelCluster cluster;
  private final Client client;
  private final long blocks;
  private final long blockSize;
  private final int pipelinesMost;
  private final SpreadExclusion exclusion;
  private final List<Flow> open = new ArrayList<>();
  private final List<Integer> limits = new ArrayList<>();
  private long begun;
  private Flow filling;
  private double acked;
  private double openMillis;
  private int openMost;
  private long doneMillis;

  /** @param rate to the first datanode, in bytes per second. */
  ModelUpload(ModelCluster cluster, double rate, long blocks) {
    this(cluster, rate, blocks, BLOCK, 0);
  }

  /**
   * @param block its size in bytes
   * @param most pipelines; 1 as in stock
   */
  ModelUpload(ModelCluster cluster, double rate, long blocks, long block,
      int most) {
    this(cluster, new Client(cluster, rate, most), blocks, block, most);
  }

  /** @return another file that the same client writes at the same time. */
  ModelUpload another() {
    return another(blocks, blockSize);
  }

  ModelUpload another(long ofBlocks, long block) {
    return new ModelUpload(cluster, client, ofBlocks, block, pipelinesMost);
  }

  /** Its pipeline stays open, and it sends nothing more. */
  void stopWriting() {
    filling = null;
  }

  private ModelUpload(ModelCluster cluster, Client client, long blocks,
      long block, int most) {
    this.blockSize = block;
    this.cluster = cluster;
    this.client = client;
    this.blocks = blocks;
    this.pipelinesMost = most;
    this.exclusion = new SpreadExclusion(REPLICATION,
        new OwnDatanodes(cluster::isWriters, Collections.emptySet()),
        client.order, cluster.getRandom());
    client.files.add(this);
    cluster.add(this);
  }

  /** The writer's side of a moment. */
  void fill() {
    openMillis += open.size() * ModelCluster.STEP_MILLIS;
    if (filling == null && begun < blocks && (open.isEmpty() || mayHaveMore())) {
      begin();
    }
    if (filling != null) {
      double now = Math.min(client.rateOfEach(),
          cluster.roomAt(filling.getFirst()));
      filling.filled = Math.min(blockSize,
          filling.filled + now * ModelCluster.STEP_MILLIS / 1000);
      if (filling.filled == blockSize) {
        filling = null;
      }
    }
  }

  private boolean mayHaveMore() {
    int limit = getLimit();
    if (limits.isEmpty() || limits.get(limits.size() - 1) != limit) {
      limits.add(limit);
    }
    return open.size() < most()
        && client.open().size() - client.granted() < limit;
  }

  void begin() {
    int others = (int) open.stream().filter(this::lags).count();
    List<DatanodeInfo> known =
        client.view.getKnown(exclusion.pipelinesToKnowFor(others), REPLICATION);
    List<Flow> all = client.open();
    DatanodeUse use = new DatanodeUse(
        all.stream().map(flow -> flow.nodes).collect(Collectors.toList()),
        known);
    Set<DatanodeInfo> excluded = exclusion.choose(known,
        all.stream().anyMatch(this::lags) ? use : DatanodeUse.NONE, Collections.emptySet(),
        Collections.emptySet());
    LocatedBlock block = cluster.addBlock(excluded, REPLICATION);
    client.view.see(block.getLocations(),
        exclusion.noteChosen(block.getLocations()));
    client.order.arrange(block, use);
    begun++;
    filling = new Flow(client.begun++, block.getLocations());
    open.add(filling);
    openMost = Math.max(openMost, open.size());
    client.openIs();
  }

  private boolean lags(Flow flow) {
    return flow.drained < 0.9 * blockSize;
  }

  /** @return the blocks that have something to send between racks. */
  List<Flow> draining() {
    return open.stream().filter(flow -> flow.filled > flow.drained)
        .collect(Collectors.toList());
  }

  void drain(Flow flow, double most) {
    double bytes = Math.min(flow.filled - flow.drained, most);
    flow.drained += bytes;
    acked += bytes;
    client.control.acked((long) bytes);
    if (flow.drained >= blockSize - 1) {
      open.remove(flow);
      client.openIs();
      doneMillis = cluster.getTimer().monotonicNow();
    }
  }

  boolean isDone() {
    return begun == blocks && open.isEmpty();
  }

  int getOpen() {
    return open.size();
  }

  int getOpenMost() {
    return openMost;
  }

  /** @return the mean number of pipelines until it was done. */
  double getOpenMean(long began) {
    return openMillis / (doneMillis - began);
  }

  double getAcked() {
    return acked;
  }

  long getDoneMillis() {
    return doneMillis;
  }

  /** @return the limits that there were, one after the other. */
  List<Integer> getLimits() {
    return limits;
  }

  /** @return the limit now. */
  int getLimit() {
    return client.control.limit(Math.min(SmarthClientConf.PIPELINES_MAX_LIMIT,
        most() * (1 + client.granted())), blockSize, client::progress);
  }

  /** @return how many the file may have in any case. */
  private int most() {
    int most = pipelinesMost > 0 ? pipelinesMost : client.view.size();
    return most > 0 ? most : SmarthClientConf.PIPELINES_MAX_LIMIT;
  }
}
