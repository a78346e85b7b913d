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
package org.apache.hadoop.hdfs;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys.BlockWrite.ReplaceDatanodeOnFailure;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet;
import org.apache.hadoop.hdfs.smarth.client.pipelines.ReplicaTarget;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;

/** Which datanode replaces one that failed, where others failed before. */
public class ReplacementTest {
  @Rule
  public final Timeout timeout = new Timeout(30, TimeUnit.SECONDS);

  private final ExtendedBlock block = new ExtendedBlock("pool", 1);
  private ScriptedCluster cluster;
  private SmarthOutputStream out;
  private DatanodeInfo holder;
  private DatanodeInfo bad;
  private DatanodeInfo good;

  @Before
  public void start() throws IOException {
    Configuration conf = new Configuration(false);
    conf.set(ReplaceDatanodeOnFailure.POLICY_KEY, "ALWAYS");
    conf.setBoolean(ReplaceDatanodeOnFailure.BEST_EFFORT_KEY, true);
    // The namenode's order is kept.
    conf.setDouble(SmarthClientConf.FIRST_NODE_THRESHOLD_KEY, 1);
    cluster = new ScriptedCluster(conf);
    out = cluster.make((client, stat, sum) -> new SmarthOutputStream(client,
        "/file", stat, EnumSet.of(CreateFlag.CREATE), null, sum, null));
    DatanodeInfo[] nodes = cluster.getDatanode().nodes(3);
    holder = nodes[0];
    bad = nodes[1];
    good = nodes[2];
  }

  @After
  public void close() throws IOException {
    out.abort();
    cluster.close();
  }

  /** The namenode's answer to those that it is asked to leave out. */
  private void answer(LocatedBlock found, DatanodeInfo... excluded)
      throws IOException {
    Mockito.when(cluster.getNamenode().getAdditionalDatanode(
        Mockito.eq("/file"), Mockito.anyLong(), Mockito.eq(block),
        Mockito.eq(new DatanodeInfo[] {holder}),
        Mockito.eq(new String[] {"s"}), Mockito.eq(excluded), Mockito.eq(1),
        Mockito.any())).thenReturn(found);
  }

  private LocatedBlock found(DatanodeInfo... nodes) {
    return located(block, nodes);
  }

  private static LocatedBlock located(ExtendedBlock ofBlock,
      DatanodeInfo... nodes) {
    String[] storages = new String[nodes.length];
    StorageType[] types = new StorageType[nodes.length];
    Arrays.fill(storages, "s");
    Arrays.fill(types, StorageType.DISK);
    return new LocatedBlock(ofBlock, nodes, storages, types);
  }

  private LocatedBlock take(LocatedBlock offered) throws IOException {
    List<ReplicaTarget> holders = Collections.singletonList(
        new ReplicaTarget(holder, StorageType.DISK, "s"));
    return out.getFile().ratherWell(offered, block, holders,
        Collections.emptyList());
  }

  @Test
  public void oneThatFailedNothingIsTakenAsItIs() throws IOException {
    out.getFile().failed(Collections.singleton(bad));
    LocatedBlock offered = found(holder, good);
    // The namenode would answer nothing.
    assertThat(take(offered)).isSameAs(offered);
  }

  @Test
  public void oneThatFailedAnotherBlockGivesWayToOneThatDidNot()
      throws IOException {
    out.getFile().failed(Collections.singleton(bad));
    LocatedBlock better = found(holder, good);
    answer(better, bad);
    assertThat(take(found(holder, bad))).isSameAs(better);
  }

  @Test
  public void oneThatFailedAnotherBlockIsTakenWhereThereIsNoOther()
      throws IOException {
    out.getFile().failed(Collections.singleton(bad));
    LocatedBlock only = found(holder, bad);
    answer(found(holder), bad);
    assertThat(take(only)).isSameAs(only);
  }

  @Test
  public void oneThatFailedAnotherBlockIsTakenWhereTheNamenodeFails()
      throws IOException {
    out.getFile().failed(Collections.singleton(bad));
    Mockito.doThrow(new IOException("expected by the test"))
        .when(cluster.getNamenode()).getAdditionalDatanode(Mockito.any(),
            Mockito.anyLong(), Mockito.any(), Mockito.any(), Mockito.any(),
            Mockito.any(), Mockito.anyInt(), Mockito.any());
    LocatedBlock only = found(holder, bad);
    assertThat(take(only)).isSameAs(only);
  }

  @Test
  public void ofAHolderThatFailedAnotherBlockNothingIsAsked()
      throws IOException {
    out.getFile().failed(Arrays.asList(holder, bad));
    LocatedBlock none = found(holder);
    assertThat(take(none)).isSameAs(none);
  }

  private static DatanodeInfo down(String name) {
    return new DatanodeInfoBuilder().setDatanodeUuid(name)
        .setHostName("localhost").setNetworkLocation("/rack")
        .setIpAddr("127.0.0.1").setXferPort(1).build();
  }

  @Test
  public void oneThatTookNoCopyWhenABlockEndedGivesWayInLaterBlocksToo()
      throws IOException {
    DatanodeInfo lost = down("lost");
    DatanodeInfo copyless = down("copyless");
    Set<DatanodeInfo> excluded = ConcurrentHashMap.newKeySet();
    AtomicLong blocks = new AtomicLong();
    ClientProtocol namenode = cluster.getNamenode();
    Mockito.when(namenode.addBlock(Mockito.any(), Mockito.any(), Mockito.any(),
        Mockito.any(), Mockito.anyLong(), Mockito.any(), Mockito.any()))
        .thenAnswer(call -> {
          DatanodeInfo[] without = (DatanodeInfo[]) call.getArguments()[3];
          if (without != null) {
            excluded.addAll(Arrays.asList(without));
          }
          return located(new ExtendedBlock("pool", blocks.incrementAndGet()),
              holder, lost);
        });
    LocatedBlock better = found(holder, good);
    LocatedBlock offered = found(holder, copyless);
    Mockito.when(namenode.getAdditionalDatanode(Mockito.any(),
        Mockito.anyLong(), Mockito.any(), Mockito.any(), Mockito.any(),
        Mockito.any(), Mockito.anyInt(), Mockito.any()))
        .thenAnswer(call -> Arrays.asList((DatanodeInfo[])
            call.getArguments()[5]).contains(copyless) && blocks.get() > 1
                ? better : offered);
    SmarthDataStreamer drains = out.getStreamer();
    out.start();
    cluster.getDatanode().holdAcks();
    out.write(new byte[ScriptedCluster.BLOCK]);
    PipelineSet pipelines = out.getFile().getPipelines();
    Awaitility.await().until(drains::isFirstFinished);
    cluster.getDatanode().disconnect();
    Awaitility.await().until(() -> pipelines.getOpen() == 0);
    out.write(new byte[ScriptedCluster.BLOCK]);
    Awaitility.await().until(() -> pipelines.getBlocks() == 2);
    assertThat(take(offered)).isSameAs(better);
    // The copy's source may be at fault, so it may still have a later block.
    assertThat(excluded).containsExactly(lost);
  }
}
