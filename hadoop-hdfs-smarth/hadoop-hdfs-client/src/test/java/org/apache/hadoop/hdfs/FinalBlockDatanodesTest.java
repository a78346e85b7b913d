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
import java.util.EnumSet;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.smarth.client.pipelines.FinalBlockRecovery.Answer;
import org.apache.hadoop.hdfs.smarth.client.pipelines.ReplicaTarget;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.token.Token;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;

/** What a recovery learns of its datanodes and of its streamer. */
public class FinalBlockDatanodesTest {
  @Rule
  public final Timeout timeout = new Timeout(60, TimeUnit.SECONDS);

  private final ExtendedBlock block = new ExtendedBlock("pool", 1, 512, 1);
  private final Token<BlockTokenIdentifier> fresh = token("fresh");
  private ScriptedCluster cluster;
  private SmarthOutputStream out;
  private SmarthDataStreamer streamer;
  private FinalBlockDatanodes datanodes;
  private ReplicaTarget target;

  private static Token<BlockTokenIdentifier> token(String service) {
    return new Token<>(new byte[0], new byte[0], new Text(),
        new Text(service));
  }

  @Before
  public void start() throws IOException {
    cluster = new ScriptedCluster(new Configuration(false));
    out = cluster.make((client, stat, sum) -> new SmarthOutputStream(client,
        "/file", stat, EnumSet.of(CreateFlag.CREATE), null, sum, null));
    streamer = out.getStreamer();
    streamer.accessToken = token("old");
    datanodes = new FinalBlockDatanodes(out.getFile(), streamer, block);
    target = new ReplicaTarget(cluster.getDatanode().nodes(1)[0],
        StorageType.DISK, "s");
  }

  @After
  public void close() throws IOException {
    out.abort();
    cluster.close();
  }

  /** As long as the block is the last one of its file. */
  private void giveTokens() throws IOException {
    LocatedBlock located = new LocatedBlock(block, new DatanodeInfo[0]);
    located.setBlockToken(fresh);
    Mockito.when(cluster.getNamenode().updateBlockForPipeline(
        Mockito.eq(block), Mockito.any())).thenReturn(located);
  }

  @Test
  public void anExpiredTokenIsRenewed() throws IOException {
    giveTokens();
    cluster.getDatanode().refuseTokens(1);
    assertThat(datanodes.probe(target)).isEqualTo(Answer.FINAL);
    assertThat(streamer.accessToken).isSameAs(fresh);
  }

  @Test
  public void whoTakesNoTokenIsNotHeldToBeDead() throws IOException {
    giveTokens();
    cluster.getDatanode().refuseTokens(2);
    assertThat(datanodes.probe(target)).isEqualTo(Answer.UNKNOWN);
  }

  @Test
  public void norIsOneToWhichTheNamenodeGivesNoMoreTokens()
      throws IOException {
    Mockito.when(cluster.getNamenode().updateBlockForPipeline(Mockito.any(),
        Mockito.any())).thenThrow(new IOException("is not UNDER_CONSTRUCTION"));
    cluster.getDatanode().refuseTokens(1);
    assertThat(datanodes.probe(target)).isEqualTo(Answer.UNKNOWN);
  }

  @Test
  public void oneThatIsDownIsUnreachable() throws IOException {
    cluster.getDatanode().close();
    assertThat(datanodes.probe(target)).isEqualTo(Answer.UNREACHABLE);
  }

  /** If stock leaves it to the namenode to replace whoever fails then. */
  @Test
  public void aBlockOfWhichOnlyTheEndIsUnacknowledgedIsClosing() {
    assertThat(datanodes.isClosing()).isFalse();
    streamer.dataQueue.add(SmarthPacket.endOfBlock(512, 1));
    assertThat(datanodes.isClosing())
        .isEqualTo(!TestedHadoop.REPLACES_AT_THE_END);
    streamer.dataQueue.addFirst(new DFSPacket(new byte[0], 0, 0, 0, 0, false));
    assertThat(datanodes.isClosing()).isFalse();
    streamer.dataQueue.clear();
  }
}
