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

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.when;

/** What an operator changes of the block management while it runs. */
public class ReconfiguredBlocksTest extends PendingReplicasTestBase {
  private final Configuration conf = new HdfsConfiguration();
  private BlockManager running;

  @Before
  public void start() throws IOException {
    FSNamesystem namesystem = LockedNamesystem.mocked();
    use(BlockPlacementPolicySmarth.class);
    running = new BlockManager(namesystem, false, conf);
    SmarthPlacement.started(running, conf);
  }

  @After
  public void stop() {
    running.close();
    assertThat(areSpeedsShown()).isFalse();
  }

  private void use(Class<? extends BlockPlacementPolicy> policy) {
    conf.setClass(DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_KEY, policy,
        BlockPlacementPolicy.class);
  }

  private static boolean areSpeedsShown() {
    try {
      return !ManagementFactory.getPlatformMBeanServer().queryNames(
          new ObjectName("Hadoop:service=NameNode,name=SmarthPlacementInfo*"),
          null).isEmpty();
    } catch (javax.management.MalformedObjectNameException e) {
      throw new AssertionError(e);
    }
  }

  private BlockPlacementPolicySmarth policy() {
    return (BlockPlacementPolicySmarth) running.getBlockPlacementPolicy();
  }

  /** As when an operator replaces that of striped blocks alone. */
  @Test
  public void anotherPolicyOfTheSameClassGoesOnWithTheSameSpeeds() {
    BlockPlacementPolicySmarth before = policy();
    running.refreshBlockPlacementPolicy(conf);
    assertThat(policy()).isNotSameAs(before);
    assertThat(policy().getSpeeds()).isSameAs(before.getSpeeds());
    assertThat(SmarthPlacement.whyUnused(policy())).isEmpty();
    assertThat(policy().getKnownDatanodes()).isNotNull();
    assertThat(areSpeedsShown()).isTrue();
  }

  @Test
  public void stocksPolicyTakesThePlaceOfOursAndOursThatOfStocks() {
    use(BlockPlacementPolicyDefault.class);
    running.refreshBlockPlacementPolicy(conf);
    assertThat(running.getBlockPlacementPolicy())
        .isExactlyInstanceOf(BlockPlacementPolicyDefault.class);
    assertThat(areSpeedsShown()).isFalse();
    use(BlockPlacementPolicySmarth.class);
    running.refreshBlockPlacementPolicy(conf);
    assertThat(SmarthPlacement.whyUnused(policy())).isEmpty();
    assertThat(areSpeedsShown()).isTrue();
  }

  /** The operator's call may come late. */
  @Test
  public void aNamenodeThatHasStoppedShowsNoSpeeds() {
    SmarthPlacement.stopped(running);
    running.refreshBlockPlacementPolicy(conf);
    assertThat(areSpeedsShown()).isFalse();
  }

  @Test
  public void aTimeOutOfCopiesCountsForWhatPipelinesDeliver() {
    when(file().isUnderConstruction()).thenReturn(true);
    when(file().getBlocks()).thenReturn(new BlockInfo[] {block()});
    heartbeat(0);
    pending().expect(block(), block().getUnderConstructionFeature()
        .getExpectedStorageLocations());
    assertThat(pending().getReplicas().isExpected(block(), target())).isTrue();
    pending().getReplicas().fileClosed(file());
    timer().advance(TimeUnit.MINUTES.toMillis(2));
    pending().getTimedOutBlocks();
    heartbeat(0);
    assertThat(pending().getTimedOutBlocks()).isNull();
    pending().setTimeout(TimeUnit.MINUTES.toMillis(1));
    assertThat(pending().getTimeout())
        .isEqualTo(TimeUnit.MINUTES.toMillis(1));
    assertThat(pending().getTimedOutBlocks()).containsExactly(block());
  }
}
