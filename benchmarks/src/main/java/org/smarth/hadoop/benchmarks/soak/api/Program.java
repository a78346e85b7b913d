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

package org.smarth.hadoop.benchmarks.soak.api;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What is done with one stream.
 *
 * @param seed that it was drawn from
 * @param dataNodes of the cluster
 * @param calls those of one thread are made in this order
 */
record Program(long seed, int dataNodes, Options options, List<Call> calls) {
  /** What may fail later, in a thread of the client's own, at a moment of its choice. */
  private static final Set<Call.Kind> LATE = EnumSet.of(Call.Kind.SPACE_QUOTA, Call.Kind.TYPE_QUOTA,
      Call.Kind.DELETE, Call.Kind.RECOVER_LEASE);

  /**
   * How the file is created.
   *
   * @param replacement what happens when a datanode of a pipeline is lost
   * @param littleMemory whether the client may retain little, and spill little
   * @param before bytes that are there before, which are appended to; 0 creates the file
   * @param favored so many DataNodes are to have it
   * @param window packets in flight; 0 for what there are elsewhere, too
   * @param packetBytes of a packet; 0 for what Hadoop has
   */
  record Options(int replication, int blockBytes, int checksumBytes, boolean overwrite,
      boolean syncBlock, Replacement replacement, boolean littleMemory, int before, int favored,
      int window, int packetBytes) {
    /** What is nothing special. */
    static final Options PLAIN =
        new Options(3, 1 << 20, 512, false, false, Replacement.DEFAULT, false, 0, 0, 0, 0);

    Options with(Replacement other) {
      return new Options(replication, blockBytes, checksumBytes, overwrite, syncBlock, other,
          littleMemory, before, favored, window, packetBytes);
    }

    /** As many replicas, and the same when DataNodes are lost; the rest plain. */
    Options plainer() {
      return new Options(replication, PLAIN.blockBytes, PLAIN.checksumBytes, false, false,
          replacement, littleMemory, before, 0, 0, 0);
    }

    Options withoutBefore() {
      return new Options(replication, blockBytes, checksumBytes, overwrite, syncBlock, replacement,
          littleMemory, 0, favored, window, packetBytes);
    }
  }

  /**
   * What dfs.client.block.write.replace-datanode-on-failure has; MIN_ONE as its min-replication.
   */
  enum Replacement {
    DEFAULT, NEVER, ALWAYS, BEST_EFFORT, MIN_ONE
  }

  int threads() {
    return 1 + calls.stream().mapToInt(Call::thread).max().orElse(0);
  }

  private boolean has(Call.Group group) {
    return calls.stream().anyMatch(c -> c.kind().group() == group);
  }

  boolean has(Call.Kind kind) {
    return calls.stream().anyMatch(c -> c.kind() == kind);
  }

  boolean hasFaults() {
    return has(Call.Group.FAULT);
  }

  /** Whether each run of it on the same jars gives the same results. */
  boolean isExact() {
    return threads() == 1 && !has(Call.Group.INTERRUPT) && !hasFaults();
  }

  /** Whether its file is closed in the background at last, where the client can do that. */
  boolean closesInBackground() {
    return seed % 2 != 0;
  }

  /** Whether a call of others makes the stream fail, in its own time. */
  boolean failsLate() {
    return calls.stream().anyMatch(c -> LATE.contains(c.kind()));
  }

  long bytes() {
    return options.before + calls.stream().mapToLong(Call::bytes).sum();
  }

  Program with(List<Call> others) {
    return new Program(seed, dataNodes, options, List.copyOf(others));
  }

  Program with(Options others) {
    return new Program(seed, dataNodes, others, calls);
  }

  @Override
  public String toString() {
    return "seed " + seed + ": " + dataNodes + " DataNodes, " + options + ", " + calls.size()
        + " calls by " + threads() + " threads, " + bytes() + " bytes";
  }
}
