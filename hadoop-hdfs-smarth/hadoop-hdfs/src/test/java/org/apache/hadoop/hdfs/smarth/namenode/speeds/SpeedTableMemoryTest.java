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
package org.apache.hadoop.hdfs.smarth.namenode.speeds;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTable.KnownDatanodes;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeSpeeds;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.apache.hadoop.util.FakeTimer;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the table takes of a NameNode's heap in a large cluster. There every
 * client host writes to many datanodes, and every datanode forwards to many.
 */
public class SpeedTableMemoryTest {
  private static final int HOSTS = 10_000;
  private static final int DATANODES = 4_000;
  private static final long EXPIRY = 600_000;
  /** Of a heartbeat, about as many as there is room for. */
  private static final int RECORDS = 35;

  private final FakeTimer timer = new FakeTimer();
  private final Map<String, String> uuids = new HashMap<>();
  private final SpeedTable table = new SpeedTable(HOSTS, EXPIRY, timer);

  private final String[] ordered = new String[DATANODES];

  /** The cluster has its own names of its datanodes. */
  private final KnownDatanodes known = new KnownDatanodes() {
    @Override
    public String rackOf(String datanode) {
      return uuids.containsKey(datanode) ? "/rack" + datanode.charAt(35) : null;
    }

    @Override
    public String nameOf(String datanode) {
      return uuids.get(datanode);
    }
  };

  public SpeedTableMemoryTest() {
    timer.advance(1_000_000);
    for (int i = 0; i < DATANODES; i++) {
      ordered[i] = String.format("4f1c2a86-1d2b-4c3d-8e4f-%012d", i);
      uuids.put(ordered[i], ordered[i]);
    }
  }

  /** @return another object each time, as each message has its own. */
  private String uuid(int datanode) {
    return new String(ordered[datanode % DATANODES].toCharArray());
  }

  private static String host(int client) {
    int number = client % HOSTS;
    return "10.100." + number / 250 + "." + (number % 250 + 1);
  }

  private static long rate(int client, int datanode) {
    return 10_000_000 + (client * 31 + datanode * 17) % 90_000_000;
  }

  /** Each datanode tells of other clients and datanodes in each round. */
  private void heartbeats(int round) {
    for (int datanode = 0; datanode < DATANODES; datanode++) {
      List<Speed> clients = new ArrayList<>();
      List<Speed> mirrors = new ArrayList<>();
      for (int i = 0; i < RECORDS; i++) {
        int client = round * RECORDS + i + datanode * 7;
        clients.add(new Speed(host(client), rate(client, datanode), 0));
        mirrors.add(new Speed(uuid(datanode + 1 + i),
            rate(datanode, i + round), 0));
      }
      table.learnFromDatanode(uuid(datanode),
          new DatanodeSpeeds(clients, mirrors), known);
    }
  }

  /** Each client reports the datanodes that told of it in a round. */
  private void reports(int round) {
    for (int datanode = 0; datanode < DATANODES; datanode++) {
      for (int i = 0; i < RECORDS; i++) {
        int client = round * RECORDS + i + datanode * 7;
        table.learnFromClient(host(client), Collections.singletonList(
            new Speed(uuid(datanode), rate(client, datanode), 0)), known);
      }
    }
  }

  /** @return bytes in use, when garbage is gone. */
  private static long used() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      System.gc();
      least = Math.min(least, ManagementFactory.getMemoryMXBean()
          .getHeapMemoryUsage().getUsed());
    }
    return least;
  }

  @Test
  public void thereIsRoomForWhatAClusterOfThatHeapMeasures() {
    assertThat(SpeedTable.hopsMax(8L << 30)).isGreaterThan(1_200 * 1_200);
    assertThat(SpeedTable.pairsMax(8L << 30)).isEqualTo(8 << 17);
    assertThat(SpeedTable.hopsMax(1 << 30)).isGreaterThan(440 * 440);
    assertThat(SpeedTable.hopsMax(200 << 20)).isEqualTo(38_400);
    assertThat(SpeedTable.hopsMax(Long.MAX_VALUE))
        .isEqualTo(SpeedTable.hopsMax(8L << 30));
  }

  @Test(timeout = 300_000)
  public void aTableOfALargeClusterTakesASixteenthOfTheHeap() {
    long heap = Runtime.getRuntime().maxMemory();
    long before = used();
    for (int round = 0; round < 3; round++) {
      heartbeats(round);
      reports(round);
      timer.advance(3_000);
    }
    long taken = used() - before;
    assertThat(Rates.totals(table).getClientHosts()).isEqualTo(HOSTS);
    assertThat(table.getPairCount())
        .isEqualTo(SpeedTable.pairsMax(heap));
    assertThat(Rates.totals(table).getForwarders()).isEqualTo(DATANODES);
    assertThat(taken).isLessThan(heap / 16);
  }
}
