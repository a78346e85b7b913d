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

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.protocol.datatransfer.DataTransferProtoUtil;
import org.apache.hadoop.hdfs.protocol.datatransfer.IOStreamPair;
import org.apache.hadoop.hdfs.protocol.datatransfer.InvalidEncryptionKeyException;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.block.InvalidBlockTokenException;
import org.apache.hadoop.hdfs.smarth.client.pipelines.FinalBlockRecovery.Answer;
import org.apache.hadoop.hdfs.smarth.client.pipelines.FinalBlockRecovery.Datanodes;
import org.apache.hadoop.hdfs.smarth.client.pipelines.FinalBlockRecovery.Suspect;
import org.apache.hadoop.hdfs.smarth.client.pipelines.ReplicaTarget;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How the recovery of a block reaches datanodes and namenode: with stock's
 * requests, and through the streamer where it has what is needed. Belongs to
 * the streamer's thread. In this package because the streamer and the client
 * are.
 */
@InterfaceAudience.Private
final class FinalBlockDatanodes implements Datanodes {
  private static final Logger LOG =
      LoggerFactory.getLogger(FinalBlockDatanodes.class);
  /** As stock, for one that restarts: how long it is left alone at a time. */
  private static final long PAUSE_MILLIS = 4000;
  /** Datanodes that answer nothing take as long as stock's time-outs. */
  static final long PATIENCE_MILLIS = TimeUnit.MINUTES.toMillis(1);
  /** Stock tokens last ten hours; no block should take as long to drain. */
  private static final long EXPIRING_MILLIS = TimeUnit.HOURS.toMillis(1);
  /** What an identifier begins with that is a message: field 1, a varint. */
  private static final byte EXPIRY_FIELD = 0x08;
  private static final int VARINT_BYTES = 10;
  private static final int VARINT_BITS = 7;
  private static volatile long patienceMillis = PATIENCE_MILLIS;

  private final SmarthFile file;
  private final StockStreamer streamer;
  private final DFSClient client;
  /** With its full length. */
  private final ExtendedBlock block;
  /** Until when a restart is waited for; 0 if none has been. */
  private long restartDeadline;
  /** Since when those that are lost are asked again. */
  private long askingSince;
  /** For the transfer to the replacement that was found last. */
  private Token<BlockTokenIdentifier> transferToken;

  FinalBlockDatanodes(SmarthFile file, StockStreamer streamer,
      ExtendedBlock block) {
    this.file = file;
    this.streamer = streamer;
    this.client = file.getClient();
    this.block = block;
  }

  /** @param millis how long those that are lost are asked again. */
  static void setPatience(long millis) {
    patienceMillis = millis;
  }

  /**
   * Once the next block is allocated, the namenode gives no more tokens to
   * write this one, and a recovery needs one.
   *
   * @param streamer of a block that drains
   * @param ageMillis how long ago its token was given, in milliseconds
   */
  static void renewToken(SmarthFile file, DataStreamer streamer,
      long ageMillis) {
    ExtendedBlock block = streamer.getBlock();
    try {
      if (isExpiring(streamer.accessToken, ageMillis)) {
        renewToken(file, streamer, block);
      }
    } catch (IOException e) {
      LOG.info("{}: the token cannot be renewed", block, e);
    }
  }

  private static void renewToken(SmarthFile file, DataStreamer streamer,
      ExtendedBlock block) throws IOException {
    streamer.accessToken = file.getClient().namenode.updateBlockForPipeline(
        block, file.getClient().clientName).getBlockToken();
  }

  /** @return whether the block has a new token. */
  private boolean renewToken() {
    try {
      renewToken(file, streamer, block);
      return true;
    } catch (IOException e) {
      LOG.info("{}: there is no new token", block, e);
      return false;
    }
  }

  /**
   * @param token of a block; empty, or null, if the cluster uses none
   * @param ageMillis how long ago it was given, in milliseconds
   * @return whether it expires within the hour, and a new one would last at
   *     least twice as long
   * @throws IOException if it cannot be read
   */
  static boolean isExpiring(Token<BlockTokenIdentifier> token, long ageMillis)
      throws IOException {
    if (token == null || token.getIdentifier().length == 0) {
      return false;
    }
    return expiryDate(token.getIdentifier())
        < Time.now() + Math.min(EXPIRING_MILLIS, ageMillis);
  }

  /** Namenodes of Hadoop 3 can make messages of them, which 2.10 cannot read. */
  private static long expiryDate(byte[] identifier) throws IOException {
    if (identifier[0] != EXPIRY_FIELD) {
      BlockTokenIdentifier read = new BlockTokenIdentifier();
      read.readFields(
          new DataInputStream(new ByteArrayInputStream(identifier)));
      return read.getExpiryDate();
    }
    long date = 0;
    for (int i = 1; i < identifier.length && i <= VARINT_BYTES; i++) {
      date |= (identifier[i] & 0x7FL) << VARINT_BITS * (i - 1);
      if (identifier[i] >= 0) {
        return date;
      }
    }
    throw new IOException("A block token has no date of expiry");
  }

  /** @return the datanodes of the streamer's pipeline. */
  List<ReplicaTarget> targets() {
    return targets(streamer);
  }

  /** @return the datanodes of a streamer's pipeline. */
  static List<ReplicaTarget> targets(DataStreamer streamer) {
    List<ReplicaTarget> targets = new ArrayList<>();
    DatanodeInfo[] nodes = streamer.getNodes();
    for (int i = 0; i < nodes.length; i++) {
      targets.add(new ReplicaTarget(nodes[i], streamer.storageTypes[i],
          streamer.storageIDs[i]));
    }
    return targets;
  }

  /**
   * @param firstFaulty whether the first one said that it is at fault
   * @return which of them is held to have failed
   */
  Suspect suspect(boolean firstFaulty) {
    int restarting = streamer.errorState.getRestartingNodeIndex();
    if (restarting >= 0) {
      return streamer.errorState.doWaitForRestart()
          ? Suspect.restarting(restarting) : Suspect.lost(restarting);
    }
    int bad = streamer.errorState.getBadNodeIndex();
    return bad == 0 && firstFaulty ? Suspect.faulty(bad) : Suspect.lost(bad);
  }

  @Override
  public Answer probe(ReplicaTarget target) {
    try {
      try {
        return ask(target);
      } catch (InvalidEncryptionKeyException e) {
        LOG.info("{}: a new encryption key for {}", block, target, e);
        client.clearDataEncryptionKey();
        return ask(target);
      } catch (InvalidBlockTokenException e) {
        LOG.info("{}: a new token for {}", block, target, e);
        return renewToken() ? ask(target) : Answer.UNKNOWN;
      }
    } catch (InvalidBlockTokenException e) {
      LOG.warn("{}: {} takes no token", block, target, e);
      return Answer.UNKNOWN;
    } catch (IOException e) {
      LOG.warn("{}: cannot ask {} for its replica", block, target, e);
      return Answer.UNREACHABLE;
    }
  }

  /** Stock's recovery of a close, at the generation stamp that there is. */
  private Answer ask(ReplicaTarget target) throws IOException {
    DatanodeInfo node = target.getNode();
    Token<BlockTokenIdentifier> token = streamer.getBlockToken();
    try (Socket socket =
        DataStreamer.createSocketForPipeline(node, 1, client)) {
      IOStreamPair pair = client.saslClient.socketSend(socket,
          NetUtils.getOutputStream(socket, client.getDatanodeWriteTimeout(1)),
          NetUtils.getInputStream(socket, client.getDatanodeReadTimeout(1)),
          client, token, node);
      DataOutputStream out = new DataOutputStream(
          new BufferedOutputStream(pair.out, DFSUtilClient.getSmallBufferSize(
              client.getConfiguration())));
      streamer.askToClose(out, block, target, token);
      return answer(target, new DataInputStream(pair.in));
    }
  }

  /** A datanode that refuses closes the connection without a word. */
  private Answer answer(ReplicaTarget target, DataInputStream in)
      throws IOException {
    BlockOpResponseProto response;
    try {
      response =
          BlockOpResponseProto.parseFrom(PBHelperClient.vintPrefixed(in));
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException e) {
      LOG.debug("{}: not final on {}", block, target, e);
      return Answer.UNFINISHED;
    }
    try {
      DataTransferProtoUtil.checkBlockOpStatus(response,
          "asking for the replica of " + block);
      return Answer.FINAL;
    } catch (InvalidBlockTokenException e) {
      throw e;
    } catch (IOException e) {
      LOG.info("{}: not final on {}", block, target, e);
      return Answer.UNFINISHED;
    }
  }

  @Override
  public boolean awaitRestart() {
    long now = Time.monotonicNow();
    if (restartDeadline == 0) {
      restartDeadline = now + client.getConf().getDatanodeRestartTimeout();
    }
    long pause = Math.min(PAUSE_MILLIS, restartDeadline - now);
    return pause > 0 && sleep(pause);
  }

  @Override
  public boolean pause(int tried) {
    long now = Time.monotonicNow();
    if (tried == 0) {
      askingSince = now;
    }
    return now - askingSince < patienceMillis && sleep(PAUSE_MILLIS);
  }

  private static boolean sleep(long millis) {
    try {
      Thread.sleep(millis);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public boolean isClosing() {
    return streamer.isClosing();
  }

  @Override
  public int resume(List<ReplicaTarget> targets) {
    streamer.setPipeline(ReplicaTarget.nodes(targets),
        ReplicaTarget.storageTypes(targets),
        ReplicaTarget.storageIds(targets));
    streamer.errorState.reset();
    streamer.stage = BlockConstructionStage.DATA_STREAMING;
    // The generation stamp stays as it is.
    if (streamer.reconnect(block.getGenerationStamp())) {
      return -1;
    }
    int bad = streamer.errorState.getBadNodeIndex();
    return Math.max(0,
        bad >= 0 ? bad : streamer.errorState.getRestartingNodeIndex());
  }

  /** The replicas that are left are final; only the end is left to be acked. */
  void acknowledgeAll() {
    synchronized (streamer.dataQueue) {
      // Stock takes its number, and not its bytes, when it ends the block.
      DFSPacket end = streamer.dataQueue.removeLast();
      for (DFSPacket packet : streamer.dataQueue) {
        packet.releaseBuffer(file.getByteArrayManager());
        StockStreamer.endTrace(packet);
      }
      streamer.dataQueue.clear();
      streamer.dataQueue.add(end);
      streamer.lastAckedSeqno = end.getSeqno() - 1;
    }
    streamer.setPipeline(new DatanodeInfo[0], new StorageType[0],
        new String[0]);
    streamer.errorState.reset();
    streamer.getLastException().clear();
    streamer.stage = BlockConstructionStage.PIPELINE_CLOSE;
  }

  @Override
  public boolean isReplacementWanted(List<ReplicaTarget> holders) {
    return client.dtpReplaceDatanodeOnFailure.satisfy(
        file.getStat().getReplication(), ReplicaTarget.nodes(holders), false,
        streamer.isHflushed);
  }

  @Override
  public ReplicaTarget findReplacement(List<ReplicaTarget> holders,
      List<ReplicaTarget> excluded) throws IOException {
    List<DatanodeInfo> without =
        Arrays.asList(ReplicaTarget.nodes(excluded));
    LocatedBlock found = file.ratherWell(
        file.getAdditionalDatanode(block, holders, without), block, holders,
        without);
    transferToken = found.getBlockToken();
    DatanodeInfo[] nodes = found.getLocations();
    for (int i = 0; i < nodes.length; i++) {
      ReplicaTarget target = new ReplicaTarget(nodes[i],
          found.getStorageTypes()[i], found.getStorageIDs()[i]);
      if (!holders.contains(target)) {
        return target;
      }
    }
    throw new IOException("No datanode is left to replace " + excluded
        + " for " + block + " of " + file.getSrc() + ", which is on " + holders
        + "; the namenode offers " + Arrays.toString(nodes));
  }

  @Override
  public void transfer(ReplicaTarget from, ReplicaTarget to)
      throws IOException {
    streamer.copy(from, to, transferToken);
  }

  @Override
  public void goOnWithout(List<ReplicaTarget> holders, IOException cause)
      throws IOException {
    int min = client.dtpReplaceDatanodeOnFailureReplication;
    if (!client.dtpReplaceDatanodeOnFailure.isBestEffort()
        && (min <= 0 || holders.size() < min)) {
      throw cause;
    }
    LOG.warn("{} of {}: going on with the replicas on {}", block,
        file.getSrc(), holders, cause);
  }

  @Override
  public void tell(List<ReplicaTarget> holders) {
    try {
      client.namenode.updatePipeline(client.clientName, block, block,
          ReplicaTarget.nodes(holders), ReplicaTarget.storageIds(holders));
    } catch (IOException e) {
      // A stock namenode takes no update of a block that is complete.
      LOG.debug("{}: the namenode does not take that it is left on {}", block,
          holders, e);
    }
  }

  @Override
  public void checkFile() throws IOException {
    client.namenode.fsync(file.getSrc(), file.getStat().getFileId(),
        client.clientName, -1);
  }

  @Override
  public boolean isStopped() {
    return streamer.streamerClosed() || !client.clientRunning;
  }
}
