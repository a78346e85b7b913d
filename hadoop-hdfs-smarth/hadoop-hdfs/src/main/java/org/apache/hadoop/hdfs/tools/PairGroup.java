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

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

import org.apache.hadoop.hdfs.smarth.namenode.speeds.Ranking;

/** Pairs that have something in common. Immutable. */
final class PairGroup {
  private final String name;
  private final int size;
  private final int limping;
  private final double median;

  private PairGroup(String name, List<SpeedPair> pairs) {
    this.name = name;
    this.size = pairs.size();
    this.limping = (int) pairs.stream().filter(SpeedPair::isLimping).count();
    this.median = Ranking.median(pairs.stream()
        .mapToLong(SpeedPair::getBytesPerSecond).sorted().toArray());
  }

  /**
   * @param nameOf what those of a group have in common
   * @return the groups, that with the slowest median first
   */
  static List<PairGroup> slowestFirst(Collection<SpeedPair> pairs,
      Function<SpeedPair, String> nameOf) {
    Map<String, List<SpeedPair>> byName = new TreeMap<>();
    for (SpeedPair pair : pairs) {
      byName.computeIfAbsent(nameOf.apply(pair), name -> new ArrayList<>())
          .add(pair);
    }
    List<PairGroup> groups = new ArrayList<>();
    byName.forEach((name, some) -> groups.add(new PairGroup(name, some)));
    groups.sort(Comparator.comparingDouble(group -> group.median));
    return groups;
  }

  String getName() {
    return name;
  }

  /** @return how many pairs there are, at least one. */
  int getSize() {
    return size;
  }

  /** @return in how many of them the datanode limps for the client. */
  int getLimping() {
    return limping;
  }

  /** @return the median of their speeds, in MB/s. */
  String getMegabytesPerSecond() {
    return String.format(Locale.ROOT, "%.1f", median / 1e6);
  }
}
