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
package org.apache.hadoop.hdfs.smarth.namenode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.apache.hadoop.util.FakeTimer;

/** Rates for tests, in MB/s; datanodes are named d0, d1, ... by default. */
final class Rates {
  private Rates() {
  }

  /** @return of d0, d1, ... in this order, measured at 0. */
  static Ranking ranking(double... megabytes) {
    List<PeerRate> rates = new ArrayList<>();
    for (int i = 0; i < megabytes.length; i++) {
      rates.add(new PeerRate("d" + i, bytes(megabytes[i]), 0));
    }
    return Ranking.of(rates);
  }

  /** @return of n datanodes, d0 the fastest. */
  static Ranking descending(int n) {
    double[] megabytes = new double[n];
    for (int i = 0; i < n; i++) {
      megabytes[i] = 100 - 20.0 * i / n;
    }
    return ranking(megabytes);
  }

  /** @return one that has seen no hops between datanodes. */
  static DatanodeChooser chooser(double fastFraction, Random random) {
    Configuration conf = new Configuration(false);
    conf.setDouble(PlacementConf.FAST_FRACTION_KEY, fastFraction);
    return new DatanodeChooser(new PlacementConf(conf),
        new SpeedTable(1, 1, new FakeTimer()), random);
  }

  /**
   * @param reporting whether the client tries other datanodes by itself
   * @param tryAgain whether each slow datanode is to be tried again
   * @return a client of which datanodes measured nothing
   */
  static ClientView client(Ranking ranking, boolean reporting,
      boolean tryAgain) {
    return new ClientView(ranking, reporting, limping -> tryAgain,
        () -> Ranking.EMPTY);
  }

  /** @return of now. */
  static SpeedTotals totals(SpeedTable table) {
    SpeedTotals.Counter counter = new SpeedTotals.Counter(0);
    table.count(counter);
    return counter.total();
  }

  static Speed speed(String peer, double megabytes, long ageMillis) {
    return new Speed(peer, bytes(megabytes), ageMillis);
  }

  static List<Speed> speeds(Speed... speeds) {
    return Arrays.asList(speeds);
  }

  static long bytes(double megabytes) {
    return Math.round(megabytes * 1e6);
  }

  /** @return its datanodes, the fastest first. */
  static List<String> order(Ranking ranking) {
    List<String> order = new ArrayList<>();
    for (int rank = 0; rank < ranking.size(); rank++) {
      order.add(ranking.peerAt(rank));
    }
    return order;
  }

  /** @return all that are left, in the order drawn. */
  static List<String> draw(Candidates candidates) {
    List<String> drawn = new ArrayList<>();
    for (String next = candidates.next(); next != null;
        next = candidates.next()) {
      drawn.add(next);
    }
    return drawn;
  }
}
