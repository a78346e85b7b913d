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
package org.apache.hadoop.hdfs.server.namenode;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicySmarth;
import org.apache.hadoop.hdfs.server.blockmanagement.SmarthPlacement;
import org.apache.hadoop.hdfs.smarth.namenode.ClusterSwitch;
import org.apache.hadoop.hdfs.smarth.namenode.DatanodeStates;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementSpeeds;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTable;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTable.KnownDatanodes;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTable.SpeedListing;
import org.apache.hadoop.hdfs.smarth.protocol.SpeedMessages;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.DatanodeBuildProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.GetSpeedsResponseProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.HostSpeedsProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.ReportSpeedsRequestProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.ReportSpeedsResponseProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.StateProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.TurnRequestProto;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.apache.hadoop.ipc.Server;

/**
 * What a NameNode answers by the speed protocol, an active and a standby one
 * alike, so that a failover finds the speeds there. Thread-safe.
 */
final class SpeedAnswers {
  /** How many pairs an answer may have: about 5 MB of the 64 MB that RPC allows. */
  private static final int ANSWER_MAX = 100_000;

  private static final ReportSpeedsResponseProto TAKEN =
      ReportSpeedsResponseProto.getDefaultInstance();

  private final FSNamesystem namesystem;

  SpeedAnswers(FSNamesystem namesystem) {
    this.namesystem = namesystem;
  }

  /**
   * Takes what a client measured; of the host that it calls from, whatever it
   * says. A report is never answered with an error, which would go to the log
   * of the NameNode every time.
   */
  ReportSpeedsResponseProto reportSpeeds(ReportSpeedsRequestProto request) {
    BlockPlacementPolicy policy =
        namesystem.getBlockManager().getBlockPlacementPolicy();
    if (SmarthPlacement.whyUnused(policy).isEmpty()) {
      BlockPlacementPolicySmarth placement =
          (BlockPlacementPolicySmarth) policy;
      placement.getSpeeds().learnFromClient(Server.getRemoteAddress(),
          request.getFirstDatanodesCount(),
          SpeedMessages.fromProtos(request.getFirstDatanodesList(),
              PlacementSpeeds.REPORT_MAX),
          placement.getKnownDatanodes());
    }
    return TAKEN;
  }

  /**
   * A superuser turns SMARTH on or off, also at a standby NameNode. It is in
   * the audit log, refused or not.
   */
  StateProto turn(TurnRequestProto request) throws IOException {
    boolean allowed = false;
    try {
      getSwitch().turn(request.getOn(), superuser(), Server.getRemoteAddress());
      allowed = true;
    } finally {
      namesystem.logAuditEvent(allowed, operation(request), null);
    }
    return toProto(getSwitch());
  }

  /** @return its name in the audit log. */
  static String operation(TurnRequestProto request) {
    return request.getOn() ? "smarthOn" : "smarthOff";
  }

  /** Tells a superuser whether SMARTH is on, who has heard it, and builds. */
  StateProto getState() throws IOException {
    superuser();
    return toProto(getSwitch());
  }

  private ClusterSwitch getSwitch() {
    return namesystem.getBlockManager().getClusterSwitch();
  }

  private StateProto toProto(ClusterSwitch turned) {
    DatanodeStates datanodes =
        SmarthPlacement.getStates(namesystem.getBlockManager());
    String offBecause = turned.getOffBecause();
    StateProto.Builder state = StateProto.newBuilder()
        .setOn(offBecause.isEmpty()).setOffBecause(offBecause)
        .setKey(turned.isKeyOn())
        .setActive(!namesystem.isInStandbyState())
        .setFollowing(datanodes.getFollowing().getSize())
        .setNotYet(datanodes.getNotYet().getSize())
        .addAllNotYetNamed(datanodes.getNotYet().getNamed())
        .setEarlier(datanodes.getEarlier().getSize())
        .addAllEarlierNamed(datanodes.getEarlier().getNamed())
        .setSilent(datanodes.getSilent().getSize())
        .setBuild(turned.getBuild());
    datanodes.getBuilds().forEach((build, group) ->
        state.addDatanodeBuilds(DatanodeBuildProto.newBuilder().setBuild(build)
            .setDatanodes(group.getSize()).addAllNamed(group.getNamed())));
    return state.build();
  }

  /** Tells a superuser what is known. */
  GetSpeedsResponseProto getSpeeds() throws IOException {
    superuser();
    BlockPlacementPolicy policy =
        namesystem.getBlockManager().getBlockPlacementPolicy();
    String unused = SmarthPlacement.whyUnused(policy);
    GetSpeedsResponseProto.Builder answer = GetSpeedsResponseProto.newBuilder()
        .setUsed(unused.isEmpty()).setUnusedBecause(unused)
        .setActive(!namesystem.isInStandbyState())
        .setState(toProto(getSwitch()));
    if (unused.isEmpty()) {
      addAll(answer, (BlockPlacementPolicySmarth) policy);
    }
    return answer.build();
  }

  /** @return the name of the caller, who may do this. */
  private String superuser() throws IOException {
    namesystem.checkSuperuserPrivilege();
    return NameNode.getRemoteUser().getShortUserName();
  }

  private static void addAll(GetSpeedsResponseProto.Builder answer,
      BlockPlacementPolicySmarth placement) {
    SpeedTable table = placement.getSpeeds().getTable();
    KnownDatanodes known = placement.getKnownDatanodes();
    SpeedListing clients = table.listClients(ANSWER_MAX, known);
    SpeedListing forwarders = table.listForwarders(ANSWER_MAX, known);
    for (Map.Entry<String, List<Speed>> host : clients.getHosts().entrySet()) {
      answer.addClients(toProto(host));
    }
    for (Map.Entry<String, List<Speed>> host
        : forwarders.getHosts().entrySet()) {
      answer.addMirrors(toProto(host));
    }
    answer.setOmitted(clients.getOmitted() + forwarders.getOmitted());
  }

  private static HostSpeedsProto toProto(Map.Entry<String, List<Speed>> host) {
    return HostSpeedsProto.newBuilder().setSource(host.getKey())
        .addAllDatanodes(SpeedMessages.toProtos(host.getValue())).build();
  }
}
