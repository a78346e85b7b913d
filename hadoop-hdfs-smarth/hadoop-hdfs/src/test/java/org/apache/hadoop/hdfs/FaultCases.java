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

import java.util.ArrayList;
import java.util.List;

import org.apache.hadoop.hdfs.FaultCase.Expectation;

import static org.apache.hadoop.hdfs.FaultMoment.AFTER_FNFA;
import static org.apache.hadoop.hdfs.FaultMoment.AFTER_LAST_FNFA;
import static org.apache.hadoop.hdfs.FaultMoment.BEFORE_FIRST_PACKET;
import static org.apache.hadoop.hdfs.FaultMoment.DURING_CLOSE;
import static org.apache.hadoop.hdfs.FaultMoment.DURING_HFLUSH;
import static org.apache.hadoop.hdfs.FaultMoment.DURING_RECOVERY;
import static org.apache.hadoop.hdfs.FaultMoment.LAST_PACKET_SENT;
import static org.apache.hadoop.hdfs.FaultMoment.MID_BLOCK;
import static org.apache.hadoop.hdfs.FaultNode.DN1;
import static org.apache.hadoop.hdfs.FaultNode.DN1_DN2;
import static org.apache.hadoop.hdfs.FaultNode.DN2;
import static org.apache.hadoop.hdfs.FaultNode.DN2_DN3;
import static org.apache.hadoop.hdfs.FaultNode.DN3;
import static org.apache.hadoop.hdfs.FaultNode.NONE;
import static org.apache.hadoop.hdfs.FaultNode.SHARED;

/** The combinations of datanode, moment and fault that can occur. */
final class FaultCases {
  private static final FaultNode[] ONE = {DN1, DN2, DN3};
  private static final FaultNode[] MIRRORS = {DN2, DN3};

  private final long seed;
  private final List<FaultCase> cases = new ArrayList<>();

  private FaultCases(long seed) {
    this.seed = seed;
  }

  /** @return all cases; the seed varies sizes, positions and datanodes. */
  static List<FaultCase> of(long seed) {
    FaultCases all = new FaultCases(seed);
    all.datanodes();
    all.connections();
    all.data();
    all.disks();
    all.others();
    return all.cases;
  }

  private void datanodes() {
    for (FaultNode node : new FaultNode[] {DN1, DN2, DN3, DN1_DN2, DN2_DN3}) {
      add(Fault.STOPPED, node, FaultMoment.values());
    }
    add(Fault.STOPPED, SHARED, AFTER_FNFA, DURING_CLOSE);
    add(Fault.RESTARTED_FOR_UPGRADE, DN1, MID_BLOCK, LAST_PACKET_SENT,
        AFTER_FNFA, AFTER_LAST_FNFA, DURING_HFLUSH, DURING_CLOSE);
    add(Fault.RESTARTED_FOR_UPGRADE, DN2, MID_BLOCK, AFTER_FNFA,
        AFTER_LAST_FNFA);
    add(Fault.RESTARTED_FOR_UPGRADE, DN3, AFTER_FNFA, DURING_HFLUSH);
    add(Fault.RESTARTED_FOR_UPGRADE, SHARED, AFTER_FNFA);
  }

  private void connections() {
    for (FaultNode node : MIRRORS) {
      add(Fault.MIRROR_BROKEN, node, BEFORE_FIRST_PACKET, MID_BLOCK,
          LAST_PACKET_SENT, AFTER_FNFA, AFTER_LAST_FNFA, DURING_HFLUSH,
          DURING_CLOSE, DURING_RECOVERY);
      add(Fault.LAST_ACK_LOST, node, LAST_PACKET_SENT, AFTER_FNFA,
          AFTER_LAST_FNFA, DURING_CLOSE);
    }
    for (FaultNode node : ONE) {
      add(Fault.CONNECTION_CLOSED, node, MID_BLOCK, LAST_PACKET_SENT,
          AFTER_FNFA, AFTER_LAST_FNFA, DURING_HFLUSH, DURING_CLOSE);
    }
    add(Fault.CONNECTION_CLOSED, DN1, BEFORE_FIRST_PACKET, DURING_RECOVERY);
    add(Fault.CONNECTION_CLOSED, SHARED, AFTER_FNFA, DURING_CLOSE);
    add(Fault.FNFA_LOST, DN1, LAST_PACKET_SENT);
  }

  private void data() {
    // After FNFA it is one of the next block.
    add(Fault.PACKET_DAMAGED, DN1, BEFORE_FIRST_PACKET, MID_BLOCK, AFTER_FNFA,
        DURING_RECOVERY);
    add(Fault.REPLICA_DAMAGED, DN1, MID_BLOCK, LAST_PACKET_SENT, AFTER_FNFA,
        AFTER_LAST_FNFA, DURING_HFLUSH, DURING_CLOSE);
  }

  private void disks() {
    add(Fault.DISK_FULL, DN1, BEFORE_FIRST_PACKET, MID_BLOCK,
        DURING_RECOVERY);
    for (FaultNode node : MIRRORS) {
      add(Fault.DISK_FULL, node, BEFORE_FIRST_PACKET, MID_BLOCK, AFTER_FNFA,
          AFTER_LAST_FNFA, DURING_HFLUSH, DURING_CLOSE, DURING_RECOVERY);
    }
    add(Fault.DISK_FULL, SHARED, AFTER_FNFA, DURING_CLOSE);
    for (FaultNode node : new FaultNode[] {DN1, DN2}) {
      add(Fault.VOLUME_FAILED, node, MID_BLOCK, AFTER_FNFA, AFTER_LAST_FNFA);
    }
  }

  private void others() {
    for (FaultMoment moment : new FaultMoment[] {BEFORE_FIRST_PACKET,
        MID_BLOCK, AFTER_FNFA, AFTER_LAST_FNFA, DURING_HFLUSH, DURING_CLOSE}) {
      cases.add(new FaultCase(NONE, moment, Fault.NAMENODE_RESTARTED,
          Expectation.SUCCEEDS, seed));
    }
    for (FaultMoment moment : new FaultMoment[] {BEFORE_FIRST_PACKET,
        MID_BLOCK, LAST_PACKET_SENT, AFTER_FNFA, DURING_RECOVERY}) {
      cases.add(new FaultCase(NONE, moment, Fault.CLIENT_ABORTED,
          Expectation.CUT_SHORT, seed));
    }
  }

  private void add(Fault fault, FaultNode node, FaultMoment... moments) {
    for (FaultMoment moment : moments) {
      cases.add(
          new FaultCase(node, moment, fault, Expectation.SUCCEEDS, seed));
    }
  }
}
