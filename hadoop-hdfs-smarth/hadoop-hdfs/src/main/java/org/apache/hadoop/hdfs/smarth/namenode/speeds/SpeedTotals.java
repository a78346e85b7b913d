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

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * How much a table knows, and which datanodes limp. Anybody may read this, so
 * it names no client. Immutable.
 */
@InterfaceAudience.Private
public final class SpeedTotals {
  /** Of how many datanodes it is said that they limp. */
  static final int LIMPING_MAX = 100;

  private final long clientHosts;
  private final long pairs;
  private final long limpingPairs;
  private final Map<String, Integer> limpingDatanodes;
  private final long forwarders;
  private final long hops;

  /**
   * @param limpingFraction of the median, 0 to 1
   * @return of a table as it is now
   */
  public static SpeedTotals of(SpeedTable table, double limpingFraction) {
    Counter counter = new Counter(limpingFraction);
    table.count(counter);
    return counter.total();
  }

  private SpeedTotals(Counter counter) {
    clientHosts = counter.clientHosts;
    pairs = counter.pairs;
    limpingPairs = counter.limpingPairs;
    limpingDatanodes = new LinkedHashMap<>();
    counter.limping.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed()
            .thenComparing(Map.Entry.comparingByKey()))
        .limit(LIMPING_MAX)
        .forEach(one -> limpingDatanodes.put(one.getKey(), one.getValue()));
    forwarders = counter.forwarders;
    hops = counter.hops;
  }

  /** @return of how many client hosts something is known. */
  public long getClientHosts() {
    return clientHosts;
  }

  /** @return how many pairs of client host and datanode are known. */
  public long getPairs() {
    return pairs;
  }

  /** @return in how many of these the datanode limps for the client. */
  public long getLimpingPairs() {
    return limpingPairs;
  }

  /**
   * @return by UUID for how many client hosts a datanode limps, most first; at
   *     most {@link #LIMPING_MAX}
   */
  public Map<String, Integer> getLimpingDatanodes() {
    return Collections.unmodifiableMap(limpingDatanodes);
  }

  /** @return of how many datanodes it is known how they forward. */
  public long getForwarders() {
    return forwarders;
  }

  /** @return to how many datanodes, in all. */
  public long getHops() {
    return hops;
  }

  /** Goes through a table. Used by one thread. */
  static final class Counter {
    private final double limpingFraction;
    private final Map<String, Integer> limping = new HashMap<>();
    private long clientHosts;
    private long pairs;
    private long limpingPairs;
    private long forwarders;
    private long hops;

    /** @param limpingFraction of the median, 0 to 1 */
    Counter(double limpingFraction) {
      this.limpingFraction = limpingFraction;
    }

    /** @param datanodes of one client host */
    void addClient(Ranking datanodes) {
      clientHosts++;
      pairs += datanodes.size();
      for (int rank = datanodes.limpingFrom(limpingFraction);
          rank < datanodes.size(); rank++) {
        limpingPairs++;
        limping.merge(datanodes.peerAt(rank), 1, Integer::sum);
      }
    }

    void addForwarder(HopRates to) {
      forwarders++;
      hops += to.size();
    }

    SpeedTotals total() {
      return new SpeedTotals(this);
    }
  }
}
