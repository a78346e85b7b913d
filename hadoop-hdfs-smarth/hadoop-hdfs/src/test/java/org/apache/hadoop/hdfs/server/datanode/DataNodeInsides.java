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

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi.FsVolumeReferences;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** What tests outside of this package need to see and break of a datanode. */
public final class DataNodeInsides {
  private DataNodeInsides() {
  }

  /** @return whether it is a thread of this datanode that serves a transfer. */
  public static boolean serves(DataNode node, Thread thread) {
    return node.threadGroup != null
        && node.threadGroup == thread.getThreadGroup();
  }

  /** @return the names of the threads of all datanodes that write blocks. */
  public static List<String> writeThreads() {
    return FirstNodeCluster.writeThreads();
  }

  /** @return heap and backlog of what it has yet to forward, in bytes. */
  public static long waitingToBeForwarded(DataNode node) {
    return node.firstNodeService.getMemory().getUsed()
        + node.firstNodeService.getMemory().getBacklog();
  }

  /** @return how many times it sent FNFA. */
  public static long firstNodeAcks(DataNode node) {
    return node.firstNodeService.getMetrics().getFirstNodeAcks();
  }

  /** @return whether it knows what the block pool's switch says. */
  public static boolean knowsSwitch(DataNode node, String pool) {
    return node.firstNodeService.getSwitches().get(pool).isPresent();
  }

  /** @param most how many threads it has for transfers from now on. */
  public static void limitThreads(DataNode node, int most) {
    node.xserver.maxXceiverCount = most;
  }

  /** @return its volumes, and what each reserves for replicas, in bytes. */
  public static Map<FsVolumeSpi, Long> reserved(DataNode node)
      throws IOException {
    Map<FsVolumeSpi, Long> reserved = new HashMap<>();
    try (FsVolumeReferences volumes = node.data.getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        reserved.put(volume, ((FsVolumeImpl) volume).getReservedForReplicas());
      }
    }
    return reserved;
  }

  /** @return for each volume, how many hold a reference to it. */
  public static List<Integer> references(DataNode node) throws IOException {
    List<FsVolumeImpl> all = new ArrayList<>();
    try (FsVolumeReferences volumes = node.data.getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        all.add((FsVolumeImpl) volume);
      }
    }
    List<Integer> references = new ArrayList<>();
    for (FsVolumeImpl volume : all) {
      references.add(volume.getReferenceCount());
    }
    return references;
  }

  private static ReplicaInfo replica(DataNode node, ExtendedBlock block) {
    return DataNodeTestUtils.fetchReplicaInfo(node, block.getBlockPoolId(),
        block.getBlockId());
  }

  /** @return how much of the block it has written to disk; 0 for none. */
  public static long onDisk(DataNode node, ExtendedBlock block) {
    ReplicaInfo replica = node.data == null ? null : replica(node, block);
    return replica == null ? 0 : replica.getBytesOnDisk();
  }

  /** @return whether its replica of the block is finalized. */
  public static boolean isFinalized(DataNode node, ExtendedBlock block) {
    return isIn(ReplicaState.FINALIZED, node, block);
  }

  /** @return whether the datanode takes its replica for one that is written. */
  public static boolean isBeingWritten(DataNode node, ExtendedBlock block) {
    return isIn(ReplicaState.RBW, node, block);
  }

  private static boolean isIn(ReplicaState state, DataNode node,
      ExtendedBlock block) {
    ReplicaInfo replica = node.data == null ? null : replica(node, block);
    return replica != null && replica.getState() == state;
  }

  /** @return where a replica's data are. */
  public static File dataFile(Replica replica) {
    return StockReceiver.dataFile((ReplicaInfo) replica);
  }

  /** @return where their checksums are. */
  public static File checksumFile(Replica replica) {
    return StockReceiver.checksumFile((ReplicaInfo) replica);
  }

  /** Changes the last byte that its replica has on disk. */
  public static void damageLastByte(DataNode node, ExtendedBlock block)
      throws IOException {
    ReplicaInfo replica = replica(node, block);
    try (RandomAccessFile file =
        new RandomAccessFile(dataFile(replica), "rw")) {
      long last = file.length() - 1;
      file.seek(last);
      int was = file.read();
      file.seek(last);
      file.write(was ^ 1);
    }
  }

  /** @return the directory of the volume that has its replica. */
  public static File volume(DataNode node, ExtendedBlock block) {
    return StockCalls.directory(replica(node, block).getVolume());
  }

  /**
   * Closes the connection through which the datanode receives the block.
   *
   * @param blockName as in the names of its threads
   * @return false if it does not receive the block
   */
  @SuppressWarnings("unchecked")
  public static boolean closeUpstream(DataNode node, String blockName)
      throws IOException {
    DataXceiverServer server = node.xserver;
    List<Peer> receiving = new ArrayList<>();
    synchronized (server) {
      ((Map<Peer, Thread>) get(server, "peers")).forEach((peer, thread) -> {
        if (thread.getName().contains(blockName)) {
          receiving.add(peer);
        }
      });
    }
    for (Peer peer : receiving) {
      peer.close();
    }
    return !receiving.isEmpty();
  }

  public static void setFirstNodeFault(FirstNodeFaultInjector injector) {
    FirstNodeReplies.setFaultInjector(injector);
  }

  /** @param full whether every write to its disks fails from now on. */
  public static void fillDisks(DataNode node, boolean full) {
    setDiskFaults(node, new FaultInjectorFileIoEvents(node.getConf()) {
      @Override
      public void beforeFileIo(FsVolumeSpi volume,
          FileIoProvider.OPERATION op, long length) {
        if (full && op == FileIoProvider.OPERATION.WRITE) {
          DataNodeInsides.<RuntimeException>sneak(
              new IOException("No space left on device (injected)"));
        }
      }
    });
  }

  /** Calls this before each operation on the datanode's disks, from now on. */
  public static void setDiskFaults(DataNode node, FaultInjectorFileIoEvents faults) {
    set(node.getFileIoProvider(), "faultInjectorEventHook", faults);
  }

  /** The hook declares no exception, but writes expect this one. */
  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void sneak(Throwable thrown) throws E {
    throw (E) thrown;
  }

  /** @return a private field of a stock object that nothing else shows. */
  private static Object get(Object object, String name) {
    try {
      return field(object, name).get(object);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** @return a counter of its stock metrics, as it is now; JMX is late. */
  public static long counter(DataNode node, String name) {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    DefaultMetricsSystem.instance().getSource(node.getMetrics().name())
        .getMetrics(collector, true);
    MetricsRecord record = collector.getRecords().get(0);
    for (AbstractMetric metric : record.metrics()) {
      if (metric.name().equals(name)) {
        return metric.value().longValue();
      }
    }
    throw new IllegalArgumentException("no metric " + name);
  }

  /** Puts something else into a private field of a stock object. */
  public static void set(Object object, String name, Object value) {
    try {
      field(object, name).set(object, value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Field field(Object object, String name)
      throws NoSuchFieldException {
    Field field = object.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }
}
