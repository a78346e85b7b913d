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

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.google.common.annotations.VisibleForTesting;
import com.google.common.net.InetAddresses;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketReceiver;
import org.apache.hadoop.hdfs.smarth.datanode.DatanodeSpeedMeter;
import org.apache.hadoop.hdfs.smarth.datanode.TransferMeter;

/**
 * Measures how fast a client's block comes in and, where stock forwards it,
 * goes out. Owned by the BlockReceiver, whose thread calls it from its hooks.
 */
@InterfaceAudience.Private
final class BlockSpeeds {
  /** For blocks that are not measured. */
  static final BlockSpeeds NONE = new BlockSpeeds(null, null, false);

  /** Host name, IP address, port; Java 8 has no brackets around IPv6. */
  private static final Pattern SOCKET_ADDRESS =
      Pattern.compile("[^/]*/\\[?([^\\[\\]/]+?)\\]?:\\d+");

  private final BlockReceiver receiver;
  /** Null if this datanode is not the first of the pipeline. */
  private final String client;
  private final boolean forwarding;
  private final TransferMeter received = TransferMeter.ofReceiving();
  private final TransferMeter forwarded = TransferMeter.ofForwarding();
  private long mirrorBeganNanos;
  /** Of the packet that is being received. */
  private long mirrorNanos;

  private BlockSpeeds(BlockReceiver receiver, String client,
      boolean forwarding) {
    this.receiver = receiver;
    this.client = client;
    this.forwarding = forwarding;
  }

  /**
   * @param receiver of the block
   * @param pipelineSize how many datanodes the client's pipeline has
   * @param targets how many are downstream
   * @return what measures it; {@link #NONE} for a copy or a move
   */
  static BlockSpeeds of(BlockReceiver receiver, int pipelineSize,
      int targets) {
    if (!receiver.isClient) {
      return NONE;
    }
    // A recovered pipeline may begin anywhere in the block, and in the file.
    boolean first = targets + 1 == pipelineSize
        && receiver.stage == BlockConstructionStage.PIPELINE_SETUP_CREATE;
    if (first && targets > 0 && receiver.firstNode == null) {
      receiver.getDataNode().firstNodeService
          .sawClientWithoutFirstNodeAck(receiver.inAddr);
    }
    return new BlockSpeeds(receiver, first ? ip(receiver.inAddr) : null,
        targets > 0);
  }

  /**
   * @param address of a socket, as Java and Hadoop write it
   * @return its IP address in text form; null if it has none
   */
  @VisibleForTesting
  static String ip(String address) {
    Matcher matcher = SOCKET_ADDRESS.matcher(address);
    return matcher.matches() && InetAddresses.isInetAddress(matcher.group(1))
        ? matcher.group(1) : null;
  }

  /** A packet is written to the next datanode. */
  void mirrorBegins() {
    if (forwarding) {
      mirrorBeganNanos = System.nanoTime();
    }
  }

  /** @param length data in the packet that was written. */
  void mirrorEnded(int length) {
    if (forwarding) {
      mirrorNanos = System.nanoTime() - mirrorBeganNanos;
      forwarded.add(length, mirrorNanos);
    }
  }

  /** @param packet on disk; not yet forwarded if FNFA is granted. */
  void packetStored(PacketReceiver packet) {
    PacketHeader header = packet.getHeader();
    if (header.isLastPacketInBlock()) {
      blockStored();
    } else if (client != null && !header.getSyncBlock()) {
      received.add(header.getDataLen(),
          System.nanoTime() - packet.beganNanos - mirrorNanos);
    }
    mirrorNanos = 0;
  }

  private void blockStored() {
    if (client != null) {
      meter(receiver).received(client, received);
    }
    if (forwarding && receiver.firstNode == null) {
      forwarded(receiver, forwarded);
    }
  }

  /** The block, or what could be forwarded of it, was. */
  static void forwarded(BlockReceiver receiver, TransferMeter meter) {
    meter(receiver).forwarded(receiver.downstreamDNs[0].getDatanodeUuid(),
        meter);
  }

  private static DatanodeSpeedMeter meter(BlockReceiver receiver) {
    return receiver.getDataNode().firstNodeService.getSpeeds();
  }
}
