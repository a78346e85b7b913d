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
package org.apache.hadoop.hdfs.smarth.client.plan.paper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.smarth.client.datanodes.LiveDatanodes;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelinePlan;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet.Pipeline;

/**
 * Live datanodes / replication pipelines that share no datanode, as far as the
 * cluster has room (paper, section IV.C and Algorithm 1). As safe for threads
 * as what it is given.
 */
@InterfaceAudience.Private
public final class PaperPlan implements PipelinePlan {
  private static final long MAX_WAIT_MILLIS = 1000;

  private final LiveDatanodes live;
  private final PipelineSet pipelines;
  private final TargetExclusion exclusion;
  private final int pipelinesMax;
  private final TargetOrder order;
  private final Random random = new Random();

  /**
   * @param live the datanodes of the cluster
   * @param pipelines of the file
   * @param exclusion of datanodes that other pipelines use
   * @param pipelinesMax the most pipelines; 0: by the number of datanodes
   * @param order of a block's targets
   */
  public PaperPlan(LiveDatanodes live, PipelineSet pipelines,
      TargetExclusion exclusion, int pipelinesMax, TargetOrder order) {
    this.live = live;
    this.pipelines = pipelines;
    this.exclusion = exclusion;
    this.pipelinesMax = pipelinesMax;
    this.order = order;
  }

  @Override
  public int limit() {
    return pipelinesMax > 0 ? pipelinesMax
        : live.pipelinesFor(exclusion.getReplication());
  }

  /** The paper's number is of a file. */
  @Override
  public int limitOfAll() {
    return Integer.MAX_VALUE;
  }

  @Override
  public Set<DatanodeInfo> exclude(Pipeline pipeline, Set<DatanodeInfo> bad)
      throws IOException {
    if (pipelines.getBlocks() == 0) {
      // The first block of a file asks no more of the namenode than stock.
      return Collections.emptySet();
    }
    while (true) {
      Set<DatanodeInfo> busy = pipelines.busyDatanodes();
      int open = pipelines.getOpen();
      List<DatanodeInfo> known = new ArrayList<>(live.get());
      Collections.shuffle(known, random);
      int limit = limit();
      int toCome = limit == Integer.MAX_VALUE ? 0 : Math.max(0, limit - open);
      Set<DatanodeInfo> excluded =
          exclusion.choose(known, busy, bad, toCome);
      if (excluded != null) {
        return excluded;
      }
      if (open == 1) {
        return Collections.emptySet();
      }
      pipelines.awaitChange(MAX_WAIT_MILLIS);
    }
  }

  /** Waits for pipelines to end, if there are more than there should be. */
  @Override
  public boolean handleTooFew(Set<DatanodeInfo> excluded, DatanodeInfo[] targets)
      throws IOException {
    live.learn(excluded.size() + targets.length);
    boolean waited = false;
    while (pipelines.getOpen() > Math.max(1, limit())) {
      pipelines.awaitChange(MAX_WAIT_MILLIS);
      waited = true;
    }
    return waited;
  }

  @Override
  public void arrange(Pipeline pipeline, LocatedBlock block) {
    exclusion.noteChosen(block.getLocations());
    order.arrange(block);
  }

  @Override
  public void arrived(DatanodeInfo[] nodes, long bytes, long nanos) {
    // The paper knows first datanodes only.
  }
}
