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
package org.smarth.hadoop.doctor.checks;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.smarth.hadoop.doctor.finding.Command;
import org.smarth.hadoop.doctor.finding.Findings;
import org.smarth.hadoop.doctor.finding.Mend;
import org.smarth.hadoop.doctor.machine.Installation;
import org.smarth.hadoop.doctor.machine.Machine;
import org.smarth.hadoop.line.HadoopLine;

/** Checks of HDFS: replicas, racks, blocks, threads. */
final class HdfsChecks {
  private static final String SITE = "hdfs-site.xml";
  private static final String SCRIPT =
      CommonConfigurationKeysPublic.NET_TOPOLOGY_SCRIPT_FILE_NAME_KEY;
  private static final String TRASH =
      CommonConfigurationKeysPublic.FS_TRASH_INTERVAL_KEY;
  private static final int RACK_OF_NODES = 20;
  private static final int TRANSFER_THREADS = 4_096;
  private static final long SMALL_BLOCK = 64 * Sizes.MIB;

  private final Machine machine;
  private final Installation installation;

  HdfsChecks(Machine machine, Installation installation) {
    this.machine = machine;
    this.installation = installation;
  }

  void addTo(Map<String, Check> checks) {
    checks.put("hdfs.names", this::names);
    checks.put("hdfs.volumes", this::volumes);
    checks.put("hdfs.reserved", this::reserved);
    checks.put("hdfs.replication", this::replication);
    checks.put("hdfs.topology", this::topology);
    checks.put("hdfs.racks", this::racks);
    checks.put("hdfs.block-size", this::blockSize);
    checks.put("hdfs.handlers", this::handlers);
    checks.put("hdfs.transfer-threads", this::transferThreads);
    checks.put("hdfs.short-circuit", this::shortCircuit);
    checks.put("hdfs.trash", this::trash);
  }

  /** Only there names, racks and handlers matter. */
  private boolean isNameNode() throws IOException {
    return installation.isHere(installation.hdfs(),
        DFSConfigKeys.DFS_NAMENODE_NAME_DIR_KEY);
  }

  private void names(Findings findings) throws IOException {
    Configuration conf = installation.hdfs();
    String key = DFSConfigKeys.DFS_NAMENODE_NAME_DIR_KEY;
    if (!isNameNode()) {
      return;
    }
    int directories = Installation.directories(conf, key).size();
    boolean journals = conf.get(
        DFSConfigKeys.DFS_NAMENODE_SHARED_EDITS_DIR_KEY) != null;
    if (directories < 2 && !journals) {
      findings.warning(key + " is one directory, without JournalNodes",
          "The names of all files are on one disk.",
          Mend.property(SITE, key, "directories of two disks"));
    } else {
      findings.ok("the names of files are kept twice");
    }
  }

  private void volumes(Findings findings) throws IOException {
    Configuration conf = installation.hdfs();
    int disks = Installation.directories(conf,
        DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY).size();
    String key = DFSConfigKeys.DFS_DATANODE_FAILED_VOLUMES_TOLERATED_KEY;
    int tolerated = conf.getInt(key, 0);
    String found = key + " = " + tolerated + " of " + disks + " disks";
    if (tolerated >= disks) {
      findings.error(found, "The DataNode does not start.",
          Mend.property(SITE, key, Math.max(0, disks - 1)));
    } else if (disks > 1 && tolerated == 0) {
      findings.note(found, "The DataNode stops with the first disk that fails,"
          + " and the blocks of all its disks are copied.",
          Mend.property(SITE, key, 1));
    } else {
      findings.ok(found);
    }
  }

  private void reserved(Findings findings) throws IOException {
    String key = DFSConfigKeys.DFS_DATANODE_DU_RESERVED_KEY;
    long reserved = installation.hdfs().getLongBytes(key, 0);
    if (reserved < Sizes.GIB) {
      findings.note(key + " = " + reserved, "Blocks may fill a disk to the last"
          + " byte, and containers and logs on it fail.",
          Mend.property(SITE, key, 10 * Sizes.GIB));
    } else {
      findings.ok(key + " = " + reserved);
    }
  }

  private void replication(Findings findings) throws IOException {
    String key = DFSConfigKeys.DFS_REPLICATION_KEY;
    int replication = installation.hdfs().getInt(key,
        DFSConfigKeys.DFS_REPLICATION_DEFAULT);
    int nodes = installation.nodes().size();
    String found = key + " = " + replication
        + (nodes == 0 ? "" : " on " + nodes + " nodes");
    if (nodes > 0 && replication > nodes) {
      findings.error(found, "No block ever has all its replicas.",
          Mend.property(SITE, key, nodes));
    } else if (replication < 2) {
      findings.warning(found, "A disk that fails loses blocks, and SMARTH has"
          + " no pipeline to make faster.", Mend.property(SITE, key, 3));
    } else {
      findings.ok(found);
    }
  }

  private void topology(Findings findings) throws IOException {
    String script = installation.hdfs().getTrimmed(SCRIPT, "");
    int nodes = installation.nodes().size();
    if (!isNameNode()) {
      return;
    }
    if (script.isEmpty()) {
      if (nodes > RACK_OF_NODES) {
        findings.warning("no " + SCRIPT + " for " + nodes + " nodes", "HDFS"
            + " takes all nodes for one rack: a switch that fails takes all"
            + " replicas of some blocks with it.",
            Mend.property("core-site.xml", SCRIPT, "a script"));
      } else {
        findings.ok("no topology script; one rack");
      }
    } else if (!machine.exists(script)) {
      findings.error(script + " is not there", "The NameNode puts all nodes"
          + " on one rack.", Mend.property("core-site.xml", SCRIPT,
          "a script that is there"));
    } else if (!Files.isExecutable(machine.path(script))) {
      findings.error(script + " cannot be executed", "The NameNode puts all"
          + " nodes on one rack.", Mend.command(Command.EXECUTABLE, script));
    } else {
      answers(findings, script);
    }
  }

  private void answers(Findings findings, String script) throws IOException {
    String name = machine.getProbes().hostName();
    String address = machine.getProbes().address(name);
    String answer;
    try {
      answer = machine.getProbes().output(
          Arrays.asList(machine.path(script).toString(), address));
    } catch (IOException e) {
      findings.error(script + " fails: " + e.getMessage(), "The NameNode puts"
          + " such nodes on /default-rack.",
          Mend.advice("Run " + script + " " + address));
      return;
    }
    if (answer.matches("/\\S+")) {
      findings.ok(script + " answers");
    } else {
      findings.error(script + " " + address + " prints '" + answer + "'",
          "One path, such as /rack1, is expected for each argument.",
          Mend.advice("Correct " + script));
    }
  }

  private void racks(Findings findings) throws IOException {
    String script = installation.hdfs().getTrimmed(SCRIPT, "");
    List<String> nodes = installation.nodes();
    if (!isNameNode() || script.isEmpty() || nodes.isEmpty()
        || !Files.isExecutable(machine.path(script))) {
      return;
    }
    List<String> command = new java.util.ArrayList<>();
    command.add(machine.path(script).toString());
    command.addAll(nodes.subList(0, Math.min(100, nodes.size())));
    Set<String> racks = new HashSet<>(Arrays.asList(
        machine.getProbes().output(command).split("\\s+")));
    String found = nodes.size() + " nodes on racks: " + racks.size();
    if (racks.contains("/default-rack") && racks.size() > 1) {
      findings.warning(found + ", some of them on /default-rack",
          "The script does not know them; their replicas may share a rack with"
          + " the others.", Mend.advice("Add all nodes of "
          + HadoopLine.NODES_FILE + " to what " + script + " reads"));
    } else {
      findings.ok(found);
    }
  }

  private void blockSize(Findings findings) throws IOException {
    Configuration conf = installation.hdfs();
    String key = DFSConfigKeys.DFS_BLOCK_SIZE_KEY;
    long block = conf.getLongBytes(key, DFSConfigKeys.DFS_BLOCK_SIZE_DEFAULT);
    int sum = conf.getInt(DFSConfigKeys.DFS_BYTES_PER_CHECKSUM_KEY,
        DFSConfigKeys.DFS_BYTES_PER_CHECKSUM_DEFAULT);
    String found = key + " = " + block;
    if (sum <= 0 || block % sum != 0) {
      findings.error(found + " is no multiple of "
          + DFSConfigKeys.DFS_BYTES_PER_CHECKSUM_KEY + " = " + sum,
          "No file can be written.", Mend.property(SITE, key, 128 * Sizes.MIB));
    } else if (block < SMALL_BLOCK) {
      findings.warning(found, "The NameNode keeps each block in memory, and a"
          + " map task starts for each.",
          Mend.property(SITE, key, 128 * Sizes.MIB));
    } else {
      findings.ok(found);
    }
  }

  private void handlers(Findings findings) throws IOException {
    String key = DFSConfigKeys.DFS_NAMENODE_HANDLER_COUNT_KEY;
    int handlers = installation.hdfs().getInt(key,
        DFSConfigKeys.DFS_NAMENODE_HANDLER_COUNT_DEFAULT);
    int nodes = installation.nodes().size();
    if (!isNameNode()) {
      return;
    }
    int wanted = (int) (20 * Math.log(Math.max(1, nodes)));
    String found = key + " = " + handlers
        + (nodes == 0 ? "" : " for " + nodes + " nodes");
    if (handlers < wanted / 2) {
      findings.warning(found, "Heartbeats and clients wait for a handler. 20"
          + " times the logarithm of the nodes is usual.",
          Mend.property(SITE, key, wanted));
    } else {
      findings.ok(found);
    }
  }

  private void transferThreads(Findings findings) throws IOException {
    String key = DFSConfigKeys.DFS_DATANODE_MAX_RECEIVER_THREADS_KEY;
    int threads = installation.hdfs().getInt(key,
        DFSConfigKeys.DFS_DATANODE_MAX_RECEIVER_THREADS_DEFAULT);
    if (threads < TRANSFER_THREADS) {
      findings.warning(key + " = " + threads, "A DataNode refuses blocks that"
          + " are read or written beyond it. A pipeline that drains has a"
          + " thread too.", Mend.property(SITE, key, TRANSFER_THREADS));
    } else {
      findings.ok(key + " = " + threads);
    }
  }

  private void shortCircuit(Findings findings) throws IOException {
    Configuration conf = installation.hdfs();
    String key = HdfsClientConfigKeys.Read.ShortCircuit.KEY;
    String socketKey = DFSConfigKeys.DFS_DOMAIN_SOCKET_PATH_KEY;
    String socket = conf.getTrimmed(socketKey, "");
    if (!conf.getBoolean(key, false)) {
      findings.note(key + " = false", "A task reads blocks of its own machine"
          + " through the DataNode.", Mend.property(SITE, key, "true, and "
          + socketKey + " = /var/lib/hadoop-hdfs/dn_socket"));
    } else if (socket.isEmpty()) {
      findings.error(key + " = true without " + socketKey,
          "Clients of this configuration stop with an error.",
          Mend.property(SITE, socketKey, "/var/lib/hadoop-hdfs/dn_socket"));
    } else if (installation.isHere(conf,
        DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY)
        && !machine.exists(socket.replaceFirst("/[^/]*$", "/"))) {
      findings.error("the directory of " + socket + " is not there",
          "The DataNode does not start.", Mend.command(Command.DIRECTORY,
              socket.replaceFirst("/[^/]*$", "")));
    } else {
      findings.ok(key + " = true");
    }
  }

  private void trash(Findings findings) throws IOException {
    String minutes = installation.hdfs().getTrimmed(TRASH, "0");
    if (minutes.equals("0")) {
      findings.note(TRASH + " = 0", "What hdfs dfs -rm deletes is gone at"
          + " once.", Mend.property("core-site.xml", TRASH, 1_440));
    } else {
      findings.ok(TRASH + " = " + minutes);
    }
  }
}
