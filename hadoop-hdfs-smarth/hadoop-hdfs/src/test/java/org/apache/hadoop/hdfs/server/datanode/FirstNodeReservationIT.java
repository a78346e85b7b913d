/*
 * Licensed to the Apache Software Foundation (ASF) under one
 * or more contributor license agreements.  See the NOTICE file
 * distributed with this work for additional information
 * regarding copyright ownership.  The ASF licenses this file
 * to you under the Apache License, Version 2.0 (the
 * "License"); you may not use this file except in compliance
 * with the License.  You may obtain a copy of the License at
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
import java.util.Arrays;

import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.smarth.protocol.FirstNodeAckProtocol;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/**
 * The space that a volume reserves for a replica is released once. A volume
 * cuts a sum below zero to zero, so another block, which keeps its
 * reservation meanwhile, shows what is released twice.
 */
public class FirstNodeReservationIT {
  @Rule
  public final Timeout timeout = Timeout.seconds(180);

  private final RawClient.Request request =
      new RawClient.Request(FirstNodeCluster.CLIENT);
  private final byte[] data = FirstNodeCluster.randomBytes(20 << 20);
  private final RawClient other = new RawClient();
  private final RawClient client = new RawClient();
  private FirstNodeCluster cluster;
  private LocatedBlock block;
  private long reservedByOther;

  @Before
  public void startWithAnotherBlockThatKeepsItsReservation()
      throws Exception {
    cluster = FirstNodeCluster.start();
    LocatedBlock otherBlock = cluster.createFile("/other");
    other.connect(otherBlock, request);
    other.send(Arrays.copyOf(data, RawClient.PACKET), false);
    assertThat(other.awaitAck(0).isSuccess()).isTrue();
    reservedByOther = FirstNodeCluster.BLOCK - RawClient.PACKET;
    block = cluster.createFile("/f");
    assertReservedOnly(reservedByOther);
  }

  @After
  public void stop() throws Exception {
    client.close();
    other.close();
    cluster.close();
  }

  private void assertReservedOnly(long expected) throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThat(cluster.reserved(block, i)).as("datanode %s", i)
          .isEqualTo(expected);
    }
  }

  @Test
  public void acksAfterTheEarlyEndReleaseNothing() throws Exception {
    Downstream downstream = Downstream.stalled(block);
    client.connect(block, request);
    client.sendBlock(data);
    client.awaitFirstNodeAck();
    assertThat(cluster.reserved(block, 0)).isEqualTo(reservedByOther);
    downstream.open();
    assertThat(client.awaitAck(client.nextSeqno() - 1).isSuccess()).isTrue();
    client.awaitEnd();
    assertReservedOnly(reservedByOther);
  }

  @Test
  public void failureAfterTheEarlyEndReleasesNothing() throws Exception {
    Downstream.stalled(block);
    client.connect(block, request);
    client.sendBlock(data);
    client.awaitFirstNodeAck();
    client.interruptReceiver();
    client.awaitEnd();
    assertThat(cluster.reserved(block, 0)).isEqualTo(reservedByOther);
    assertThat(cluster.metrics(block).getDeliveriesFailed()).isEqualTo(1);
  }

  @Test
  public void failureBeforeTheFirstPacketReleasesAll() throws Exception {
    DataNodeFaultInjector before = DataNodeFaultInjector.get();
    DataNodeFaultInjector.set(new DataNodeFaultInjector() {
      @Override
      public void failMirrorConnection() throws IOException {
        throw new IOException("no mirror (injected)");
      }
    });
    try {
      assertThat(client.connect(block, request).getStatus())
          .isEqualTo(Status.ERROR);
    } finally {
      DataNodeFaultInjector.set(before);
    }
    FirstNodeCluster.awaitNoWriter(block);
    assertThat(cluster.reserved(block, 0)).isEqualTo(reservedByOther);
  }

  @Test
  public void failureBeforeTheEndReleasesAllOnce() throws Exception {
    client.connect(block, request);
    client.send(Arrays.copyOf(data, RawClient.PACKET), false);
    client.awaitAck(0);
    client.sendCorrupt(Arrays.copyOf(data, RawClient.PACKET), 0);
    client.awaitEnd();
    FirstNodeCluster.awaitNoWriter(block);
    assertReservedOnly(reservedByOther);
  }

  @Test
  public void failedFinalizationGivesNoFnfaAndReleasesOnce()
      throws Exception {
    cluster.allowStockToLeakReservations();
    client.connect(block, request);
    client.send(Arrays.copyOf(data, RawClient.PACKET), false);
    client.awaitAck(0);
    // Nothing is left that could be renamed.
    assertThat(((ReplicaInfo) cluster.replica(block, 0)).getBlockFile()
        .delete()).isTrue();
    client.sendLast(false);
    assertThat(client.awaitEnd()).noneMatch(PipelineAck::isSuccess)
        .noneMatch(ack ->
            ack.getSeqno() == FirstNodeAckProtocol.FNFA_SEQNO);
    assertThat(cluster.isFinalized(block, 0)).isFalse();
    assertThat(cluster.isFinalized(block, 1)).isFalse();
    FirstNodeCluster.awaitNoWriter(block);
    assertThat(cluster.reserved(block, 0)).isEqualTo(reservedByOther);
  }
}
