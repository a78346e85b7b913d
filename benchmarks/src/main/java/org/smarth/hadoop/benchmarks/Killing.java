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

package org.smarth.hadoop.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

import org.smarth.hadoop.benchmarks.harness.Failure;
import org.smarth.hadoop.benchmarks.harness.Listener;
import org.smarth.hadoop.benchmarks.harness.Metrics;

/**
 * Kills DataNodes when a client has written some bytes. Hears the client, to know when that is.
 * Used by one thread.
 */
final class Killing extends Listener.Forwarding {
  private final Plan plan;
  private final long fileBytes;
  private final Killer killer;
  private final Metrics metrics = new Metrics();
  private final List<String> lines = new ArrayList<>();
  private int killed;
  private IOException failure;

  /** @param next hears what this one hears */
  Killing(Plan plan, long fileBytes, Killer killer, Listener next) {
    super(next);
    this.plan = plan;
    this.fileBytes = fileBytes;
    this.killer = killer;
  }

  /** Ends a DataNode as abruptly as possible. */
  @FunctionalInterface
  interface Killer {
    void kill(int node) throws IOException;
  }

  @Override
  public void bytes(long done) {
    while (killed < plan.kills().size() && done >= plan.kills().get(killed).bytes(fileBytes)) {
      kill(plan.kills().get(killed++), done);
    }
    super.bytes(done);
  }

  private void kill(Plan.Kill kill, long done) {
    String name = "kill" + killed;
    metrics.put(name + ".node", kill.node()).put(name + ".share", (double) done / fileBytes);
    lines.add(String.format(Locale.ROOT, "DataNode %d at %.0f%%", kill.node(),
        100.0 * done / fileBytes));
    try {
      killer.kill(kill.node());
    } catch (IOException e) {
      failure = e;
    }
  }

  @Override
  public void line(String text) {
    lines.add(text);
    super.line(text);
  }

  /** @throws Failure when a DataNode could not be killed */
  void check() {
    if (failure != null) {
      throw new Failure("could not kill a DataNode: " + failure.getMessage(), failure);
    }
  }

  /** Which DataNodes were killed, and after which shares of the file. */
  Metrics metrics() {
    return new Metrics().put("killed", killed).putAll(metrics);
  }

  /** The same for a person, and what the client said. */
  String remark() {
    return String.join("; ", lines);
  }

  /** Which DataNodes are killed during a run and when, the earliest first. */
  record Plan(List<Kill> kills) {
    /** Neighbouring seeds and pairs share none of their draws. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    static final Plan NONE = new Plan(List.of());

    Plan {
      kills = List.copyOf(kills);
    }

    /** @param share of the file that is written before, from 0 to 1 */
    record Kill(int node, double share) {
      long bytes(long fileBytes) {
        return (long) (share * fileBytes);
      }
    }

    /** Follows from what is given, whoever is measured; no DataNode is killed twice. */
    static Plan of(long seed, int pair, int count, int dataNodes) {
      Random random = new Random((seed * SPREAD + pair) * SPREAD + count);
      List<Integer> nodes = new ArrayList<>();
      for (int node = 1; node <= dataNodes; node++) {
        nodes.add(node);
      }
      Collections.shuffle(nodes, random);
      double[] shares = random.doubles(count).sorted().toArray();
      List<Kill> kills = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        kills.add(new Kill(nodes.get(i), shares[i]));
      }
      return new Plan(kills);
    }
  }
}
