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
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.GetSpeedsResponseProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.HostSpeedsProto;
import org.apache.hadoop.hdfs.smarth.protocol.proto.SmarthSpeedProtos.SpeedProto;

/** A client host and a datanode that was the first for it. Immutable. */
final class SpeedPair {
  private final String client;
  private final String datanode;
  private final long bytesPerSecond;
  private final boolean limping;

  private SpeedPair(String client, SpeedProto speed, boolean limping) {
    this.client = client;
    this.datanode = speed.getPeer();
    this.bytesPerSecond = speed.getBytesPerSecond();
    this.limping = limping;
  }

  /**
   * @param speeds what a NameNode said; of each client the fastest first
   * @param limpingFraction of the median of a client's datanodes, 0 to 1
   * @return all pairs that it knows
   */
  static List<SpeedPair> of(GetSpeedsResponseProto speeds,
      double limpingFraction) {
    List<SpeedPair> pairs = new ArrayList<>();
    for (HostSpeedsProto client : speeds.getClientsList()) {
      long[] rates = client.getDatanodesList().stream()
          .mapToLong(SpeedProto::getBytesPerSecond).toArray();
      int limpingFrom = Ranking.limpingFrom(rates, limpingFraction);
      for (int rank = 0; rank < rates.length; rank++) {
        pairs.add(new SpeedPair(client.getSource(),
            client.getDatanodes(rank), rank >= limpingFrom));
      }
    }
    return pairs;
  }

  /** @return the IP address of the client. */
  String getClient() {
    return client;
  }

  /** @return the UUID of the datanode. */
  String getDatanode() {
    return datanode;
  }

  long getBytesPerSecond() {
    return bytesPerSecond;
  }

  /** @return whether the datanode is far slower than others for this client. */
  boolean isLimping() {
    return limping;
  }

  /** Pairs that have something in common. Immutable. */
  static final class Group {
    private final String name;
    private final int size;
    private final int limping;
    private final double median;

    private Group(String name, List<SpeedPair> pairs) {
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
    static List<Group> slowestFirst(Collection<SpeedPair> pairs,
        Function<SpeedPair, String> nameOf) {
      Map<String, List<SpeedPair>> byName = new TreeMap<>();
      for (SpeedPair pair : pairs) {
        byName.computeIfAbsent(nameOf.apply(pair), name -> new ArrayList<>())
            .add(pair);
      }
      List<Group> groups = new ArrayList<>();
      byName.forEach((name, some) -> groups.add(new Group(name, some)));
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
}
