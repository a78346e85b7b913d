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
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelinePlan;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet;
import org.apache.hadoop.hdfs.smarth.client.speeds.DrainRates;

/**
 * As many pipelines as bring something, at most one for each datanode; they
 * share datanodes where none is left for one alone, spread over the links
 * between the racks. As safe for threads as what it is given.
 */
@InterfaceAudience.Private
public final class AutoPlan implements PipelinePlan {
  /** Of an unknown cluster. */
  private static final int MAX_PIPELINES = SmarthClientConf.PIPELINES_MAX_LIMIT;

  private final ClusterView view;
  private final DrainRates rates;
  private final PipelineSet pipelines;
  private final SpreadExclusion exclusion;
  private final PipelineControl control;
  private final SpreadOrder order;
  /** As of the last choice. */
  private volatile List<DatanodeInfo> known = Collections.emptyList();
  /** Those that the namenode did not choose; null unless it found too few. */
  private volatile Set<DatanodeInfo> unchosen;
  /** How many it found. */
  private volatile int found;

  /**
   * @param view of the cluster
   * @param pipelines of the file
   * @param exclusion of datanodes that other pipelines use
   * @param control of the number of pipelines
   * @param order of a block's targets
   */
  public AutoPlan(ClusterView view, PipelineSet pipelines,
      SpreadExclusion exclusion, PipelineControl control, SpreadOrder order) {
    this.view = view;
    this.rates = view.getDrainRates();
    this.pipelines = pipelines;
    this.exclusion = exclusion;
    this.control = control;
    this.order = order;
  }

  @Override
  public int limit() {
    int most = control.getMost();
    if (most == 0) {
      int datanodes = view.size();
      most = datanodes == 0 ? MAX_PIPELINES
          : Math.min(MAX_PIPELINES, datanodes);
    }
    return control.limit(most, pipelines.progress());
  }

  /** Slow datanodes are left out, too, while enough others are known. */
  @Override
  public Set<DatanodeInfo> exclude(Set<DatanodeInfo> bad) {
    UnderWay others = new UnderWay();
    pipelines.observeProgress(others);
    int draining = others.draining;
    List<DatanodeInfo> nodes = view.getKnown(
        exclusion.pipelinesToKnowFor(draining), exclusion.getReplication());
    known = nodes;
    return exclusion.choose(nodes,
        draining > 0 ? pipelines.use(nodes) : DatanodeUse.NONE, bad,
        rates.slow());
  }

  /**
   * The other pipelines that have something to deliver. One that has delivered
   * nearly all of its block does not count. Where no link is slow, pipelines
   * are that far when the next one begins, and a list of datanodes would only
   * cost the namenode.
   */
  private final class UnderWay implements PipelineSet.ProgressObserver {
    private int draining;

    @Override
    public void progress(DatanodeInfo[] nodes, long bytes, long nanos) {
      rates.arrived(nodes, bytes, nanos);
      if (!exclusion.isNearlyAll(bytes)) {
        draining++;
      }
    }
  }

  /**
   * Known datanodes that it did not choose are of no use now; unless it finds
   * no more without exclusions either, and wanted no more.
   */
  @Override
  public boolean tooFew(Set<DatanodeInfo> excluded, DatanodeInfo[] targets) {
    Set<DatanodeInfo> useless = new HashSet<>(known);
    useless.removeAll(excluded);
    useless.removeAll(Arrays.asList(targets));
    unchosen = useless;
    found = targets.length;
    return false;
  }

  @Override
  public void arrange(LocatedBlock block) {
    if (unchosen != null && block.getLocations().length > found) {
      view.forget(unchosen);
    }
    unchosen = null;
    boolean own = exclusion.chosen(block.getLocations());
    view.see(block.getLocations(), own);
    order.arrange(block, pipelines.use(known));
  }

  @Override
  public void arrived(DatanodeInfo[] nodes, long bytes, long nanos) {
    rates.arrived(nodes, bytes, nanos);
  }
}
