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
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.apache.hadoop.hdfs.smarth.client.datanodes.ClusterView;
import org.apache.hadoop.hdfs.smarth.client.pipelines.DatanodeUse;
import org.apache.hadoop.hdfs.smarth.client.pipelines.OpenPipelines;
import org.apache.hadoop.hdfs.smarth.client.pipelines.OpenPipelines.PipelineProgress;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelinePlan;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet.Pipeline;
import org.apache.hadoop.hdfs.smarth.client.speeds.DrainRates;

/**
 * As many pipelines as bring something, of a file at most one for each datanode;
 * they share datanodes where none is left for one alone, spread over the links
 * between the racks. As safe for threads as what it is given.
 */
@InterfaceAudience.Private
public final class AutoPlan implements PipelinePlan {
  /** Of an unknown cluster. */
  private static final int MAX_PIPELINES = SmarthClientConf.PIPELINES_MAX_LIMIT;
  /** Known datanodes, twice as many as the pipelines of a client may use. */
  private static final int LARGE = 2 * 3 * MAX_PIPELINES;

  private final ClusterView view;
  private final DrainRates rates;
  private final PipelineSet pipelines;
  private final OpenPipelines openOfAll;
  private final SpreadExclusion exclusion;
  private final PipelineControl control;
  private final SpreadOrder order;
  private final boolean teaches;
  /** As of the last choice. */
  private volatile List<DatanodeInfo> known = Collections.emptyList();
  /** Those that the namenode did not choose; null unless it found too few. */
  private volatile Set<DatanodeInfo> unchosen;
  /** How many it found. */
  private volatile int found;

  /**
   * @param view of the cluster
   * @param pipelines of the file
   * @param openOfAll the open ones of all files of the client
   * @param exclusion of datanodes that other pipelines use
   * @param control of the number of pipelines of the client
   * @param order of a block's targets
   * @param teaches whether other files may get the same datanodes
   */
  public AutoPlan(ClusterView view, PipelineSet pipelines,
      OpenPipelines openOfAll, SpreadExclusion exclusion,
      PipelineControl control, SpreadOrder order, boolean teaches) {
    this.view = view;
    this.rates = view.getDrainRates();
    this.pipelines = pipelines;
    this.openOfAll = openOfAll;
    this.exclusion = exclusion;
    this.control = control;
    this.order = order;
    this.teaches = teaches;
  }

  @Override
  public int limit() {
    int most = control.getMost();
    if (most > 0) {
      return most;
    }
    int datanodes = view.size();
    return datanodes == 0 ? MAX_PIPELINES : Math.min(MAX_PIPELINES, datanodes);
  }

  @Override
  public int limitOfAll() {
    int most = Math.min(MAX_PIPELINES, limit() * (1 + openOfAll.getGranted()));
    long block = pipelines.getBlockLength();
    return openOfAll.ask(progress -> control.limit(most, block, progress));
  }

  /** Slow datanodes are left out, too, while enough others are known. */
  @Override
  public Set<DatanodeInfo> exclude(Pipeline pipeline,
      Set<DatanodeInfo> bad) {
    int own = 0;
    int draining = 0;
    for (PipelineProgress other : openOfAll.beside(pipeline)) {
      rates.arrived(other.getNodes(), other.getBytes(), other.getNanos());
      if (other.isDraining()) {
        draining++;
        own += other.isOwn() ? 1 : 0;
      }
    }
    boolean first = pipelines.getBlocks() == 0;
    if (draining == 0 && first) {
      // The first block of a file asks no more of the namenode than stock.
      return Collections.emptySet();
    }
    List<DatanodeInfo> nodes = view.getKnown(
        exclusion.pipelinesToKnowFor(own), exclusion.getReplication());
    known = nodes;
    if (first && nodes.size() > LARGE) {
      // There files seldom meet, and the list would be long.
      return Collections.emptySet();
    }
    // Other files may have slowed them down; stock leaves none out.
    Set<DatanodeInfo> slow =
        first ? Collections.emptySet() : rates.slow();
    if (draining == 0) {
      return exclusion.choose(nodes, DatanodeUse.NONE, bad, slow);
    }
    Set<DatanodeInfo> excluded = new HashSet<>();
    openOfAll.choose(pipeline, others -> {
      DatanodeUse use = DatanodeUse.of(others, nodes);
      excluded.addAll(exclusion.choose(nodes, use, bad, slow));
      return expected(nodes, excluded, bad, use);
    });
    return excluded;
  }

  /** @return what the namenode will choose, if it has no choice. */
  private List<DatanodeInfo> expected(List<DatanodeInfo> nodes,
      Set<DatanodeInfo> excluded, Set<DatanodeInfo> bad, DatanodeUse use) {
    List<DatanodeInfo> left = new ArrayList<>(nodes);
    left.removeAll(excluded);
    left.removeAll(bad);
    return left.size() == exclusion.getReplication()
        ? order.best(left.toArray(new DatanodeInfo[0]), use)
        : Collections.emptyList();
  }

  /**
   * Known datanodes that it did not choose are of no use now; unless it finds
   * no more without exclusions either, and wanted no more.
   */
  @Override
  public boolean handleTooFew(Set<DatanodeInfo> excluded, DatanodeInfo[] targets) {
    Set<DatanodeInfo> useless = new HashSet<>(known);
    useless.removeAll(excluded);
    useless.removeAll(Arrays.asList(targets));
    unchosen = useless;
    found = targets.length;
    return false;
  }

  @Override
  public void arrange(Pipeline pipeline, LocatedBlock block) {
    if (unchosen != null && block.getLocations().length > found) {
      view.forget(unchosen);
    }
    unchosen = null;
    boolean own = exclusion.noteChosen(block.getLocations());
    if (teaches) {
      view.see(block.getLocations(), own);
    }
    order.arrange(block,
        DatanodeUse.of(openOfAll.beside(pipeline), known));
  }

  @Override
  public void arrived(DatanodeInfo[] nodes, long bytes, long nanos) {
    rates.arrived(nodes, bytes, nanos);
  }
}
