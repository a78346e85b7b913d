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

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Supplier;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolClientSideTranslatorPB;
import org.apache.hadoop.hdfs.protocolPB.HeartbeatTranslatorPB;
import org.apache.hadoop.hdfs.protocolPB.UnknownFields;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.smarth.conf.RangedConf;
import org.apache.hadoop.hdfs.smarth.conf.SmarthBuild;
import org.apache.hadoop.hdfs.smarth.datanode.DatanodeSpeedMeter;
import org.apache.hadoop.hdfs.smarth.datanode.FirstNodeConf;
import org.apache.hadoop.hdfs.smarth.datanode.FirstNodeMetrics;
import org.apache.hadoop.hdfs.smarth.datanode.ForwardMemory;
import org.apache.hadoop.hdfs.smarth.datanode.HeardSwitches;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeSpeeds;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeState;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeState.Heard;
import org.apache.hadoop.hdfs.smarth.protocol.FirstNodeAckProtocol;
import org.apache.hadoop.util.Shell;
import org.apache.hadoop.util.Timer;

/**
 * What the blocks of one DataNode share: the decision to grant FNFA, the
 * forwarding of blocks whose first datanode it is, and the speeds of all
 * blocks. Owned by the DataNode. Thread-safe. Public for the hooks of the
 * dataset.
 */
@InterfaceAudience.Private
public final class FirstNodeService {
  private static final byte[] NOT_GRANTED = {};
  /** No block begins to drain while more than this part of threads is in use. */
  private static final double MOST_THREADS = 0.25;

  private final DataNode datanode;
  private final boolean renamesOpenFiles;
  private final HeardSwitches switches = new HeardSwitches();
  private final String build = SmarthBuild.of(FirstNodeService.class);
  private final ForwardMemory memory;
  private final RunningForwardings forwardings = new RunningForwardings();
  private final DatanodeSpeedMeter speeds;
  private final AtomicBoolean stockClientSeen = new AtomicBoolean();
  private final AtomicBoolean fewThreadsSeen = new AtomicBoolean();
  private volatile boolean enabled;
  private volatile BiFunction<ThreadGroup, Runnable, Thread> threads =
      Thread::new;
  // Written under this; null until the first block, when the name is known.
  private volatile FirstNodeMetrics metrics;

  FirstNodeService(DataNode datanode) {
    this(datanode, !Shell.WINDOWS);
  }

  /**
   * @param renamesOpenFiles whether this operating system can finalize a
   *     replica that the forwarder has open
   */
  FirstNodeService(DataNode datanode, boolean renamesOpenFiles) {
    FirstNodeConf conf = new FirstNodeConf(datanode.getConf());
    this.datanode = datanode;
    this.enabled = conf.isEnabled();
    this.renamesOpenFiles = renamesOpenFiles;
    if (enabled && !renamesOpenFiles) {
      DataNode.LOG.info("FIRST_NODE_FINISH_ACK is not granted: this operating"
          + " system cannot rename a file that is open. Clients write as in"
          + " stock Hadoop");
    }
    this.memory = new ForwardMemory(conf.getForwardMemory());
    this.speeds = new DatanodeSpeedMeter(enabled, new Timer());
  }

  /**
   * Decides, when the connections downstream are made, whether a client's
   * write gets FNFA, and gives its receiver the hooks for it. If not, all goes
   * as in stock, and the block is measured.
   *
   * @param datanode this one; a mock has no service
   * @param mirrorAnswer of the next datanode; null if there is none
   * @param wanted whether the client asked for FNFA, and all datanodes
   *     downstream are connected
   * @return what to add to the answer to the client, or to the datanode before
   */
  static byte[] grant(DataNode datanode, ClientWrite write,
      BlockOpResponseProto mirrorAnswer, boolean wanted) {
    BlockReceiver receiver = write.getReceiver();
    if (receiver == null) {
      return NOT_GRANTED;
    }
    FirstNodeService service = datanode.firstNodeService;
    String pool = write.getBlock().getBlockPoolId();
    boolean fewThreads = service != null && !service.switches.isOff(pool)
        && service.hasFewThreads()
        || mirrorAnswer != null && FirstNodeAckProtocol.hasFewThreads(
            UnknownFields.of(mirrorAnswer));
    if (wanted && !fewThreads && FirstNodeWrite.isPossible(write)
        && service.grants(pool)) {
      receiver.hooks = new FirstNodeWrite(write, service);
      return FirstNodeAckProtocol.grant();
    }
    receiver.hooks = new BlockSpeeds(write, true);
    if (!wanted && write.isFirst() && write.isNew() && write.hasMirror()) {
      service.sawClientWithoutFirstNodeAck(write.getClientAddress());
    }
    return fewThreads ? FirstNodeAckProtocol.fewThreads() : NOT_GRANTED;
  }

  /**
   * At FNFA a client takes threads for its next block while this one drains; in
   * stock it gives some back first. So drains begin only where most threads are
   * left, and others find as many of those as they need.
   *
   * @return whether no block should begin to drain now
   */
  boolean hasFewThreads() {
    DataXceiverServer server = datanode.xserver;
    if (!enabled || !renamesOpenFiles || server == null) {
      return false;
    }
    int inUse = datanode.getXceiverCount();
    boolean few = inUse > MOST_THREADS * server.maxXceiverCount;
    if (few && fewThreadsSeen.compareAndSet(false, true)) {
      DataNode.LOG.info("{} of {} threads for transfers are in use"
          + " (dfs.datanode.max.transfer.threads). While more than a quarter"
          + " are, FIRST_NODE_FINISH_ACK is withheld, and clients write as in"
          + " stock Hadoop, one block after the other. This is said once",
          inUse, server.maxXceiverCount);
    }
    return few;
  }

  /**
   * No new reference to a volume can be had: ends what keeps one for as long
   * as a downstream takes. Does not wait.
   *
   * @param datanode of the volume; a mock has no service
   */
  public static void volumeClosed(DataNode datanode, FsVolumeSpi volume) {
    if (datanode.firstNodeService != null) {
      datanode.firstNodeService.forwardings.volumeClosed(volume);
    }
  }

  /**
   * A replica was deleted: nobody wants the block from here any more. Does not
   * wait.
   *
   * @param datanode that had it; a mock has no service
   * @param pool of the block
   */
  public static void replicaDeleted(DataNode datanode, String pool,
      Block replica) {
    if (datanode.firstNodeService != null) {
      datanode.firstNodeService.forwardings.replicaDeleted(pool, replica);
    }
  }

  /**
   * No NameNode of the block pool is spoken to any more: all have failed, or
   * the nameservice is removed, or the DataNode stops.
   */
  void poolRemoved(String pool) {
    switches.forget(pool);
  }

  /** Logs the first client that writes without FNFA. */
  private void sawClientWithoutFirstNodeAck(String address) {
    if (enabled && stockClientSeen.compareAndSet(false, true)) {
      DataNode.LOG.info("The client at {} writes as in stock Hadoop, without"
          + " FIRST_NODE_FINISH_ACK: it is a stock one, or SMARTH is off for it"
          + " or for that file. Later such clients are not logged",
          address);
    }
  }

  private boolean grants(String pool) {
    return enabled && renamesOpenFiles && switches.isOn(pool);
  }

  /**
   * Takes another value of the key, for blocks that begin from now on.
   *
   * @param value null: the default
   * @return the value that holds
   * @throws ReconfigurationException if it is neither true nor false
   */
  String reconfigure(String value) throws ReconfigurationException {
    enabled = RangedConf.changedBoolean(FirstNodeConf.ENABLED_KEY, value,
        FirstNodeConf.ENABLED_DEFAULT, enabled);
    speeds.setEnabled(enabled);
    DataNode.LOG.info("{} = {} from now on", FirstNodeConf.ENABLED_KEY,
        enabled);
    // As the file has it, or it would differ from the file next time.
    return value == null ? Boolean.toString(enabled) : value;
  }

  /**
   * @param namenode its address
   * @return what speaks to it, tells it of speeds, and hears of its switch
   */
  DatanodeProtocolClientSideTranslatorPB connect(InetSocketAddress namenode)
      throws IOException {
    return new HeartbeatTranslatorPB(namenode, datanode.getConf(),
        new Talk(namenode));
  }

  /** Of the heartbeats to one NameNode. */
  private final class Talk implements HeartbeatTranslatorPB.Talk {
    private final InetSocketAddress namenode;
    private final Supplier<DatanodeSpeeds> teller = speeds.newTeller();

    private Talk(InetSocketAddress namenode) {
      this.namenode = namenode;
    }

    @Override
    public byte[] tell(String pool) {
      byte[] state = DatanodeState.toFields(
          new DatanodeState(heard(pool), build));
      if (!enabled) {
        return state;
      }
      // One behind the other they are one message.
      byte[] rates = DatanodeSpeeds.toFields(teller.get());
      return ByteBuffer.allocate(state.length + rates.length).put(state)
          .put(rates).array();
    }

    private Heard heard(String pool) {
      return (pool == null ? Optional.<Boolean>empty() : switches.get(pool))
          .map(on -> on ? Heard.ON : Heard.OFF).orElse(Heard.NOTHING);
    }

    @Override
    public void hear(String pool, boolean active, long txid,
        Optional<Boolean> on) {
      if (!active) {
        switches.hearStandby(pool, on);
      } else if (switches.hear(pool, namenode, txid, on)) {
        DataNode.LOG.info("NameNode {} says that SMARTH is {} for block pool"
            + " {}: FIRST_NODE_FINISH_ACK is {} for blocks that begin from now"
            + " on", namenode, switches.isOn(pool) ? "on" : "off", pool,
            grants(pool) ? "granted" : "not granted");
      }
    }
  }

  /** @return a thread for a forwarder, not yet started. */
  Thread newThread(ThreadGroup group, Runnable task) {
    return threads.apply(group, task);
  }

  void setThreads(BiFunction<ThreadGroup, Runnable, Thread> maker) {
    threads = maker;
  }

  HeardSwitches getSwitches() {
    return switches;
  }

  ForwardMemory getMemory() {
    return memory;
  }

  RunningForwardings getForwardings() {
    return forwardings;
  }

  DatanodeSpeedMeter getSpeeds() {
    return speeds;
  }

  FirstNodeMetrics getMetrics() {
    FirstNodeMetrics made = metrics;
    return made == null ? makeMetrics() : made;
  }

  private synchronized FirstNodeMetrics makeMetrics() {
    if (metrics == null) {
      metrics = FirstNodeMetrics.create(datanode.getDisplayName(), memory,
          forwardings::countDraining,
          () -> forwardings.oldestDrain(System.nanoTime()));
    }
    return metrics;
  }
}
