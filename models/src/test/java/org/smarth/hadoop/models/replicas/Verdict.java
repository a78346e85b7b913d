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
package org.smarth.hadoop.models.replicas;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/** What ours did worse than stock did. */
final class Verdict {
  private static final int SECONDS = 30;

  private Verdict() {
  }

  /** @return sentences, none if ours is right. */
  static List<String> of(Setup setup, History stock, History ours) {
    List<String> wrong = new ArrayList<>(ours.getHeld());
    int limit = limit(setup);
    for (Map.Entry<Long, BitSet> hidden : ours.getHidden().entrySet()) {
      int late = late(stock.getLost()
          .getOrDefault(hidden.getKey(), new BitSet()), hidden.getValue(),
          limit);
      if (late >= 0) {
        wrong.add("Block " + hidden.getKey() + " lacks a replica unseen in"
            + " second " + late + ", and has for over " + limit
            + " s; stock has not");
      }
    }
    for (History.Copies copies : ours.getCopies()) {
      if (isNeedless(copies, stock, ours)) {
        wrong.add("Block " + copies.block() + " was copied without need, "
            + copies + ": " + arrivals(copies, ours)
            + " of its pipeline reported within " + SECONDS + " s");
      }
      if (isRepeated(copies, ours)) {
        wrong.add("Block " + copies.block() + " was copied again and again to "
            + copies.targets() + ", last at " + copies.time() + " ms");
      }
    }
    return wrong;
  }

  /** It is seen in a round, in which others may be copied first. */
  private static int limit(Setup setup) {
    return SECONDS + 2 * (3 + setup.roundMillis() / 1_000);
  }

  /** @return the first second, or -1. */
  private static int late(BitSet stock, BitSet ours, int limit) {
    for (int from = ours.nextSetBit(0); from >= 0;
        from = ours.nextSetBit(ours.nextClearBit(from))) {
      int to = ours.nextClearBit(from);
      for (int second = from + limit; second < to; second++) {
        int hidden = stock.nextSetBit(second - limit);
        if (hidden < 0 || hidden > second) {
          return second;
        }
      }
    }
    return -1;
  }

  private static boolean isNeedless(History.Copies copies, History stock,
      History ours) {
    return copies.live() + copies.targets().size() + arrivals(copies, ours)
        > copies.wanted()
        && stock.getDemand(copies.block(), copies.time() + SECONDS * 1_000L)
            < ordered(ours, copies.block(), copies.time())
                - replaced(ours, copies.block(), copies.time());
  }

  /** A datanode that comes and goes is stale twice in that time. */
  private static boolean isRepeated(History.Copies copies, History ours) {
    return ours.getCopies().stream()
        .filter(other -> other.block() == copies.block()
            && other.targets().equals(copies.targets())
            && other.time() <= copies.time()
            && other.time() > copies.time() - 2 * SECONDS * 1_000L)
        .count() > 4;
  }

  /** Stock waits for those, with the replica still missing. */
  private static int replaced(History history, long block, long until) {
    return history.getCopies().stream()
        .filter(copies -> copies.block() == block && copies.time() <= until)
        .mapToInt(History.Copies::replaced).sum();
  }

  private static int ordered(History history, long block, long until) {
    return history.getCopies().stream()
        .filter(copies -> copies.block() == block && copies.time() <= until)
        .mapToInt(copies -> copies.targets().size()).sum();
  }

  /** @return how many datanodes reported for the first time just after it. */
  private static long arrivals(History.Copies copies, History ours) {
    return ours.getArrivals().stream()
        .filter(arrival -> arrival.block() == copies.block()
            && !copies.unheard().contains(arrival.datanode())
            && arrival.time() > copies.time()
            && arrival.time() <= copies.time() + SECONDS * 1_000L)
        .mapToInt(History.Arrival::datanode).distinct()
        .filter(datanode -> ours.getArrivals().stream()
            .noneMatch(arrival -> arrival.block() == copies.block()
                && arrival.datanode() == datanode
                && arrival.time() <= copies.time()))
        .count();
  }
}
