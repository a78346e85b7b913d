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

import java.io.IOException;
import java.io.StringWriter;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeInsides;
import org.apache.hadoop.hdfs.server.datanode.FirstNodeFaultInjector;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.apache.hadoop.hdfs.smarth.client.speeds.ClusterSpeeds;
import org.apache.hadoop.hdfs.smarth.client.speeds.SpeedReporter;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.log4j.LogManager;
import org.apache.log4j.SimpleLayout;
import org.apache.log4j.WriterAppender;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

import static org.apache.hadoop.hdfs.SmarthCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

/** What a client tells the namenodes of its first datanodes, and when. */
public class SpeedReportIT {
  /** Of a block on its slow way to the first datanode. */
  private static final long BLOCK_MILLIS = 100;
  /** Worth a report, though some may be no measure. */
  private static final int BLOCKS = 25;
  private static final Logger REPORTS =
      LoggerFactory.getLogger(SpeedReporter.class);

  @Rule
  public final Timeout timeout = new Timeout(120, TimeUnit.SECONDS);

  private final Configuration conf = new HdfsConfiguration();
  private MiniDFSCluster cluster;
  private DistributedFileSystem fs;
  private int files;

  @Before
  public void slowDown() {
    ClusterSpeeds.forgetAll();
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, BLOCK);
    conf.set(SmarthClientConf.SPEED_REPORT_INTERVAL_KEY, "200ms");
    // Only what the tests put there knows of speeds.
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, "");
    // On a fast machine the writer would be slower than the link.
    DataNodeInsides.setFirstNodeFault(client -> {
      try {
        Thread.sleep(BLOCK_MILLIS);
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    });
  }

  private void start(MiniDFSNNTopology topology) throws IOException {
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(3)
        .nnTopology(topology).build();
    cluster.waitActive();
  }

  private void startOne() throws IOException {
    start(MiniDFSNNTopology.simpleSingleNN(0, 0));
    fs = (DistributedFileSystem) FileSystem.newInstance(
        cluster.getURI(), conf);
  }

  @After
  public void nothingIsLeft() throws IOException {
    DataNodeInsides.setFirstNodeFault(FirstNodeFaultInjector.NONE);
    if (fs != null) {
      fs.close();
    }
    awaitNoThread();
    cluster.shutdown();
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("SpeedReporter"))
        .count();
  }

  private static void awaitNoThread() {
    Awaitility.await().untilAsserted(() -> assertThat(threads()).isZero());
  }

  private byte[] write(FileSystem to, int length) throws IOException {
    byte[] data = SmarthCluster.bytes(length, files);
    try (FSDataOutputStream out = to.create(new Path("/file" + files++))) {
      out.write(data);
    }
    return data;
  }

  private void awaitReports(ScriptedSpeedService service, int least) {
    Awaitility.await().atMost(20, TimeUnit.SECONDS).untilAsserted(() ->
        assertThat(service.getReports()).hasSizeGreaterThanOrEqualTo(least));
  }

  private Set<String> datanodes() {
    return cluster.getDataNodes().stream().map(DataNode::getDatanodeUuid)
        .collect(Collectors.toSet());
  }

  @Test
  public void theNameNodeIsToldOfNewBlocksEveryPeriodOfAWrite()
      throws IOException {
    startOne();
    ScriptedSpeedService service = ScriptedSpeedService.startOn(cluster, 0);
    write(fs, BLOCKS * BLOCK);
    awaitReports(service, 1);
    int before = service.getReports().size();
    write(fs, BLOCKS * BLOCK);
    awaitReports(service, before + 1);

    assertThat(service.getSpeeds()).allSatisfy(speed -> {
      assertThat(datanodes()).contains(speed.getPeer());
      assertThat(speed.getBytesPerSecond())
          .isBetween(1L, BLOCK * 1000 / BLOCK_MILLIS);
      assertThat(speed.getAgeMillis()).isLessThan(60_000);
    });
  }

  @Test
  public void theReportComesFromTheClientsUser() throws Exception {
    startOne();
    ScriptedSpeedService service = ScriptedSpeedService.startOn(cluster, 0);
    fs.setPermission(new Path("/"), new FsPermission((short) 0777));
    UserGroupInformation user =
        UserGroupInformation.createUserForTesting("writer", new String[0]);
    try (FileSystem theirs = user.doAs(
        (PrivilegedExceptionAction<FileSystem>) () ->
            FileSystem.newInstance(cluster.getURI(), conf))) {
      write(theirs, BLOCKS * BLOCK);
      awaitReports(service, 1);
    }
    assertThat(service.getUsers()).containsOnly("writer");
  }

  @Test
  public void closeTellsTheRestAndEndsTheThread() throws IOException {
    conf.set(SmarthClientConf.SPEED_REPORT_INTERVAL_KEY, "1h");
    startOne();
    ScriptedSpeedService service = ScriptedSpeedService.startOn(cluster, 0);
    write(fs, BLOCKS * BLOCK);
    assertThat(service.getAsked()).isZero();
    assertThat(threads()).isEqualTo(1);
    fs.close();

    awaitReports(service, 1);
    awaitNoThread();
  }

  @Test
  public void oneBlockOrOnlySmallBlocksAreNotReported() throws IOException {
    startOne();
    ScriptedSpeedService service = ScriptedSpeedService.startOn(cluster, 0);
    write(fs, BLOCK);
    for (int i = 0; i < 3; i++) {
      write(fs, BLOCK - 1);
    }
    assertThat(threads()).isZero();
    fs.close();
    assertThat(threads()).isZero();
    assertThat(service.getAsked()).isZero();
  }

  @Test
  public void aNameNodeThatHangsDelaysNeitherWriteNorClose()
      throws IOException {
    startOne();
    ScriptedSpeedService service = ScriptedSpeedService.startOn(cluster, 0);
    service.hold();
    try {
      write(fs, BLOCKS * BLOCK);
      Awaitility.await().until(() -> service.getAsked() == 1);
      write(fs, 2 * BLOCK);
      fs.close();
      assertThat(service.getReports()).isEmpty();
    } finally {
      service.release();
    }
  }

  @Test
  public void withHaBothNameNodesAreTold() throws Exception {
    start(MiniDFSNNTopology.simpleHATopology());
    cluster.transitionToActive(1);
    ScriptedSpeedService standby = ScriptedSpeedService.startOn(cluster, 0);
    ScriptedSpeedService active = ScriptedSpeedService.startOn(cluster, 1);
    fs = (DistributedFileSystem) HATestUtil.configureFailoverFs(cluster, conf);
    write(fs, BLOCKS * BLOCK);

    awaitReports(standby, 1);
    awaitReports(active, 1);
    // Apart from the ages.
    assertThat(rates(standby.getReports().get(0)))
        .isEqualTo(rates(active.getReports().get(0)));
  }

  private static Map<String, Long> rates(List<Speed> speeds) {
    return speeds.stream().collect(
        Collectors.toMap(Speed::getPeer, Speed::getBytesPerSecond));
  }

  @Test
  public void aNameNodeWithoutTheProtocolCostsADebugLine() throws Exception {
    startOne();
    GenericTestUtils.setLogLevel(REPORTS, Level.DEBUG);
    StringWriter log = new StringWriter();
    WriterAppender levels = new WriterAppender(new SimpleLayout(), log);
    LogManager.getLogger(REPORTS.getName()).addAppender(levels);
    byte[] data = write(fs, BLOCKS * BLOCK);
    Awaitility.await().untilAsserted(() -> assertThat(log.toString())
        .contains("RpcNoSuchProtocolException"));
    write(fs, BLOCKS * BLOCK);
    fs.close();
    awaitNoThread();

    LogManager.getLogger(REPORTS.getName()).removeAppender(levels);
    assertThat(log.toString()).containsOnlyOnce("DEBUG - Cannot tell")
        .doesNotContain("WARN -", "ERROR -", "INFO -");
    try (FileSystem reader = FileSystem.newInstance(cluster.getURI(), conf)) {
      byte[] read = new byte[data.length];
      reader.open(new Path("/file0")).readFully(0, read);
      assertThat(read).isEqualTo(data);
    }
  }

  private void assertNothingIsKnown() {
    ClusterSpeeds speeds =
        fs.getClient().smarth.getSpeeds(new RpcNameNodes(fs.getClient()));
    assertThat(datanodes()).allSatisfy(
        datanode -> assertThat(speeds.get(datanode)).isZero());
  }

  @Test
  public void aBlockThatWaitedForItsWriterIsNoMeasure() throws Exception {
    startOne();
    DataNodeInsides.setFirstNodeFault(FirstNodeFaultInjector.NONE);
    byte[] data = SmarthCluster.bytes(BLOCK, 1);
    try (FSDataOutputStream out = fs.create(new Path("/file"))) {
      out.write(data, 0, BLOCK / 2);
      out.hflush();
      // A writer that has nothing to write.
      Thread.sleep(BLOCK_MILLIS);
      out.write(data, BLOCK / 2, BLOCK / 2);
    }
    assertNothingIsKnown();
  }

  @Test
  public void aBlockWhoseAckWasLostIsNoMeasure() throws Exception {
    startOne();
    DataNodeInsides.setFirstNodeFault(client -> {
      throw new IOException("FNFA lost (injected)");
    });
    write(fs, BLOCK);
    assertNothingIsKnown();
  }

  @Test
  public void theFastestDatanodeThatTheClientKnowsIsFirst()
      throws IOException {
    conf.set(SmarthClientConf.FIRST_NODE_THRESHOLD_KEY, "1");
    startOne();
    String fastest = cluster.getDataNodes().get(1).getDatanodeUuid();
    ClusterSpeeds speeds =
        fs.getClient().smarth.getSpeeds(new RpcNameNodes(fs.getClient()));
    for (String datanode : datanodes()) {
      long nanos =
          TimeUnit.SECONDS.toNanos(datanode.equals(fastest) ? 1 : 100_000);
      speeds.record(datanode, 1_000_000, nanos, nanos / 2);
      assertThat(speeds.getAlone(datanode)).as("beside no other block")
          .isEqualTo(2 * speeds.get(datanode));
    }
    for (int i = 0; i < 5; i++) {
      try (FSDataOutputStream out = fs.create(new Path("/file" + i))) {
        out.write(SmarthCluster.bytes(1000, i));
        out.hflush();
        assertThat(SmarthCluster.stream(out).getPipeline()[0]
            .getDatanodeUuid()).isEqualTo(fastest);
      }
    }
  }
}
