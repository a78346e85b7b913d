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

import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * How the choice of first DataNodes followed when some DataNodes became slow during an upload and
 * fast again later.
 *
 * @param avoidedAfter seconds from the slowing until the first block from which on, until the
 *     recovery, no block began at a slow node: 0 when none did at all, empty when the last block
 *     before the recovery still did
 * @param takenAgainAfter seconds from the recovery until a block began at one of the nodes again;
 *     empty when none did
 * @param before what part of the blocks began at these nodes before the slowing
 * @param during likewise while they were slow
 * @param after likewise from the recovery on
 */
public record Limping(OptionalDouble avoidedAfter, OptionalDouble takenAgainAfter,
    FirstNodeShare.Part before, FirstNodeShare.Part during, FirstNodeShare.Part after) {

  /**
   * @param starts of the blocks of one upload, in the order of time
   * @param nodes that were slow from one time to the other, in seconds since the upload began
   */
  public static Limping of(List<BlockStart> starts, Set<Integer> nodes, double slowAt,
      double recoveredAt) {
    List<BlockStart> before = between(starts, 0, slowAt);
    List<BlockStart> during = between(starts, slowAt, recoveredAt);
    List<BlockStart> after = between(starts, recoveredAt, Double.POSITIVE_INFINITY);
    return new Limping(avoidedAfter(during, nodes, slowAt),
        after.stream().filter(s -> nodes.contains(s.firstNode()))
            .mapToDouble(s -> s.seconds() - recoveredAt).findFirst(),
        part(before, nodes), part(during, nodes), part(after, nodes));
  }

  private static List<BlockStart> between(List<BlockStart> starts, double from, double to) {
    return starts.stream().filter(s -> s.seconds() >= from && s.seconds() < to).toList();
  }

  private static FirstNodeShare.Part part(List<BlockStart> starts, Set<Integer> nodes) {
    return FirstNodeShare.Part.of(starts, node -> nodes.contains(node));
  }

  private static OptionalDouble avoidedAfter(List<BlockStart> during, Set<Integer> nodes,
      double slowAt) {
    int last = during.size() - 1;
    while (last >= 0 && !nodes.contains(during.get(last).firstNode())) {
      last--;
    }
    if (last == during.size() - 1) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(last < 0 ? 0 : during.get(last + 1).seconds() - slowAt);
  }
}
