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
package org.apache.hadoop.hdfs.tools;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.hdfs.protocolPB.ProtobufCalls;
import org.apache.hadoop.hdfs.smarth.namenode.ClusterSwitch;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.DatanodeBuildProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.GetStateRequestProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.StateProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.TurnRequestProto;
import org.apache.hadoop.net.NetUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns SMARTH on or off at all NameNodes of the default file system, or tells
 * what each of them has. One that cannot be asked does not keep it from the
 * others.
 */
final class SwitchCommand {
  private static final Logger LOG =
      LoggerFactory.getLogger(SwitchCommand.class);
  /** Who switches is in a hurry: one that is dead keeps no other waiting. */
  private static final int CONNECT_MILLIS = 5_000;
  private static final int ANSWER_MILLIS = 15_000;

  private final SmarthNameNodes namenodes;
  private final PrintStream out;
  private final PrintStream err;

  SwitchCommand(Configuration conf, PrintStream out, PrintStream err) {
    this.namenodes = new SmarthNameNodes(hurried(conf));
    this.out = out;
    this.err = err;
  }

  private static Configuration hurried(Configuration conf) {
    Configuration own = new Configuration(conf);
    own.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_TIMEOUT_KEY,
        CONNECT_MILLIS);
    own.setInt(CommonConfigurationKeys.IPC_CLIENT_RPC_TIMEOUT_KEY,
        ANSWER_MILLIS);
    for (String retries : new String[] {
        CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY,
        CommonConfigurationKeysPublic
            .IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY}) {
      own.setInt(retries, 1);
    }
    return own;
  }

  /** @return whether all of them are on or off now. */
  boolean turn(String command, boolean on) throws IOException {
    TurnRequestProto request = TurnRequestProto.newBuilder().setOn(on).build();
    boolean all = askAll(command,
        proxy -> ProtobufCalls.call(() -> proxy.turn(null, request)));
    if (all) {
      out.println("DataNodes hear it with their next heartbeats: SmarthAdmin"
          + " -status shows how many have.");
    }
    return all;
  }

  /** @return whether all of them answered. */
  boolean status(String command) throws IOException {
    return askAll(command, proxy -> ProtobufCalls.call(() -> proxy
        .getState(null, GetStateRequestProto.getDefaultInstance())));
  }

  private boolean askAll(String command,
      SmarthNameNodes.Call<StateProto> call) throws IOException {
    boolean all = true;
    for (InetSocketAddress namenode
        : namenodes.getAddressesOfNameservice()) {
      String name = NetUtils.getHostPortString(namenode);
      try {
        out.println(describe(name, namenodes.call(namenode, call)));
      } catch (IOException e) {
        LOG.debug("No answer of {}", namenode, e);
        String why = SmarthAdmin.firstLine(e);
        err.println(command + ": " + (why.startsWith("NameNode ") ? ""
            : "NameNode " + name + ": ") + why);
        all = false;
      }
    }
    return all;
  }

  /** @return five lines, without the last line's end. */
  static String describe(String name, StateProto namenode) {
    return "NameNode: " + name
        + (namenode.getActive() ? " (active)" : " (standby)")
        + "\n  SMARTH: " + (namenode.getOn() ? "on"
            : "off, " + namenode.getOffBecause())
        + "\n  When it starts: " + (namenode.getKey() ? "on" : "off") + ", "
        + ClusterSwitch.ENABLED_KEY + " = " + namenode.getKey()
        + "\n  DataNodes that have heard it: " + namenode.getFollowing()
        + ", not yet: " + named(namenode.getNotYet(),
            namenode.getNotYetNamedList())
        + ", of an earlier build, which stay on: " + named(
            namenode.getEarlier(), namenode.getEarlierNamedList())
        + ", of stock: " + namenode.getSilent()
        + "\n  Build: " + builds(namenode);
  }

  private static String named(int datanodes, List<String> names) {
    return datanodes
        + (datanodes == 0 ? "" : " (" + some(names, datanodes) + ")");
  }

  /** @return a line that names the datanodes of other builds. */
  static String builds(StateProto state) {
    List<String> datanodes = new ArrayList<>();
    for (DatanodeBuildProto build : state.getDatanodeBuildsList()) {
      datanodes.add(build(build, state.getBuild()));
    }
    if (state.getEarlier() > 0) {
      datanodes.add(state.getEarlier() + " of an earlier one ("
          + some(state.getEarlierNamedList(), state.getEarlier()) + ")");
    }
    if (state.getSilent() > 0) {
      datanodes.add(state.getSilent() + " of stock");
    }
    return state.getBuild() + "; DataNodes: "
        + (datanodes.isEmpty() ? "none" : String.join(", ", datanodes));
  }

  private static String build(DatanodeBuildProto build, String namenode) {
    return build.getDatanodes() + " of " + build.getBuild()
        + (build.getBuild().equals(namenode) ? ""
            : " (" + some(build.getNamedList(), build.getDatanodes()) + ")");
  }

  /** @return names, and whether there are more. */
  private static String some(List<String> names, int size) {
    return String.join(", ", names) + (size > names.size() ? ", ..." : "");
  }
}
