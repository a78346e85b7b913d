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

package org.smarth.hadoop.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

/**
 * A cluster in which one kind of process is stock Hadoop's, as during an upgrade: it writes and
 * reads correctly, and the logs of those who notice say, once, what is off.
 */
public class MixedDaemonsIT {
  @ClassRule
  public static final TemporaryFolder FOLDER = new TemporaryFolder();

  private static final int BLOCK_BYTES = 1 << 20;
  private static final int BLOCKS = 9;
  private static final int REPLICATION = 2;
  private static final Racks RACKS = new Racks(4, 1);
  private static final String HEAP = "256m";
  private static final String NAME_NODE = "namenode";
  private static final String CLIENT = "client";

  private static Installation stock;
  private static Installation patched;

  @Rule
  public final Timeout timeout = Timeout.seconds(120);

  @BeforeClass
  public static void contenders() throws Exception {
    stock = DropIns.stock();
    patched = DropIns.patched(FOLDER);
  }

  @Test
  public void withStockDataNodesTheClientWritesAsStockAndTheNameNodeHearsNoSpeeds()
      throws Exception {
    try (Cleanup cleanup = new Cleanup()) {
      Daemons daemons = new Daemons(cleanup);
      daemons.start(patched, stock);

      assertWritten(daemons.put(patched));
      assertThat(daemons.lines(CLIENT, "does not promise FIRST_NODE_FINISH_ACK")).hasSize(1);
      assertThat(daemons.lines(NAME_NODE, "tells no speeds")).hasSize(1);
      assertThat(new ClusterLogs(List.of(daemons.log(CLIENT))).pipelines()).hasValue(1);
    }
  }

  @Test
  public void withAStockClientTheDataNodesSayThatItWritesAsStock() throws Exception {
    try (Cleanup cleanup = new Cleanup()) {
      Daemons daemons = new Daemons(cleanup);
      daemons.start(patched, patched);

      assertWritten(daemons.put(stock));
      int said = 0;
      for (int node = 1; node <= RACKS.dataNodes(); node++) {
        List<String> lines = daemons.lines("datanode-" + node, "writes as in stock Hadoop");
        assertThat(lines.size()).isBetween(0, 1);
        said += lines.size();
      }
      assertThat(said).isPositive();
      assertThat(daemons.lines(NAME_NODE, "tells no speeds")).isEmpty();
    }
  }

  @Test
  public void withAStockNameNodeBlocksGoThroughSeveralPipelinesAndNobodyComplains()
      throws Exception {
    try (Cleanup cleanup = new Cleanup()) {
      Daemons daemons = new Daemons(cleanup);
      daemons.start(stock, patched);

      assertWritten(daemons.put(patched));
      assertThat(new ClusterLogs(List.of(daemons.log(CLIENT))).pipelines().orElse(0)).isPositive();
      assertThat(daemons.lines(CLIENT, "peed")).isEmpty();
      assertThat(daemons.lines(CLIENT, "does not promise")).isEmpty();
    }
  }

  private static void assertWritten(UploadResult written) {
    assertThat(written.blocks()).isEqualTo(BLOCKS);
    assertThat(written.replicas()).isEqualTo(BLOCKS * REPLICATION);
  }

  /** NameNode, DataNodes and client as JVMs of their own on loopback addresses. */
  private static final class Daemons {
    private final Cleanup cleanup;
    private final UploadSpec spec;
    private final HdfsSettings settings;
    private final int port;

    Daemons(Cleanup cleanup) throws Exception {
      this.cleanup = cleanup;
      Path dir = cleanup.make(() -> Workspace.create(FOLDER.newFolder().toPath(), false)).dir();
      spec = new UploadSpec(dir.resolve("input"), BLOCK_BYTES, REPLICATION,
          Links.uniform(RACKS, Rate.NONE, Rate.NONE), 0, dir, Protection.NONE);
      InputFile.generate(spec.file(), (long) BLOCKS * BLOCK_BYTES);
      settings = new HdfsSettings(spec, LoopbackHosts.CLIENT, LoopbackHosts::ip);
      try (ServerSocket free = new ServerSocket()) {
        free.bind(new InetSocketAddress(LoopbackHosts.CLIENT, 0));
        port = free.getLocalPort();
      }
    }

    void start(Installation nameNode, Installation dataNodes) throws Exception {
      settings.writeRackTable();
      start(nameNode, NAME_NODE, List.of(HarnessMain.NAME_NODE), settings.nameNode(port))
          .untilReady();
      List<Conversation> started = new ArrayList<>();
      for (int node = 1; node <= RACKS.dataNodes(); node++) {
        started.add(start(dataNodes, "datanode-" + node, List.of(HarnessMain.DATA_NODE),
            settings.dataNode(node, port)));
      }
      for (Conversation dataNode : started) {
        dataNode.untilReady();
      }
    }

    /** `hdfs dfs -put`, after which the client has read back all and looked at all replicas. */
    UploadResult put(Installation client) throws Exception {
      return UploadResult.of(start(client, CLIENT, new UploadJob("/upload", false).role(),
          settings.client(port)).withoutPauses(Listener.NONE));
    }

    private Conversation start(Installation installation, String jvm, List<String> role,
        Map<String, String> values) throws Exception {
      Path site = spec.dir().resolve("conf-" + jvm);
      // On loopback the NameNode sees the same address of all of them.
      values.put("dfs.client.use.datanode.hostname", "true");
      values.put("dfs.datanode.use.datanode.hostname", "true");
      SiteFiles.write(site, values);
      JvmPlan plan = new JvmPlan(installation, spec, RACKS.dataNodes(), LoopbackHosts::ip);
      // Of these short-lived JVMs the better compiler would take more time than it gives back.
      return new Conversation(cleanup.make(() -> plan.start(jvm, role, HEAP,
          List.of("env", "JDK_JAVA_OPTIONS=-XX:TieredStopAtLevel=1"), site)), spec, jvm);
    }

    Path log(String jvm) {
      return JvmPlan.log(spec, jvm);
    }

    List<String> lines(String jvm, String text) throws IOException {
      return Files.readAllLines(log(jvm)).stream().filter(l -> l.contains(text)).toList();
    }
  }
}
