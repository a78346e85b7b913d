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

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.smarth.namenode.monitor.PlacementMonitor;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementConf;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementSpeeds;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTable.KnownDatanodes;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeSpeeds;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.util.Timer;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** The page of a cluster that is too large for this machine. */
public class SmarthPageScaleIT {
  private static final int DATANODES = 1_000;
  private static final int RACK = 20;
  private static final int CLIENTS = 2_000;
  /** Of a datanode, so that the table is full. */
  private static final int CLIENTS_OF_ONE = 140;
  private static final String BEANS = "Hadoop:service=NameNode,name=";
  private static final String PAGE = "/org/apache/hadoop/hdfs/smarth/page";

  @Rule
  public final Timeout timeout = new Timeout(240, TimeUnit.SECONDS);

  private final File target =
      new File(System.getProperty("test.build.data")).getParentFile();
  private final ObjectMapper mapper = new ObjectMapper();
  private final KnownDatanodes known = new KnownDatanodes() {
    @Override
    public String rackOf(String datanode) {
      return "/dc1/rack" + Integer.parseInt(datanode) / RACK;
    }

    @Override
    public String labelOf(String datanode) {
      return "worker" + datanode + ".example.org:9866";
    }
  };
  private Browser browser;
  private HttpServer server;
  private PlacementMonitor monitor;

  @Before
  public void start() throws IOException {
    browser = Browser.start();
    PlacementSpeeds speeds = new PlacementSpeeds(
        new PlacementConf(new Configuration(false)), new Timer(),
        new Random(1));
    Random random = new Random(2);
    for (int d = 0; d < DATANODES; d++) {
      List<Speed> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS_OF_ONE; i++) {
        int client = random.nextInt(CLIENTS);
        long rate = (d % 97 == 0 ? 4 : 30 + random.nextInt(80)) * 1_000_000L;
        clients.add(new Speed("10.1." + client / 250 + "." + client % 250,
            rate, random.nextInt(60_000)));
      }
      speeds.getTable().learnFromDatanode(String.valueOf(d),
          new DatanodeSpeeds(clients, Collections.<Speed>emptyList()), known);
    }
    monitor = new PlacementMonitor(speeds, known);
    server = HttpServer.create(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @After
  public void stop() throws IOException {
    if (server != null) {
      server.stop(0);
    }
    if (monitor != null) {
      monitor.close();
    }
    if (browser != null) {
      browser.close();
    }
  }

  /** As the NameNode's web server, with beans of no cluster. */
  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    byte[] body = path.equals("/jmx")
        ? beans(exchange.getRequestURI().getQuery())
        : file(path.startsWith("/static/") ? "/webapps" + path : PAGE + path);
    if (path.endsWith(".css")) {
      exchange.getResponseHeaders().set("Content-Type", "text/css");
    }
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static byte[] file(String resource) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (InputStream in =
        SmarthPageScaleIT.class.getResourceAsStream(resource)) {
      IOUtils.copyBytes(in, out, 4096, false);
    }
    return out.toByteArray();
  }

  private byte[] beans(String query) throws IOException {
    ObjectNode json = mapper.createObjectNode();
    ArrayNode beans = json.putArray("beans");
    if (query.endsWith("NameNodeStatus")) {
      beans.addObject().put("name", BEANS + "NameNodeStatus")
          .put("State", "active").put("HostAndPort", "nn.example.org:8020");
    } else {
      beans.addObject().put("name", BEANS + "SmarthPlacementInfo")
          .put("HeatMap", monitor.getHeatMap())
          .put("SlowDatanodes", monitor.getSlowDatanodes())
          .put("ClientHosts", monitor.getClientHosts())
          .put("ClientPairs", monitor.getClientPairs())
          .put("LimpingPairs", monitor.getLimpingPairs())
          .put("ForwardingDatanodes", monitor.getForwardingDatanodes())
          .put("Hops", monitor.getHops());
      ArrayNode oldest = mapper.createArrayNode();
      for (int i = 0; i < 100; i++) {
        ObjectNode block = oldest.addObject().put("block", "blk_" + i)
            .put("ageSeconds", 8_000 - 70 * i).put("replicas", 2);
        block.putArray("datanodes").add(known.labelOf(String.valueOf(i)))
            .add(known.labelOf(String.valueOf(i + 1)));
      }
      beans.addObject().put("name", BEANS + "SmarthDraining")
          .put("DrainingBlocks", 1_234)
          .put("OldestDrainingSeconds", 8_000)
          .put("OldestDrainingBlocks", mapper.writeValueAsString(oldest));
    }
    return mapper.writeValueAsBytes(json);
  }

  @Test
  public void aThousandDatanodesStayReadable() throws Exception {
    browser.open("http://127.0.0.1:" + server.getAddress().getPort()
        + "/smarth.html");
    Awaitility.await().atMost(60, TimeUnit.SECONDS).ignoreExceptions()
        .untilAsserted(() ->
            assertThat(browser.cells("#draining")).hasSize(100));
    browser.screenshot(new File(target, "smarth-page-large.png"));
    assertThat(browser.text("#error")).isEmpty();
    assertThat(browser.cells("#heat-map")).hasSize(50);
    assertThat(browser.cells("#heat-map").get(0))
        .hasSize(1 + DATANODES / RACK);
    assertThat(browser.cells("#slow")).hasSize(100);
    assertThat(browser.cells("#slow").get(0).get(2).asText()).isEqualTo("4");
    assertThat(browser.text("#heat-map-note"))
        .contains("A column is a rack", "client hosts that were measured");
    assertThat(browser.text("#draining-note")).isEqualTo(
        "1234 blocks, the oldest for 2 h. The 100 oldest are shown.");
    // Wide and long parts scroll within the page.
    assertThat(browser.run("return document.documentElement.scrollWidth"
        + " <= window.innerWidth").asBoolean()).isTrue();
    assertThat(browser.run("return document.documentElement.scrollHeight")
        .asInt()).isLessThan(4_000);
  }
}
