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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.smarth.namenode.placement.Candidates;
import org.apache.hadoop.hdfs.smarth.namenode.placement.Choices;
import org.apache.hadoop.hdfs.smarth.namenode.placement.DatanodeChooser.ClientView;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementConf;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementSpeeds;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTable.SpeedListing;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeSpeeds;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.apache.hadoop.util.Timer;
import org.awaitility.Awaitility;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Choices while clients and datanodes keep telling: each choice ends, and gives
 * only datanodes that somebody told of, none twice.
 */
public class ConcurrentSpeedsTest {
  private static final int ROUNDS = 30_000;
  private static final int DATANODES = 12;
  private static final String HOST = "10.0.0.5";

  private final PlacementSpeeds placement = new PlacementSpeeds(
      new PlacementConf(new Configuration(false)), new Timer(),
      new Random(1));
  private final CyclicBarrier together = new CyclicBarrier(4);

  private static Speed speed(String peer, Random random) {
    // Few different rates, so that many are equal.
    return Rates.speed(peer, 1 + random.nextInt(20), random.nextInt(1000));
  }

  private Callable<Void> client(long seed) {
    return () -> {
      Random random = new Random(seed);
      together.await();
      for (int i = 0; i < ROUNDS; i++) {
        String datanode = "d" + random.nextInt(DATANODES);
        if (random.nextInt(10) == 0) {
          placement.getTable().forget(HOST, datanode);
        } else {
          placement.getTable().learnFromClient(HOST,
              Collections.singleton(speed(datanode, random)), any -> "/a");
        }
      }
      return null;
    };
  }

  private Callable<Void> datanode() {
    return () -> {
      Random random = new Random(3);
      together.await();
      for (int i = 0; i < ROUNDS; i++) {
        List<Speed> mirrors = new ArrayList<>();
        for (int to = 0; to < random.nextInt(DATANODES); to++) {
          mirrors.add(speed("d" + to, random));
        }
        placement.getTable().learnFromDatanode(
            "d" + random.nextInt(DATANODES), new DatanodeSpeeds(
                Collections.singletonList(speed(HOST, random)), mirrors),
            any -> "/a");
      }
      return null;
    };
  }

  private Callable<Integer> allocations() {
    return () -> {
      Random random = new Random(4);
      int chosen = 0;
      together.await();
      for (int i = 0; i < ROUNDS; i++) {
        List<String> excluded = Arrays.asList("d" + random.nextInt(4),
            "d" + (4 + random.nextInt(4)), "none");
        ClientView client = placement.find(HOST);
        chosen += client == null ? 0 : drawn(placement.getChooser()
            .chooseFirst(client, excluded, 1 + random.nextInt(DATANODES),
                DATANODES));
        chosen += drawn(placement.getChooser().chooseNext(
            "d" + random.nextInt(DATANODES), true, excluded, 4));
      }
      return chosen;
    };
  }

  private static int drawn(Candidates candidates) {
    List<String> drawn = Choices.draw(candidates);
    assertThat(drawn).doesNotHaveDuplicates().doesNotContain("none");
    return drawn.size();
  }

  @Test(timeout = 120_000)
  public void choicesEndAndAreSoundWhileManyTell() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Void>> tellers = Arrays.asList(
          threads.submit(client(1)), threads.submit(client(2)),
          threads.submit(datanode()));
      Future<Integer> allocations = threads.submit(allocations());
      for (Future<Void> teller : tellers) {
        teller.get();
      }
      assertThat(allocations.get()).isPositive();
    } finally {
      threads.shutdownNow();
    }
  }

  /** Hosts come and go, their datanodes too. */
  private Callable<Void> hosts(SpeedTable table, long seed) {
    return () -> {
      Random random = new Random(seed);
      together.await();
      for (int i = 0; i < ROUNDS; i++) {
        String datanode = "d" + random.nextInt(DATANODES);
        String host = "10.0.0." + random.nextInt(6);
        switch (random.nextInt(10)) {
        case 0:
          table.forget(host, datanode);
          break;
        case 1:
          ClientSpeeds client = table.findClient(host);
          if (client != null) {
            client.getMeasured(0);
          }
          break;
        case 2:
        case 3:
          table.learnFromDatanode(datanode, new DatanodeSpeeds(
              Collections.singletonList(speed(host, random)),
              Collections.emptyList()), any -> "/a");
          break;
        default:
          table.learnFromClient(host,
              Collections.singleton(speed(datanode, random)), any -> "/a");
        }
      }
      return null;
    };
  }

  @Test(timeout = 120_000)
  public void aFullTableHasAsManyPairsAsItCountsWhileManyTell()
      throws Exception {
    SpeedTable table = new SpeedTable(4, 20, 99, 60_000_000, new Timer());
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Void>> tellers = new ArrayList<>();
      for (int seed = 0; seed < 4; seed++) {
        tellers.add(threads.submit(hosts(table, seed)));
      }
      for (Future<Void> teller : tellers) {
        teller.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(table.getForgottenPairs()).isPositive();
    assertThat(Rates.totals(table).getClientHosts()).isLessThanOrEqualTo(4);
    SpeedListing listing = table.listClients(100, any -> "/a");
    assertThat(listing.getHosts().values().stream()
        .mapToLong(List::size).sum()).isEqualTo(table.getPairCount())
        .isBetween(1L, 20L);
    for (List<Speed> datanodes : listing.getHosts().values()) {
      assertThat(datanodes).extracting(Speed::getPeer).doesNotHaveDuplicates();
    }
  }

  /** One datanode tells; others change their racks. */
  private Callable<Void> hops(SpeedTable table, long seed) {
    return () -> {
      Random random = new Random(seed);
      together.await();
      for (int i = 0; i < ROUNDS; i++) {
        table.learnFromDatanode("d0", new DatanodeSpeeds(
            Collections.emptyList(), Collections.singletonList(
                speed("d" + random.nextInt(DATANODES), random))),
            peer -> peer.equals("d0") || random.nextBoolean() ? "/a" : "/b");
      }
      return null;
    };
  }

  @Test(timeout = 120_000)
  public void noHopIsLostOrTwiceWhileManyTellForOneDatanode()
      throws Exception {
    SpeedTable table = new SpeedTable(4, 20, 9_999, 60_000_000, new Timer());
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Void>> tellers = new ArrayList<>();
      for (int seed = 0; seed < 4; seed++) {
        tellers.add(threads.submit(hops(table, seed)));
      }
      for (Future<Void> teller : tellers) {
        teller.get();
      }
    } finally {
      threads.shutdownNow();
    }
    HopRates hops = table.getHops("d0");
    assertThat(hops.size()).isEqualTo(DATANODES);
    assertThat(Rates.order(hops.getAll())).doesNotHaveDuplicates();
    for (Ranking ranking : Arrays.asList(hops.getSameRack(),
        hops.getOtherRacks())) {
      for (int rank = 0; rank < ranking.size(); rank++) {
        assertThat(ranking.rankOf(ranking.peerAt(rank))).isEqualTo(rank);
      }
    }
  }

  /** Which another tells while the first one has looked at what is known. */
  @Test(timeout = 120_000)
  public void noHopIsLostThatIsToldWhileAnotherIsLearnt() throws Exception {
    SpeedTable table = new SpeedTable(4, 20, 9_999, 60_000_000, new Timer());
    Random random = new Random(5);
    Thread second = new Thread(() -> table.learnFromDatanode("d0",
        new DatanodeSpeeds(Collections.emptyList(),
            Collections.singletonList(speed("d2", random))), any -> "/a"));
    second.setDaemon(true);
    AtomicBoolean begun = new AtomicBoolean();
    table.learnFromDatanode("d0", new DatanodeSpeeds(Collections.emptyList(),
        Collections.singletonList(speed("d1", random))), peer -> {
          // Its rack is asked for when its hops were looked at.
          if (peer.equals("d0") && begun.compareAndSet(false, true)) {
            second.start();
            Awaitility.await().atMost(60, TimeUnit.SECONDS)
                .until(() -> second.getState() == Thread.State.BLOCKED
                    || !second.isAlive());
          }
          return "/a";
        });
    second.join();
    assertThat(begun).isTrue();
    assertThat(Rates.order(table.getHops("d0").getAll()))
        .containsExactlyInAnyOrder("d1", "d2");
  }
}
