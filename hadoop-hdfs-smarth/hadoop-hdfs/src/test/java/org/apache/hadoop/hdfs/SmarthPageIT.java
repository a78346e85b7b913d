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
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicySmarth;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.smarth.namenode.ClusterSwitch;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementConf;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeSpeeds;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.apache.hadoop.hdfs.SmarthCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

/** What the NameNode's page shows in a browser, of a cluster that writes. */
public class SmarthPageIT {
  private static final int DATANODES = 9;
  private static final int SLOW = 7;
  private static final int FILES = 4;
  private static final int BLOCKS = 5;
  private static final int CLIENTS = 6;
  private static final double LIMPING = PlacementConf.LIMPING_FRACTION_DEFAULT;
  private static final String MARKUP = "<img src=x onerror=hacked=1>";

  @Rule
  public final Timeout timeout = new Timeout(240, TimeUnit.SECONDS);

  private final File target =
      new File(System.getProperty("test.build.data")).getParentFile();
  private final Configuration conf = new HdfsConfiguration();
  /** By client host and datanode's UUID, in MB/s; of those not really there. */
  private final Map<String, Map<String, Long>> told = new TreeMap<>();
  private Browser browser;
  private SmarthCluster cluster;

  @Before
  public void startBrowser() throws IOException {
    browser = Browser.start();
    // All datanodes are on the client's host here.
    conf.setBoolean(DFSConfigKeys
        .DFS_NAMENODE_BLOCKPLACEMENTPOLICY_DEFAULT_PREFER_LOCAL_NODE_KEY,
        false);
  }

  @After
  public void stop() throws IOException {
    try {
      if (browser != null) {
        browser.close();
      }
    } finally {
      if (cluster != null) {
        cluster.close();
      }
    }
  }

  private String url(String page) {
    return "http://127.0.0.1:" + cluster.getCluster().getNameNode()
        .getHttpAddress().getPort() + page;
  }

  private String name(int datanode) {
    return name(cluster.getCluster().getDataNodes().get(datanode));
  }

  private static String name(DataNode datanode) {
    return datanode.getDatanodeId().getHostName() + ":"
        + datanode.getDatanodeId().getXferPort();
  }

  /** All datanodes measured clients of other hosts; one of them is slow. */
  private void tellOfClients(String... hosts) {
    BlockPlacementPolicySmarth policy =
        (BlockPlacementPolicySmarth) cluster.getCluster().getNamesystem()
            .getBlockManager().getBlockPlacementPolicy();
    for (int d = 0; d < DATANODES; d++) {
      String uuid =
          cluster.getCluster().getDataNodes().get(d).getDatanodeUuid();
      List<Speed> clients = new ArrayList<>();
      for (int c = 0; c < hosts.length; c++) {
        long rate = d == SLOW ? 6 : 40 + (d * 11 + c * 7) % 60;
        told.computeIfAbsent(hosts[c], host -> new TreeMap<>())
            .put(uuid, rate);
        clients.add(new Speed(hosts[c], rate * 1_000_000, 0));
      }
      policy.getSpeeds().getTable().learnFromDatanode(uuid,
          new DatanodeSpeeds(clients, Collections.<Speed>emptyList()),
          policy.getKnownDatanodes());
    }
  }

  private static String[] hosts() {
    String[] hosts = new String[CLIENTS];
    for (int c = 0; c < CLIENTS; c++) {
      hosts[c] = "10.0.0." + (c + 1);
    }
    return hosts;
  }

  /** What a datanode tells in a heartbeat the NameNode may show 10 s later. */
  private static void await(ThrowingRunnable assertion) {
    Awaitility.await().atMost(60, TimeUnit.SECONDS)
        .pollInterval(500, TimeUnit.MILLISECONDS).ignoreExceptions()
        .untilAsserted(assertion);
  }

  private void write() throws IOException {
    for (int i = 0; i < FILES; i++) {
      try (FSDataOutputStream out =
          cluster.getFs().create(new Path("/file" + i))) {
        out.write(SmarthCluster.bytes(BLOCKS * BLOCK, i));
      }
    }
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  @Test
  public void thePageShowsWhatTheClusterDid() throws Exception {
    cluster = SmarthCluster.patient(DATANODES, conf);
    write();
    tellOfClients(hosts());
    try (StalledMirror stalled = new StalledMirror()) {
      Path path = new Path("/drains");
      byte[] data = SmarthCluster.bytes(2 * BLOCK, 9);
      DrainingFile draining =
          new DrainingFile(cluster.getFs(), path, data);
      browser.open(url("/smarth.html"));
      await(() -> assertThat(browser.text("#state"))
          .isEqualTo("Speeds are used to place new blocks."));
      assertHeatMap();
      assertSlowDatanodes();
      assertDraining(draining, cluster.blocks(path).get(0));
      // Two more of the file that drains.
      assertChoices(FILES * BLOCKS + 2);
      browser.screenshot(new File(target, "smarth-page.png"));
      stalled.close();
      draining.writeRest();
      draining.getOut().close();
    }
    await(() -> assertThat(browser.text("#draining-note")).isEqualTo("None."));
    assertThat(browser.text("#error")).isEmpty();
  }

  /** A row for each client told of, and one for this process. */
  private void assertHeatMap() throws Exception {
    await(() -> assertThat(browser.cells("#heat-map")).hasSize(CLIENTS + 1));
    Set<String> shown = new HashSet<>(texts(browser.run("return Array.from("
        + "document.querySelectorAll('#heat-map thead tr:last-child span'))"
        + ".map(name => name.textContent)")));
    Set<String> names = new HashSet<>();
    cluster.getCluster().getDataNodes().forEach(
        datanode -> names.add(name(datanode)));
    assertThat(shown).isEqualTo(names);
    assertThat(browser.text("#heat-map thead tr")).contains("/a", "/b");

    List<Map<String, String>> expected = new ArrayList<>();
    told.values().forEach(rates -> expected.add(row(rates)));
    List<Map<String, String>> found = new ArrayList<>();
    Set<String> clients = new TreeSet<>();
    for (JsonNode row : browser.run("return Array.from(document"
        + ".querySelectorAll('#heat-map tbody tr')).map(row => Array.from("
        + "row.cells).map(cell => [cell.title, cell.textContent]))")) {
      clients.add(row.get(0).get(1).asText());
      Map<String, String> cells = new TreeMap<>();
      for (int i = 1; i < row.size(); i++) {
        cells.put(row.get(i).get(0).asText().split("[, ]+")[2]
            .replaceAll(":$", ""), row.get(i).get(1).asText());
      }
      found.add(cells);
    }
    assertThat(found).containsAll(expected);
    // Anybody may read the page here, so it names no host.
    assertThat(clients).hasSize(CLIENTS + 1)
        .allMatch(client -> client.matches("client [0-9]+"));
    assertThat(browser.run("return document.body.innerHTML").asText())
        .doesNotContain("10.0.0.");
  }

  private Map<String, String> row(Map<String, Long> rates) {
    long[] sorted =
        rates.values().stream().mapToLong(rate -> rate).sorted().toArray();
    long median = sorted[sorted.length / 2];
    Map<String, String> row = new TreeMap<>();
    for (DataNode datanode : cluster.getCluster().getDataNodes()) {
      long rate = rates.get(datanode.getDatanodeUuid());
      row.put(name(datanode), (rate < 9.95 ? rate + ".0" : rate)
          + (rate < LIMPING * median ? " L" : ""));
    }
    return row;
  }

  private void assertSlowDatanodes() throws Exception {
    JsonNode slow = browser.cells("#slow");
    assertThat(slow).hasSize(DATANODES);
    assertThat(texts(slow.get(0)).subList(0, 3))
        .containsExactly(name(SLOW), "/b", "6");
    assertThat(Integer.parseInt(slow.get(0).get(4).asText()))
        .isBetween(CLIENTS, CLIENTS + 1);
  }

  private void assertDraining(DrainingFile file, LocatedBlock block)
      throws Exception {
    await(() -> assertThat(browser.cells("#draining")).hasSize(1));
    JsonNode row = browser.cells("#draining").get(0);
    assertThat(row.get(0).asText()).isEqualTo(
        block.getBlock().getLocalBlock().getBlockName());
    assertThat(row.get(1).asText()).matches("[0-9]+ s");
    assertThat(row.get(2).asText()).isEqualTo("2");
    assertThat(row.get(3).asText().split(", ")).containsExactlyInAnyOrder(
        name(cluster.datanode(file.first(1))),
        name(cluster.datanode(file.first(2))));
    assertThat(browser.text("#draining-note")).startsWith("1 block, ");
  }

  /** The counts are at most ten seconds old in JMX, and so is the page. */
  private void assertChoices(int blocks) {
    await(() -> {
      int sum = 0;
      for (JsonNode row : browser.cells("#choices")) {
        sum += Integer.parseInt(row.get(2).asText());
      }
      assertThat(sum).isEqualTo(blocks);
    });
  }

  @Test
  public void ifTheSiteSaysSoClientsAreNamedAndNamesAreNoMarkup()
      throws Exception {
    conf.setBoolean(PlacementConf.CLIENT_HOSTS_KEY, true);
    cluster = SmarthCluster.patient(DATANODES, conf);
    tellOfClients("10.0.0.1", MARKUP);
    browser.open(url("/smarth.html"));
    await(() -> assertThat(browser.cells("#heat-map")).hasSize(2));
    assertThat(browser.cells("#heat-map").get(0).get(0).asText())
        .isEqualTo("10.0.0.1");
    assertThat(browser.cells("#heat-map").get(1).get(0).asText())
        .isEqualTo(MARKUP);
    assertThat(browser.run("return document.querySelectorAll('img').length")
        .asInt()).isZero();
    assertThat(browser.run("return typeof window.hacked").asText())
        .isEqualTo("undefined");
  }

  @Test
  public void stocksPagesLeadToThePageWhichSaysThatSpeedsAreNotUsed()
      throws Exception {
    conf.set(DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_KEY,
        BlockPlacementPolicyDefault.class.getName());
    cluster = SmarthCluster.patient(3, conf);
    for (String page : new String[] {"/dfshealth.html", "/explorer.html"}) {
      browser.open(url(page));
      // As stock's own scripts leave it.
      await(() -> assertThat(browser.run("return document.querySelectorAll("
          + "'.dropdown-menu a[href=\"smarth.html\"]').length").asInt())
          .isEqualTo(1));
      browser.run(
          "document.querySelector('a[href=\"smarth.html\"]').click()");
      await(() -> assertThat(browser.text("#state"))
          .contains("Speeds are not used",
              DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_KEY));
      assertThat(browser.text("#heat-map")).isEmpty();
      assertThat(browser.text("#draining-note")).isEqualTo("None.");
      assertThat(browser.text("#error")).isEmpty();
    }
  }

  @Test
  public void thePageSaysThatSmarthIsOffAndWhy() throws Exception {
    conf.setBoolean(ClusterSwitch.ENABLED_KEY, false);
    cluster = SmarthCluster.patient(3, conf);
    browser.open(url("/smarth.html"));
    await(() -> assertThat(browser.text("#state")).isEqualTo("SMARTH is off: "
        + ClusterSwitch.ENABLED_KEY + " = false. New blocks are placed and"
        + " written as by stock. Datanodes that have heard it: 3."));
    cluster.getCluster().getNamesystem().getBlockManager().getClusterSwitch()
        .turn(true, "root", "10.0.0.1");
    await(() -> assertThat(browser.text("#state"))
        .isEqualTo("Speeds are used to place new blocks."));
    cluster.getCluster().getNamesystem().getBlockManager().getClusterSwitch()
        .turn(false, "root", "10.0.0.1");
    await(() -> assertThat(browser.text("#state"))
        .startsWith("SMARTH is off: switched off by an operator."));
  }

  @Test
  public void aStandbyNameNodeSaysThatItChoosesNothing() throws Exception {
    MiniDFSCluster pair = new MiniDFSCluster.Builder(conf).numDataNodes(1)
        .nnTopology(MiniDFSNNTopology.simpleHATopology()).build();
    try {
      pair.waitActive();
      pair.transitionToActive(1);
      browser.open("http://127.0.0.1:"
          + pair.getNameNode(0).getHttpAddress().getPort() + "/smarth.html");
      await(() -> assertThat(browser.text("#state"))
          .contains("standby: it chooses no datanodes"));
      assertThat(browser.text("#namenode")).contains("(standby), build ");
    } finally {
      pair.shutdown();
    }
  }
}
