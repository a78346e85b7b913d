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
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.HostSpeedsProto;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;
import org.mockito.Mockito;
import org.mockito.stubbing.Answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

public class TopSamplerTest {
  private static final String NAMENODE = "http://127.0.0.1:50070";
  private static final JsonNode NO_BEAN = Answers.json("[]");

  @Rule
  public final Timeout timeout = new Timeout(60, TimeUnit.SECONDS);

  private final Configuration conf = new Configuration();
  private final SpeedQuery query = Mockito.mock(SpeedQuery.class);
  /** By scheme, host and port; a Throwable is thrown. */
  private final Map<String, Object> beans = new ConcurrentHashMap<>();
  private final Collection<String> asked = new ConcurrentLinkedQueue<>();
  private final JmxReader jmx =
      Mockito.mock(JmxReader.class, (Answer<JsonNode>) call -> {
        String daemon = (String) call.getArguments()[0];
        asked.add(daemon);
        Object answer = beans.getOrDefault(daemon, NO_BEAN);
        if (answer instanceof Throwable) {
          throw (Throwable) answer;
        }
        return (JsonNode) answer;
      });
  private TopSampler sampler;

  @Before
  public void start() {
    conf.set(DFSConfigKeys.DFS_NAMENODE_HTTP_ADDRESS_KEY,
        "127.0.0.1:50070");
    sampler = new TopSampler(conf, query, jmx);
  }

  @After
  public void stop() {
    sampler.close();
  }

  private static String daemon(int number) {
    return "http://10.0.0." + number + ":50075";
  }

  private static JsonNode bean(int acks, long backlog) {
    return Answers.json("[{'name': 'Hadoop:service=DataNode,"
        + "name=SmarthFirstNode-dn-50010', 'Forwardings': 2,"
        + " 'OldestForwardingSeconds': 93, 'FirstNodeAcks': " + acks
        + ", 'ForwardBacklogBytes': " + backlog + "}]");
  }

  private static JsonNode choices(int bySpeed, int localWriter, int noRecords) {
    return Answers.json("[{'name': 'Hadoop:service=NameNode,"
        + "name=SmarthPlacementInfo', 'Hops': 7}, {'name':"
        + " 'Hadoop:service=NameNode,name=SmarthPlacement', 'FirstBySpeed': "
        + bySpeed + ", 'FirstByStockLocalWriter': " + localWriter
        + ", 'FirstByStockNoRecords': " + noRecords
        + ", 'LaterBySpeed': 1000}]");
  }

  private String[] view() throws Exception {
    return Answers.lines(String.join("\n",
        sampler.take().lines(Integer.MAX_VALUE)));
  }

  @Test
  public void daemonsAndSpeedsAreShownTheLargestBacklogFirst()
      throws Exception {
    Mockito.when(query.ask()).thenReturn(Answers.answer(
        new HostSpeedsProto[] {Answers.client("10.9.9.9", 100, 90, 5)},
        Answers.datanode(1, "/a"), Answers.datanode(2, "/a"),
        Answers.datanode(3, "/b")));
    beans.put(NAMENODE, choices(12, 3, 4));
    beans.put(daemon(1), bean(7, 0));
    beans.put(daemon(3), bean(5, 1_500_000_000));
    assertThat(view()).containsExactly("NameNode: nn:8020 (active)",
        "Used to place new blocks: yes",
        "First datanodes chosen: 12 by speed, 7 left to stock, since the"
            + " NameNode began",
        "DataNodes: 3, asked now: 3, with counts: 2",
        " Datanode Forwardings Backlog MB Oldest s FNFA/s MB/s Limps for",
        "! 10.0.0.3:50010 2 1500.0 93 - 5.0 1 of 1",
        " 10.0.0.1:50010 2 0.0 93 - 100.0 0 of 1",
        " 10.0.0.2:50010 - - - - 90.0 0 of 1",
        "! limps for half of its clients or more");

    beans.put(NAMENODE, choices(15, 3, 5));
    beans.put(daemon(3), bean(1_000_000, 0));
    String[] later = view();
    assertThat(later[2]).startsWith(
        "First datanodes chosen: 3 by speed, 1 left to stock, in the last ");
    assertThat(later[5]).matches(" 10.0.0.1:50010 2 0.0 93 0.0 100.0 0 of 1");
    assertThat(later[7]).matches("! 10.0.0.3:50010 2 0.0 93 \\d{4,}\\.\\d"
        + " 5.0 1 of 1");
  }

  @Test
  public void whoRefusesAndWhoIsSilentIsToldAndTheRestIsShown()
      throws Exception {
    Mockito.when(query.ask()).thenReturn(Answers.answer(
        new HostSpeedsProto[] {Answers.client("10.9.9.9", 100)},
        Answers.datanode(1, "/a"), Answers.datanode(2, "/a"),
        Answers.datanode(3, "/b")));
    beans.put(NAMENODE,
        new JmxReader.RefusedException("HTTP status 403", null));
    beans.put(daemon(1),
        new JmxReader.RefusedException("HTTP status 403", null));
    beans.put(daemon(2), new IOException("Connection refused"));
    beans.put(daemon(3), bean(1, 1));
    assertThat(view()).startsWith("NameNode: nn:8020 (active)",
        "Used to place new blocks: yes",
        "First datanodes chosen: unknown, JMX was refused by the NameNode,"
            + " HTTP status 403",
        "DataNodes: 3, asked now: 3, with counts: 1, JMX was refused by: 1,"
            + " no answer of: 1 (10.0.0.2:50010: Connection refused)")
        .contains(" 10.0.0.1:50010 - - - - 100.0 0 of 1");
    beans.put(NAMENODE, new IllegalStateException("expected by the test"));
    assertThat(view()[2]).startsWith(
        "First datanodes chosen: unknown, no answer of its JMX, ");
    beans.put(NAMENODE, NO_BEAN);
    assertThat(view()[2]).isEqualTo(
        "First datanodes chosen: unknown, its JMX has no such bean");
  }

  @Test
  public void ofALargeClusterAllAreAskedInTurnAndThoseWithBacklogEachTime()
      throws Exception {
    DatanodeInfo[] datanodes = new DatanodeInfo[250];
    for (int i = 0; i < datanodes.length; i++) {
      datanodes[i] = Answers.datanode(i, "/a");
    }
    Mockito.when(query.ask()).thenReturn(
        Answers.answer(new HostSpeedsProto[0], datanodes));
    for (int i = 0; i < 40; i++) {
      beans.put(daemon(i), bean(1, 1 + i));
    }
    Set<String> seen = new HashSet<>();
    for (int round = 0; round < 5; round++) {
      asked.clear();
      List<String> lines = sampler.take().lines(Integer.MAX_VALUE);
      assertThat(asked).hasSize(101).contains(NAMENODE);
      assertThat(lines).hasSize(4 + 2 + 100);
      assertThat(lines.get(105)).isEqualTo("Not shown: 150 with less backlog");
      seen.addAll(asked);
    }
    assertThat(seen).hasSize(251);
    for (int i = 0; i < 40; i++) {
      assertThat(asked).contains(daemon(i));
    }
    assertThat(sampler.take().lines(20)).hasSize(20 - 1);
    assertThat(sampler.take().lines(3)).hasSize(4);
  }

  @Test
  public void theNameNodeIsAskedOverRpcOnceInTenSeconds() throws Exception {
    Mockito.when(query.ask()).thenReturn(
        Answers.answer(new HostSpeedsProto[0], Answers.datanode(1, "/a")));
    for (int i = 0; i < 5; i++) {
      sampler.take();
    }
    Mockito.verify(query, Mockito.times(1)).ask();
  }

  @Test
  public void aNameNodeThatNeverAnsweredEndsIt() throws Exception {
    Mockito.when(query.ask()).thenThrow(new IOException("expected"));
    assertThatThrownBy(() -> sampler.take()).isInstanceOf(IOException.class)
        .hasMessage("expected");
    assertThat(asked).isEmpty();
  }
}
