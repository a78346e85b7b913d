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
package org.apache.hadoop.hdfs.server.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;

import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.protocolPB.UnknownFields;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.apache.hadoop.hdfs.smarth.datanode.FirstNodeConf;
import org.apache.hadoop.hdfs.smarth.protocol.FirstNodeAckProtocol;
import org.apache.hadoop.io.EnumSetWritable;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/**
 * When a datanode grants FNFA, and that all goes as in stock when it does not
 * (design.md 1, every mix of old and new).
 */
public class FirstNodeGrantIT {
  @Rule
  public final Timeout timeout = Timeout.seconds(180);

  private final RawClient.Request request =
      new RawClient.Request(FirstNodeCluster.CLIENT);
  private final byte[] data = FirstNodeCluster.randomBytes(1_000_000);
  private FirstNodeCluster cluster;
  private LocatedBlock block;

  @Before
  public void start() throws Exception {
    cluster = FirstNodeCluster.start();
    block = cluster.createFile("/f");
  }

  @After
  public void stop() throws Exception {
    cluster.close();
  }

  @Test
  public void isNotGrantedIfTheClientDoesNotAsk() throws Exception {
    request.withoutAsking();
    assertWrittenAsInStock(block, 3);
  }

  @Test
  public void isNotGrantedIfTheKeyIsOff() throws Exception {
    Configuration conf = FirstNodeCluster.conf();
    conf.setBoolean(FirstNodeConf.ENABLED_KEY, false);
    try (FirstNodeCluster off = new FirstNodeCluster(conf, 3)) {
      assertWrittenAsInStock(off.createFile("/off"), 3);
    }
  }

  @Test
  public void isNotGrantedWhereOpenFilesCannotBeRenamed() throws Exception {
    LogCapturer log = LogCapturer.captureLogs(DataNode.LOG);
    List<DataNode> nodes = cluster.getDfs().getDataNodes();
    for (DataNode node : nodes) {
      node.firstNodeService = new FirstNodeService(node, false);
    }
    try {
      assertWrittenAsInStock(block, 3);
      assertWrittenAsInStock(cluster.createFile("/second"), 3);
    } finally {
      log.stopCapturing();
    }
    assertThat(StringUtils.countMatches(log.getOutput(),
        "cannot rename a file that is open")).isEqualTo(nodes.size());
  }

  @Test
  public void isNotGrantedWithoutADatanodeDownstream() throws Exception {
    assertWrittenAsInStock(FirstNodeCluster.firstOnly(block), 1);
  }

  @Test
  public void isNotGrantedForLazyPersist() throws Exception {
    request.lazyPersist();
    assertWrittenAsInStock(block, 3);
  }

  @Test
  public void isNotGrantedWithoutChecksums() throws Exception {
    request.withoutChecksums();
    try (RawClient client = new RawClient()) {
      assertNotGranted(client.connect(block, request));
      client.sendWithoutChecksums(data);
      client.sendLast(false);
      assertThat(client.nextAck().isSuccess()).isTrue();
    }
  }

  @Test
  public void isNotGrantedIfTheNextDatanodeIsDown() throws Exception {
    cluster.stopNode(block, 1);
    try (RawClient client = new RawClient()) {
      BlockOpResponseProto answer = client.connect(block, request);
      assertThat(answer.getStatus()).isEqualTo(Status.ERROR);
      assertThat(answer.getUnknownFields().asMap()).isEmpty();
    }
  }

  @Test
  public void isNotGrantedIfADatanodeOfThePipelineHasFewThreads()
      throws Exception {
    for (int i = 0; i < 3; i++) {
      LocatedBlock to = cluster.createFile("/few" + i);
      DataXceiverServer server = cluster.node(to, i).xserver;
      int limit = server.maxXceiverCount;
      try (RawClient client = new RawClient()) {
        server.maxXceiverCount = StockCalls.FEW_THREADS;
        BlockOpResponseProto answer = client.connect(to, request);
        assertThat(answer.getStatus()).isEqualTo(Status.SUCCESS);
        assertThat(FirstNodeAckProtocol.isGranted(UnknownFields.of(answer)))
            .isFalse();
        assertThat(
            FirstNodeAckProtocol.hasFewThreads(UnknownFields.of(answer)))
            .isTrue();
        client.sendBlock(data);
        assertNoFirstNodeAck(client, 3);
      } finally {
        server.maxXceiverCount = limit;
      }
    }
    try (RawClient client = new RawClient()) {
      assertThat(FirstNodeAckProtocol.isGranted(UnknownFields.of(
          client.connect(block, request)))).isTrue();
    }
  }

  @Test
  public void isNotKeptIfThreadsGetFewWhileTheBlockIsWritten()
      throws Exception {
    try (RawClient client = new RawClient()) {
      assertThat(FirstNodeAckProtocol.isGranted(UnknownFields.of(
          client.connect(block, request)))).isTrue();
      cluster.node(block, 0).xserver.maxXceiverCount = StockCalls.FEW_THREADS;
      client.sendBlock(data);
      assertNoFirstNodeAck(client, 3);
    }
    for (int i = 0; i < 3; i++) {
      cluster.awaitFinalized(block, i, data.length);
      assertThat(cluster.stored(block, i)).isEqualTo(data);
    }
  }

  @Test
  public void isNotGrantedToAPipelineThatIsResumed() throws Exception {
    try (RawClient client = new RawClient()) {
      client.connect(block, request);
      client.send(Arrays.copyOf(data, RawClient.PACKET), false);
      client.awaitAck(0);
      client.vanish();
    }
    long newStamp = cluster.bump(block).getBlock().getGenerationStamp();
    request.resume(BlockConstructionStage.PIPELINE_SETUP_STREAMING_RECOVERY,
        newStamp, RawClient.PACKET, RawClient.PACKET);
    try (RawClient client = new RawClient()) {
      assertNotGranted(client.connect(block, request));
      client.rewind(RawClient.PACKET);
      client.sendBlock(Arrays.copyOfRange(data, RawClient.PACKET,
          data.length));
      assertNoFirstNodeAck(client, 3);
    }
    block.getBlock().setGenerationStamp(newStamp);
    for (int i = 0; i < 3; i++) {
      cluster.awaitFinalized(block, i, data.length);
      assertThat(cluster.stored(block, i)).isEqualTo(data);
    }
  }

  @Test
  public void isNotGrantedToAnAppend() throws Exception {
    writeStock();
    Awaitility.await().until(() -> cluster.getFs().getFileBlockLocations(
        new Path("/stock"), 0, 1)[0].getHosts().length == 3);
    LocatedBlock appended = cluster.getFs().getClient().getNamenode()
        .append("/stock", FirstNodeCluster.CLIENT,
            new EnumSetWritable<>(EnumSet.of(CreateFlag.APPEND)))
        .getLastBlock();
    request.resume(BlockConstructionStage.PIPELINE_SETUP_APPEND,
        cluster.bump(appended).getBlock().getGenerationStamp(), data.length,
        data.length);
    try (RawClient client = new RawClient()) {
      assertNotGranted(client.connect(appended, request));
      client.rewind(data.length);
      client.sendLast(false);
      assertNoFirstNodeAck(client, 3);
    }
  }

  @Test
  public void stockClientWritesAndReadsWithPatchedDatanodes()
      throws Exception {
    writeStock();
    byte[] read = new byte[data.length];
    try (InputStream in = cluster.getFs().open(new Path("/stock"))) {
      IOUtils.readFully(in, read, 0, read.length);
    }
    assertThat(read).isEqualTo(data);
  }

  private void writeStock() throws IOException {
    Configuration conf =
        new Configuration(cluster.getFs().getConf());
    conf.setBoolean(SmarthClientConf.ENABLED_KEY, false);
    try (DistributedFileSystem fs = new DistributedFileSystem()) {
      fs.initialize(cluster.getFs().getUri(), conf);
      try (OutputStream out = fs.create(new Path("/stock"))) {
        out.write(data);
      }
    }
  }

  private void assertWrittenAsInStock(LocatedBlock to, int nodes)
      throws Exception {
    try (RawClient client = new RawClient()) {
      assertNotGranted(client.connect(to, request));
      client.sendBlock(data);
      assertNoFirstNodeAck(client, nodes);
    }
  }

  /** Byte for byte what stock answers. */
  private void assertNotGranted(BlockOpResponseProto answer) {
    assertThat(answer).isEqualTo(BlockOpResponseProto.newBuilder()
        .setStatus(Status.SUCCESS).setFirstBadLink("").build());
    assertThat(answer.getUnknownFields().asMap()).isEmpty();
  }

  /** Every packet is acknowledged by all, nothing else comes. */
  private void assertNoFirstNodeAck(RawClient client, int nodes)
      throws Exception {
    List<PipelineAck> acks = client.awaitEnd();
    assertThat(acks).hasSize((int) client.nextSeqno())
        .allMatch(PipelineAck::isSuccess)
        .allMatch(ack -> ack.getNumOfReplies() == nodes)
        .noneMatch(ack ->
            ack.getSeqno() == FirstNodeAckProtocol.FNFA_SEQNO);
  }
}
