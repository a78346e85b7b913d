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

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Measures the limited links of a cluster by plain TCP transfers between its JVMs, one at a time:
 * each DataNode's NIC and its share of the link between the racks, the uplink, all in both
 * directions, and the client's NIC.
 *
 * @param jvmOf the JVM at a node, of the client and the DataNodes
 * @param ipOf its address
 */
record LinkProbe(Links links, IntFunction<Conversation> jvmOf, IntFunction<String> ipOf) {
  private static final double SECONDS = 0.3;
  private static final long MIN_BYTES = 128 * 1024;
  private static final long MAX_BYTES = 64L << 20;

  /** A transfer to make. */
  record Way(int from, int to) {
  }

  /** Every link is on one of them, but for those of NICs whose neighbours are all slower. */
  static List<Way> ways(Links links) {
    Racks racks = links.racks();
    List<Way> ways = new ArrayList<>();
    ways.add(new Way(Racks.CLIENT, 1));
    for (int rack = 1; rack <= 2; rack++) {
      int[] nodes = racks.nodesOf(rack).toArray();
      for (int i = 0; i < nodes.length && nodes.length > 1; i++) {
        ways.add(new Way(nodes[i], nodes[(i + 1) % nodes.length]));
      }
    }
    int[] one = racks.nodesOf(1).toArray();
    int[] two = racks.nodesOf(2).toArray();
    for (int i = 0; i < one.length && links.cross().isLimited(); i++) {
      ways.add(new Way(one[i], two[i % two.length]));
      ways.add(new Way(two[i % two.length], one[i]));
    }
    if (links.uplink().isLimited()) {
      ways.add(new Way(one[0], two[0]));
      ways.add(new Way(two[0], one[0]));
    }
    ways.removeIf(w -> !asked(links, w).isLimited());
    return ways;
  }

  private static Rate asked(Links links, Way way) {
    Rate nics = links.nic(way.from).min(links.nic(way.to));
    return links.racks().crosses(way.from, way.to)
        ? nics.min(links.cross()).min(links.uplink()) : nics;
  }

  List<LinkRate> measure() throws IOException, InterruptedException {
    List<LinkRate> rates = new ArrayList<>();
    for (Way way : ways(links)) {
      Rate asked = asked(links, way);
      long bytes = (long) Math.max(MIN_BYTES,
          Math.min(MAX_BYTES, SECONDS * asked.bytesPerSecond()));
      double measured = jvmOf.apply(way.from)
          .rateTo(jvmOf.apply(way.to), ipOf.apply(way.to), bytes);
      rates.add(new LinkRate(way.from, way.to, asked, measured * 8 / 1e6));
    }
    return rates;
  }
}
