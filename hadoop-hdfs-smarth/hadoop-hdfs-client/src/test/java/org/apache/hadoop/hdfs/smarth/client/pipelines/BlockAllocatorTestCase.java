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
package org.apache.hadoop.hdfs.smarth.client.pipelines;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.client.impl.DfsClientConf;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.smarth.client.SmarthClient;
import org.apache.hadoop.hdfs.smarth.client.datanodes.Datanodes;
import org.apache.hadoop.hdfs.smarth.client.pipelines.BlockAllocator.FileUnderWrite;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet.Pipeline;
import org.apache.hadoop.hdfs.smarth.client.plan.auto.AutoPlan;
import org.apache.hadoop.hdfs.smarth.client.plan.auto.AutoPlanTest;
import org.apache.hadoop.hdfs.smarth.client.plan.auto.SpreadExclusion;
import org.apache.hadoop.hdfs.smarth.client.plan.auto.SpreadOrder;
import org.apache.hadoop.hdfs.smarth.client.plan.paper.PaperPlan;
import org.apache.hadoop.hdfs.smarth.client.plan.paper.PaperPlan.TargetExclusion;
import org.apache.hadoop.hdfs.smarth.client.plan.paper.PaperPlan.TargetOrder;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.util.FakeTimer;
import org.junit.Before;
import org.junit.Rule;
import org.junit.rules.Timeout;
import org.mockito.stubbing.OngoingStubbing;

import static org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType.LIVE;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

/** A file that asks a scripted namenode for its blocks. */
public abstract class BlockAllocatorTestCase {
  static final DatanodeInfo[] NONE = {};

  @Rule
  public final Timeout timeout = new Timeout(20, TimeUnit.SECONDS);

  private final ClientProtocol namenode = mock(ClientProtocol.class);
  private final OpenPipelines openOfAll = new OpenPipelines((progress, granted) -> { });
  private PipelineSet pipelines = newPipelines();
  private final FakeTimer timer = new FakeTimer();
  private final Configuration conf = new Configuration(false);
  private final List<DatanodeInfo> live = Datanodes.racks(5, 4);
  private final List<List<DatanodeInfo>> excluded =
      Collections.synchronizedList(new ArrayList<>());
  private boolean auto;
  private boolean storagePolicy;
  private long maxRetryMillis = Long.MAX_VALUE;
  private long blockId;

  private PipelineSet newPipelines() {
    return new PipelineSet(openOfAll);
  }

  ClientProtocol getNamenode() {
    return namenode;
  }

  Configuration getConf() {
    return conf;
  }

  FakeTimer getTimer() {
    return timer;
  }

  /** @return the datanodes of the cluster, to be changed by a test. */
  List<DatanodeInfo> getLive() {
    return live;
  }

  /** @return the datanodes that each call of addBlock excluded. */
  List<List<DatanodeInfo>> getExcluded() {
    return excluded;
  }

  /** @return those of the file. */
  PipelineSet pipelines() {
    return pipelines;
  }

  /** @return those of all files. */
  OpenPipelines openOfAll() {
    return openOfAll;
  }

  /** The file ends, and the next allocator is another file's. */
  void beginFile() {
    pipelines.close(null);
    pipelines = newPipelines();
  }

  void setAuto(boolean mode) {
    auto = mode;
  }

  /** Blocks go to storages of certain types. */
  void setStoragePolicy() {
    storagePolicy = true;
  }

  void setMaxRetryMillis(long millis) {
    maxRetryMillis = millis;
  }

  @Before
  public void before() throws IOException {
    conf.setInt(HdfsClientConfigKeys.BlockWrite
        .LOCATEFOLLOWINGBLOCK_INITIAL_DELAY_MS_KEY, 1);
    when(namenode.getDatanodeReport(LIVE))
        .thenReturn(live.toArray(NONE));
  }

  BlockAllocator allocator(String... favored) {
    return new BlockAllocator(namenode,
        new FileUnderWrite("/f", 7, "client", 3,
            favored.length == 0 ? null : favored,
            EnumSet.noneOf(AddBlockFlag.class), storagePolicy),
        new DfsClientConf(conf), maxRetryMillis,
        plan(new SmarthClient(conf)), pipelines, timer);
  }

  PipelinePlan plan(SmarthClient smarth) {
    int most = smarth.getConf().getPipelinesMax();
    SpreadOrder order = AutoPlanTest.anyOrder();
    return auto
        ? new AutoPlan(smarth.getView(namenode), pipelines, openOfAll,
            new SpreadExclusion(3, Datanodes.NONE_OWN, order, new Random(1)),
            AutoPlanTest.eager(most), order, true)
        : new PaperPlan(smarth.getLive(namenode), pipelines,
            new TargetExclusion(3, Datanodes.NONE_OWN), most,
            new TargetOrder(node -> 0, node -> 0, node -> false, 1, new Random(1)));
  }

  OngoingStubbing<LocatedBlock> onAddBlock() throws IOException {
    return when(namenode.addBlock(anyString(), anyString(), any(), any(),
        anyLong(), any(), any()));
  }

  LocatedBlock block(DatanodeInfo... targets) {
    String[] ids = new String[targets.length];
    StorageType[] types = new StorageType[targets.length];
    Arrays.fill(ids, "s");
    Arrays.fill(types, StorageType.DISK);
    return new LocatedBlock(new ExtendedBlock("pool", ++blockId), targets, ids,
        types);
  }

  /**
   * The namenode takes the first datanodes that are not excluded, and refuses
   * if there are none.
   */
  void answerWithFreeDatanodes(int most) throws IOException {
    onAddBlock().thenAnswer(call -> {
      DatanodeInfo[] without = (DatanodeInfo[]) call.getArguments()[3];
      List<DatanodeInfo> out =
          without == null ? Collections.emptyList() : Arrays.asList(without);
      excluded.add(out);
      DatanodeInfo[] targets = live.stream()
          .filter(node -> !out.contains(node)).limit(most)
          .toArray(DatanodeInfo[]::new);
      if (targets.length == 0) {
        throw new RemoteException(IOException.class.getName(),
            "could only be replicated to 0 nodes");
      }
      return block(targets);
    });
  }

  Pipeline next(BlockAllocator allocator) throws IOException {
    Pipeline pipeline = pipelines.add();
    allocator.awaitTurn(pipeline);
    allocator.allocate(pipeline, null, NONE);
    pipeline.connected(() -> 0);
    return pipeline;
  }

  static DatanodeInfo[] targets(LocatedBlock block) {
    return block.getLocations();
  }

  void assertAbandoned(int blocks) throws IOException {
    verify(namenode, times(blocks)).abandonBlock(any(), anyLong(),
        anyString(), anyString());
  }
}
