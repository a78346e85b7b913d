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
import java.util.List;

import org.apache.hadoop.hdfs.smarth.speed.Speed;

/** Rates for tests, in MB/s; datanodes are named d0, d1, ... by default. */
public final class Rates {
  private Rates() {
  }

  /** @return of d0, d1, ... in this order, measured at 0. */
  public static Ranking ranking(double... megabytes) {
    List<PeerRate> rates = new ArrayList<>();
    for (int i = 0; i < megabytes.length; i++) {
      rates.add(new PeerRate("d" + i, bytes(megabytes[i]), 0));
    }
    return Ranking.of(rates);
  }

  /** @return of d0, d1, ..., measured at a time. */
  public static Ranking measured(long at, int datanodes) {
    List<PeerRate> rates = new ArrayList<>();
    for (int d = 0; d < datanodes; d++) {
      rates.add(new PeerRate("d" + d, bytes(10 + d % 90), at));
    }
    return Ranking.of(rates);
  }

  /** @return of n datanodes, d0 the fastest. */
  public static Ranking descending(int n) {
    double[] megabytes = new double[n];
    for (int i = 0; i < n; i++) {
      megabytes[i] = 100 - 20.0 * i / n;
    }
    return ranking(megabytes);
  }

  /** @return of now. */
  public static SpeedTotals totals(SpeedTable table) {
    SpeedTotals.Counter counter = new SpeedTotals.Counter(0);
    table.count(counter);
    return counter.total();
  }

  public static Speed speed(String peer, double megabytes, long ageMillis) {
    return new Speed(peer, bytes(megabytes), ageMillis);
  }

  public static List<Speed> speeds(Speed... speeds) {
    return Arrays.asList(speeds);
  }

  public static long bytes(double megabytes) {
    return Math.round(megabytes * 1e6);
  }

  /** @return its datanodes, the fastest first. */
  public static List<String> order(Ranking ranking) {
    List<String> order = new ArrayList<>();
    for (int rank = 0; rank < ranking.size(); rank++) {
      order.add(ranking.peerAt(rank));
    }
    return order;
  }
}
