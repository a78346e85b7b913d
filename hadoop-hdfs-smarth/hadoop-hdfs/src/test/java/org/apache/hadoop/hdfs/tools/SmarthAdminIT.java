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

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.security.PrivilegedExceptionAction;
import java.util.Collections;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.protocolPB.ProtobufCalls;
import org.apache.hadoop.hdfs.protocolPB.SpeedProtocolPB;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.AuditLogger;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.hdfs.smarth.protocol.SpeedMessages;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.ReportSpeedsRequestProto;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ToolRunner;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What an operator asks for and sees. */
public class SmarthAdminIT {
  private static final Configuration CONF = new HdfsConfiguration();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Configuration conf = new HdfsConfiguration(CONF);
  private MiniDFSCluster cluster;
  private boolean terminal;

  @After
  public void stop() {
    if (cluster != null) {
      cluster.shutdown();
    }
  }

  private void start() throws IOException {
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(2).build();
    cluster.waitActive();
  }

  private void startHa() throws IOException {
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(2)
        .nnTopology(MiniDFSNNTopology.simpleHATopology()).build();
    cluster.waitActive();
    cluster.transitionToActive(0);
    HATestUtil.setFailoverConfigurations(cluster, conf);
  }

  private int run(Configuration with, String... args) throws Exception {
    out.reset();
    err.reset();
    return ToolRunner.run(with,
        new SmarthAdmin(new PrintStream(out), new PrintStream(err), terminal),
        args);
  }

  private int run(String... args) throws Exception {
    return run(cluster.getConfiguration(0), args);
  }

  private void report(int namenode, double megabytes) throws Exception {
    Configuration own = new Configuration();
    ProtobufCalls.setEngine(own, SpeedProtocolPB.class);
    SpeedProtocolPB proxy = RPC.getProxy(SpeedProtocolPB.class, 1,
        cluster.getNameNode(namenode).getNameNodeAddress(), own);
    proxy.reportSpeeds(null, ReportSpeedsRequestProto.newBuilder()
        .addAllFirstDatanodes(SpeedMessages.toProtos(Collections.singleton(
            new Speed(cluster.getDataNodes().get(1).getDatanodeUuid(),
                Math.round(megabytes * 1e6), 0)))).build());
    RPC.stopProxy(proxy);
  }

  /** @return what was told, without what Hadoop 3 adds. */
  private String errors() {
    return err.toString().replaceAll(" for operation smarth\\w+", "");
  }

  private void assertFails(int status, String message) {
    assertThat(status).isEqualTo(-1);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).isEqualTo(
        "report: " + message + System.lineSeparator());
  }

  @Test(timeout = 120_000)
  public void aReportShowsClientsWithAddressesAndRates() throws Exception {
    start();
    report(0, 45.1);
    DataNode datanode = cluster.getDataNodes().get(1);
    assertThat(run("-report")).isZero();
    assertThat(err.toString()).isEmpty();
    assertThat(out.toString())
        .contains("NameNode: localhost:" + cluster.getNameNodePort()
            + " (active)")
        .contains("Used to place new blocks: yes")
        .containsPattern("127\\.0\\.0\\.1 +1 +"
            + datanode.getDatanodeId().getXferAddr() + " +45\\.1 +[0-9]+ s");

    assertThat(run("-report", "-json")).isZero();
    JsonNode json = new ObjectMapper().readTree(out.toString());
    JsonNode shown = json.get("clients").get(0).get("datanodes").get(0);
    assertThat(shown.get("uuid").asText())
        .isEqualTo(datanode.getDatanodeUuid());
    assertThat(shown.get("address").asText())
        .isEqualTo(datanode.getDatanodeId().getXferAddr());
    assertThat(shown.get("bytesPerSecond").asLong()).isEqualTo(45_100_000);
  }

  @Test(timeout = 120_000)
  public void racksAndSlowDatanodesAreReportedWithTheirMedians()
      throws Exception {
    start();
    report(0, 45.1);
    DataNode datanode = cluster.getDataNodes().get(1);
    assertThat(run("-report", "-racks")).isZero();
    assertThat(out.toString()).contains("(active)")
        .containsPattern("/default-rack +/default-rack +45\\.1 +1 +0");
    assertThat(run("-report", "-slow")).isZero();
    assertThat(out.toString()).contains("(active)")
        .containsPattern(datanode.getDatanodeId().getXferAddr()
            + " +/default-rack +45\\.1 +1 +0");
    assertThat(err.toString()).isEmpty();
  }

  @Test(timeout = 120_000)
  public void topShowsDaemonsAndSpeeds() throws Exception {
    start();
    try (FSDataOutputStream file = cluster.getFileSystem()
        .create(new Path("/f"), true, 4096, (short) 2, 1 << 20)) {
      file.write(new byte[5 << 20]);
    }
    // What JMX tells may be ten seconds old.
    Awaitility.await().atMost(60, TimeUnit.SECONDS).untilAsserted(() -> {
      // What a datanode measured counts once that is ten seconds newer.
      report(0, 45.1);
      assertThat(run("-top", "-interval", "1", "-count", "2")).isZero();
      assertThat(err.toString()).isEmpty();
      assertThat(out.toString())
          .contains("NameNode: localhost:" + cluster.getNameNodePort()
              + " (active)")
          .contains("by speed")
          .containsPattern("DataNodes: 2, asked now: 2, with counts: [12]")
          .containsPattern(
              cluster.getDataNodes().get(1).getDatanodeId().getXferAddr()
                  + " .* 45\\.1 +0 of 1")
          .containsPattern(" 0 +0\\.0 +0 +0\\.0 ")
          .doesNotContain("\033");
    });
    assertThat(out.toString().split("NameNode: ")).hasSize(3);
    terminal = true;
    assertThat(run("-top", "-count", "1")).isZero();
    assertThat(out.toString()).startsWith("\033[2J\033[H").contains("(active)");
  }

  @Test(timeout = 120_000)
  public void topSaysThatTheNameNodesJmxIsNotThere() throws Exception {
    start();
    Configuration wrong = new Configuration(cluster.getConfiguration(0));
    try (ServerSocket closed = new ServerSocket(0)) {
      wrong.set(DFSConfigKeys.DFS_NAMENODE_HTTP_ADDRESS_KEY,
          "localhost:" + closed.getLocalPort());
    }
    assertThat(run(wrong, "-top", "-count", "1")).isZero();
    assertThat(out.toString())
        .contains("First datanodes chosen: unknown, no answer of its JMX")
        .contains("DataNodes: 2, asked now: 2");
  }

  @Test(timeout = 120_000)
  public void theGenericOptionsNameAnotherNameNode() throws Exception {
    start();
    report(0, 7);
    assertThat(run(new HdfsConfiguration(CONF), "-fs",
        cluster.getURI().toString(), "-report")).isZero();
    assertThat(out.toString()).contains(" 7.0 ");
  }

  @Test(timeout = 120_000)
  public void ofANameserviceTheActiveNameNodeIsShownElseAStandby()
      throws Exception {
    startHa();
    cluster.transitionToStandby(0);
    report(0, 10);
    report(1, 20);
    assertThat(run(conf, "-report")).isZero();
    assertThat(out.toString()).contains("(standby)");
    for (int active : new int[] {0, 1}) {
      cluster.transitionToStandby(1 - active);
      cluster.transitionToActive(active);
      assertThat(run(conf, "-report")).isZero();
      assertThat(out.toString())
          .contains(cluster.getNameNode(active).getNameNodeAddress().getPort()
              + " (active)").contains(active == 0 ? " 10.0 " : " 20.0 ");
    }
    cluster.shutdownNameNode(0);
    assertThat(run(conf, "-report")).isZero();
    assertThat(out.toString()).contains(" 20.0 ");
  }

  @Test(timeout = 120_000)
  public void aPolicyThatUsesNoSpeedsIsNamed() throws Exception {
    conf.set(DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_KEY,
        BlockPlacementPolicyDefault.class.getName());
    start();
    assertThat(run("-report")).isZero();
    assertThat(out.toString()).contains("Used to place new blocks: no,"
        + " dfs.block.replicator.classname = "
        + BlockPlacementPolicyDefault.class.getName());
  }

  @Test(timeout = 120_000)
  public void aNameNodeWithoutTheProtocolIsNamedInOneLine() throws Exception {
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, "");
    start();
    assertFails(run("-report"), "NameNode localhost:"
        + cluster.getNameNodePort() + " tells no speeds: it is a stock one,"
        + " or its dfs.namenode.plugins lacks SmarthNameNodePlugin");
  }

  @Test(timeout = 120_000)
  public void whoIsNoSuperuserIsToldSoInOneLine() throws Exception {
    start();
    int status = UserGroupInformation.createUserForTesting("bob",
        new String[] {"users"}).doAs(
            (PrivilegedExceptionAction<Integer>) () -> run("-report"));
    assertThat(status).isEqualTo(-1);
    assertThat(errors()).isEqualTo("report: Access denied for user bob."
        + " Superuser privilege is required" + System.lineSeparator());
    assertThat(out.toString()).isEmpty();
    status = UserGroupInformation.createUserForTesting("bob",
        new String[] {"users"}).doAs(
            (PrivilegedExceptionAction<Integer>) () -> run("-top"));
    assertThat(status).isEqualTo(-1);
    assertThat(errors()).isEqualTo("top: Access denied for user bob."
        + " Superuser privilege is required" + System.lineSeparator());
  }

  @Test(timeout = 120_000)
  public void itIsSwitchedAtAllNameNodesAndTheStatusSaysSo() throws Exception {
    startHa();
    String nn0 = "NameNode: localhost:" + cluster.getNameNodePort(0);
    String nn1 = "NameNode: localhost:" + cluster.getNameNodePort(1);
    assertThat(run(conf, "-off")).isZero();
    assertThat(err.toString()).isEmpty();
    String off = "\n  SMARTH: off, switched off by an operator"
        + "\n  When it starts: on, dfs.namenode.smarth.enabled = true\n";
    assertThat(out.toString()).contains(nn0 + " (active)" + off)
        .contains(nn1 + " (standby)" + off);
    Awaitility.await().atMost(60, TimeUnit.SECONDS).untilAsserted(() -> {
      assertThat(run(conf, "-status")).isZero();
      assertThat(out.toString().split("heard it: 2, not yet: 0, of an"
          + " earlier build, which stay on: 0, of stock: 0\n", -1)).hasSize(3);
    });
    assertThat(run(conf, "-report")).isZero();
    assertThat(out.toString()).contains("Used to place new blocks: no, switched"
        + " off by ");
    assertThat(run(conf, "-on")).isZero();
    assertThat(out.toString()).contains(nn0 + " (active)\n  SMARTH: on\n")
        .contains(nn1 + " (standby)\n  SMARTH: on\n");
  }

  @Test(timeout = 120_000)
  public void aNameNodeThatCannotBeSwitchedIsNamedAndTheOthersAre()
      throws Exception {
    startHa();
    int port = cluster.getNameNodePort(0);
    cluster.shutdownNameNode(0);
    assertThat(run(conf, "-off")).isEqualTo(-1);
    assertThat(err.toString())
        .startsWith("off: NameNode localhost:" + port + ": ")
        .contains("Connection refused").containsOnlyOnce("\n");
    assertThat(out.toString()).contains(":" + cluster.getNameNodePort(1)
        + " (standby)\n  SMARTH: off, ");
  }

  @Test(timeout = 120_000)
  public void aNameNodeThatHangsKeepsTheOthersWaitingForSecondsOnly()
      throws Exception {
    startHa();
    int port = cluster.getNameNodePort(0);
    cluster.shutdownNameNode(0);
    // Takes the connection, and never answers.
    try (ServerSocket hung = new ServerSocket(port)) {
      assertThat(run(conf, "-off")).isEqualTo(-1);
    }
    assertThat(err.toString())
        .startsWith("off: NameNode localhost:" + port + ": ");
    assertThat(out.toString()).contains(":" + cluster.getNameNodePort(1)
        + " (standby)\n  SMARTH: off, ");
  }

  @Test(timeout = 120_000)
  public void whoNamesOneOfAPairSwitchesBoth() throws Exception {
    startHa();
    assertThat(run(conf, "-fs",
        "hdfs://localhost:" + cluster.getNameNodePort(0), "-off")).isZero();
    assertThat(out.toString().split("SMARTH: off", -1)).hasSize(3);
  }

  @Test(timeout = 120_000)
  public void onlyASuperuserSwitches() throws Exception {
    start();
    for (String option : new String[] {"-off", "-on", "-status"}) {
      int status = UserGroupInformation.createUserForTesting("bob",
          new String[] {"users"}).doAs(
              (PrivilegedExceptionAction<Integer>) () -> run(option));
      assertThat(status).isEqualTo(-1);
      assertThat(errors()).isEqualTo(option.substring(1) + ": NameNode"
          + " localhost:" + cluster.getNameNodePort() + ": Access denied for"
          + " user bob. Superuser privilege is required"
          + System.lineSeparator());
    }
    assertThat(cluster.getNamesystem().getBlockManager().getClusterSwitch()
        .isOn()).isTrue();
  }

  /** Keeps who asked for what, and whether he was allowed to. */
  public static final class KeptAudits implements AuditLogger {
    private static final Queue<String> KEPT = new ConcurrentLinkedQueue<>();

    @Override
    public void initialize(Configuration ignored) {
      KEPT.clear();
    }

    @Override
    public void logAuditEvent(boolean succeeded, String user,
        InetAddress address, String command, String src, String dst,
        FileStatus status) {
      KEPT.add(command + " of " + user.split(" ")[0] + ": " + succeeded);
    }
  }

  @Test(timeout = 120_000)
  public void whoSwitchesIsInTheAuditLogAsWhoMayNot() throws Exception {
    conf.set(DFSConfigKeys.DFS_NAMENODE_AUDIT_LOGGERS_KEY,
        KeptAudits.class.getName());
    start();
    assertThat(run("-off")).isZero();
    assertThat(run("-on")).isZero();
    UserGroupInformation.createUserForTesting("bob", new String[] {"users"})
        .doAs((PrivilegedExceptionAction<Integer>) () -> run("-off"));
    String operator = UserGroupInformation.getCurrentUser().getShortUserName();
    assertThat(KeptAudits.KEPT).filteredOn(a -> a.startsWith("smarth"))
        .containsExactly("smarthOff of " + operator + ": true",
            "smarthOn of " + operator + ": true", "smarthOff of bob: false");
  }

  @Test(timeout = 120_000)
  public void anUnreachableNameNodeIsToldInOneLine() throws Exception {
    int port;
    try (ServerSocket closed = new ServerSocket(0)) {
      port = closed.getLocalPort();
    }
    conf.setInt(
        CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 0);
    int status = run(conf, "-fs", "hdfs://localhost:" + port, "-report");
    assertThat(status).isEqualTo(-1);
    assertThat(err.toString()).startsWith("report: ")
        .contains("localhost:" + port).contains("Connection refused")
        .containsOnlyOnce("\n");
  }

  @Test(timeout = 120_000)
  public void anotherFileSystemIsToldInOneLine() throws Exception {
    assertFails(run(conf, "-fs", "file:///", "-report"),
        "FileSystem file:/// is not an HDFS file system");
  }

  @Test(timeout = 120_000)
  public void wrongUsageIsToldAndHelpIsThere() throws Exception {
    assertThat(run(conf)).isEqualTo(-1);
    assertThat(err.toString()).startsWith(
        "Usage: hdfs org.apache.hadoop.hdfs.tools.SmarthAdmin");
    assertThat(run(conf, "-reprot")).isEqualTo(-1);
    assertThat(err.toString()).startsWith("-reprot: Unknown command")
        .contains("Usage: ");
    for (String[] wrong : new String[][] {{"-report", "-xml"},
        {"-report", "-json", "more"}, {"-help", "more"}, {"-top", "-json"},
        {"-top", "-count", "0"}}) {
      assertThat(run(conf, wrong)).isEqualTo(-1);
      assertThat(err.toString()).contains("Usage: ");
      assertThat(out.toString()).isEmpty();
    }
    assertThat(run(conf, "-top", "-interval", "0")).isEqualTo(-1);
    assertThat(err.toString()).startsWith(
        "-interval = 0: must be a whole number from 1 to 3600"
            + System.lineSeparator() + "Usage: ");
    assertThat(run(conf, "-help")).isZero();
    assertThat(err.toString()).isEmpty();
    assertThat(out.toString()).contains("Usage: ").contains("-json");
  }
}
