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
package org.smarth.hadoop.heartbeat.plan;

import java.util.Locale;

import org.apache.hadoop.hdfs.heartbeat.HeartbeatPeriod;
import org.apache.hadoop.yarn.fastheartbeat.AllocateHeartbeatConf;
import org.apache.hadoop.yarn.fastheartbeat.NodeHeartbeatConf;

/** A plan as people read it. Stateless. */
public final class PlanReport {
  private static final String ROW = "%-38s %7s %12s %11s %10s %12s %10s %9s%n";

  private PlanReport() {
  }

  /**
   * @param plan what to print
   * @param share the share of a receiver that was planned with
   * @return a table, the settings, and what the numbers mean
   */
  public static String of(Plan plan, double share) {
    StringBuilder text = new StringBuilder();
    text.append(row("", "bytes", "transmitted", "processed", "bound",
        "recommended", "messages", "load"));
    boolean measured = true;
    for (Heartbeat heartbeat : Heartbeat.values()) {
      Plan.Line line = plan.get(heartbeat);
      measured &= line.getCost().isMeasured();
      text.append(line(heartbeat, line));
    }
    text.append(String.format(Locale.ROOT,
        "%nbound: with a shorter period the receiver falls behind, or few senders wait for"
            + " answers.%n"
            + "recommended: heartbeats of one kind use at most %.0f %% of their receiver.%n"
            + "load: of the receiver's link, or of its busiest part, whichever is more.%n",
        share * 100));
    if (!measured) {
      text.append(String.format("The bounds are of transmission alone (equation 1 of the paper);"
          + " the time for processing, which%nis far longer, is not in them: --measure.%n"));
    }
    return text.append(settings(plan, share)).toString();
  }

  /**
   * @param plan what to print
   * @return the same for programs: a line of names, and a line for each kind of
   *     heartbeat, with commas between the cells; times in seconds, 0 for an
   *     unknown time of processing
   */
  public static String csv(Plan plan) {
    StringBuilder text = new StringBuilder(String.format(
        "heartbeat,bytes,transmitted,processed,bound,recommended,rate,load%n"));
    for (Heartbeat heartbeat : Heartbeat.values()) {
      Plan.Line line = plan.get(heartbeat);
      text.append(String.format(Locale.ROOT, "%s,%.0f,%.9f,%.9f,%.9f,%.3f,%.4f,%.6f%n",
          heartbeat.name().toLowerCase(Locale.ROOT), line.getCost().getBytes(),
          line.getBound().transmissionSeconds(), line.getCost().getSeconds(),
          line.getBound().seconds(), line.getPeriodMs() / 1e3, line.rate(), load(line)));
    }
    return text.toString();
  }

  private static double load(Plan.Line line) {
    return Math.max(line.linkShare(), line.processingShare());
  }

  private static String line(Heartbeat heartbeat, Plan.Line line) {
    HeartbeatCost cost = line.getCost();
    return row(heartbeat.toString(), String.format(Locale.ROOT, "%.0f", cost.getBytes()),
        time(line.getBound().transmissionSeconds()),
        cost.isMeasured() ? time(cost.getSeconds()) : "unknown",
        time(line.getBound().seconds()), line.getPeriodMs() + " ms",
        String.format(Locale.ROOT, "%.4g/s", line.rate()),
        String.format(Locale.ROOT, "%.2f %%",
            100 * load(line)));
  }

  private static String settings(Plan plan, double share) {
    long node = plan.get(Heartbeat.NODE_MANAGER).getPeriodMs();
    long master = plan.get(Heartbeat.APPLICATION_MASTER).getPeriodMs();
    StringBuilder text = new StringBuilder(String.format("%nSettings:%n"));
    append(text, HeartbeatPeriod.KEY,
        seconds(plan.get(Heartbeat.DATANODE).getPeriodMs()));
    append(text, NodeHeartbeatConf.INTERVAL_KEY,
        Math.max(node, NodeHeartbeatConf.INTERVAL_DEFAULT));
    append(text, NodeHeartbeatConf.MIN_KEY, node);
    append(text, NodeHeartbeatConf.RATE_KEY,
        maxRate(plan.get(Heartbeat.NODE_MANAGER), share));
    append(text, AllocateHeartbeatConf.INTERVAL_KEY,
        Math.max(master, AllocateHeartbeatConf.INTERVAL_DEFAULT));
    append(text, AllocateHeartbeatConf.MIN_GAP_KEY, Math.max(
        AllocateHeartbeatConf.MIN_GAP_DEFAULT,
        master * AllocateHeartbeatConf.MIN_GAP_DEFAULT
            / Heartbeat.APPLICATION_MASTER.getWantedMs()));
    return text.toString();
  }

  /** Whole seconds without a suffix, which stock can read, too. */
  private static String seconds(long millis) {
    return millis % 1_000 == 0 ? String.valueOf(millis / 1_000) : millis + "ms";
  }

  /** Without a measured cost it is the default. */
  private static long maxRate(Plan.Line line, double share) {
    return line.getCost().isMeasured()
        ? Math.max(1, (long) line.getBound().rateWithin(share))
        : NodeHeartbeatConf.RATE_DEFAULT;
  }

  private static void append(StringBuilder text, String key, Object value) {
    text.append(String.format("  %s = %s%n", key, value));
  }

  private static String row(String... cells) {
    return String.format(Locale.ROOT, ROW, (Object[]) cells);
  }

  /** @return with three figures, in the unit that suits. */
  static String time(double seconds) {
    if (seconds >= 1) {
      return String.format(Locale.ROOT, "%.3g s", seconds);
    } else if (seconds >= 1e-3) {
      return String.format(Locale.ROOT, "%.3g ms", seconds * 1e3);
    }
    return String.format(Locale.ROOT, "%.3g us", seconds * 1e6);
  }
}
