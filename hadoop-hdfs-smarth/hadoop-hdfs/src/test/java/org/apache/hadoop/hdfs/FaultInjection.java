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

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeInsides;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;

import static org.assertj.core.api.Assertions.assertThat;

/** Does the damage of a case, and repairs the cluster afterwards. */
final class FaultInjection {
  private final MiniDFSCluster cluster;
  private final FaultCase fault;
  private final DatanodeFaults faults;
  private final List<DataNodeProperties> stopped = new ArrayList<>();
  private final List<DataNode> full = new ArrayList<>();
  private final List<DataNode> withoutVolume = new ArrayList<>();
  private final List<File> volumes = new ArrayList<>();

  FaultInjection(MiniDFSCluster cluster, FaultCase fault,
      DatanodeFaults faults) {
    this.cluster = cluster;
    this.fault = fault;
    this.faults = faults;
  }

  /** What the case says fails now, or with the next packet or ack. */
  void inject(FaultyWrite write) throws IOException {
    if (write.getAlsoStopped() != null) {
      stopped.add(write.getAlsoStopped());
    }
    switch (fault.getFault()) {
    case NAMENODE_RESTARTED:
      cluster.restartNameNode();
      break;
    case CLIENT_ABORTED:
      write.getStream().abort();
      break;
    case PACKET_DAMAGED:
      damageNextPacket();
      break;
    case FNFA_LOST:
      faults.loseFirstNodeAck();
      break;
    default:
      for (int place : fault.getPlaces()) {
        inject(write, place);
      }
    }
  }

  private void inject(FaultyWrite write, int place) throws IOException {
    DataNode node = write.getPipeline().get(place);
    switch (fault.getFault()) {
    case STOPPED:
      stopped.add(stop(node));
      break;
    case RESTARTED_FOR_UPGRADE:
      SmarthCluster.restartForUpgrade(cluster, node);
      break;
    case MIRROR_BROKEN:
      if (fault.getMoment() == FaultMoment.BEFORE_FIRST_PACKET) {
        faults.breakConnect(write.getPipeline().get(place - 1),
            write.getBlockName());
      } else if (fault.getMoment() == FaultMoment.DURING_RECOVERY) {
        // The namenode has put the datanodes into an order of its own.
        faults.breakAnyMirror(write.getBlockName());
      } else {
        faults.breakMirror(write.getBlockName(), node);
      }
      break;
    case CONNECTION_CLOSED:
      assertThat(closeUpstream(node, write.getBlockName()))
          .as("%s receives %s", node, write.getBlockName()).isTrue();
      break;
    case LAST_ACK_LOST:
      faults.loseLastAck(node, write.getBlock(), write.getBlockName());
      break;
    case REPLICA_DAMAGED:
      DataNodeInsides.damageLastByte(node, write.getBlock());
      break;
    case DISK_FULL:
      full.add(node);
      DataNodeInsides.fillDisks(node, true);
      break;
    case VOLUME_FAILED:
      File volume = DataNodeInsides.volume(node, write.getBlock());
      withoutVolume.add(node);
      volumes.add(volume);
      DataNodeTestUtils.injectDataDirFailure(volume);
      break;
    default:
      throw new IllegalStateException(fault + " has no datanode");
    }
  }

  private boolean closeUpstream(DataNode node, String block)
      throws IOException {
    if (fault.getMoment() != FaultMoment.DURING_RECOVERY) {
      return DataNodeInsides.closeUpstream(node, block);
    }
    boolean closed = false;
    for (DataNode some : cluster.getDataNodes()) {
      closed |= DataNodeInsides.closeUpstream(some, block);
    }
    return closed;
  }

  private DataNodeProperties stop(DataNode node) {
    return cluster.stopDataNode(node.getDatanodeId().getXferAddr());
  }

  /** On its way only: when it is sent again it is whole. */
  private static void damageNextPacket() {
    AtomicInteger packets = new AtomicInteger();
    DFSClientFaultInjector.set(new DFSClientFaultInjector() {
      @Override
      public boolean corruptPacket() {
        return packets.getAndIncrement() == 0;
      }

      @Override
      public boolean uncorruptPacket() {
        return packets.get() == 1;
      }
    });
  }

  /** All datanodes and disks are there again. */
  void repair() throws IOException {
    DFSClientFaultInjector.set(new DFSClientFaultInjector());
    for (DataNode node : full) {
      DataNodeInsides.fillDisks(node, false);
    }
    for (File volume : volumes) {
      DataNodeTestUtils.restoreDataDirFromFailure(volume);
    }
    for (DataNode node : withoutVolume) {
      stopped.add(stop(node));
    }
    for (DataNodeProperties properties : stopped) {
      // At ports of its own: others may have taken the old ones meanwhile.
      cluster.restartDataNode(properties);
    }
    cluster.waitActive();
  }
}
