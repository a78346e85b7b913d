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

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

import org.apache.hadoop.tools.TableListing;

/** What a cluster does at one moment, as lines. Used by one thread. */
final class TopSample {
  private static final TableListing.Justification RIGHT =
      TableListing.Justification.RIGHT;

  private final List<String> heading = new ArrayList<>();
  /** Those with the largest backlog first. */
  private final List<TopDatanode> datanodes;

  /**
   * @param unanswered why the NameNode's answer is an old one, or null
   * @param choices a line about the NameNode's choices
   * @param asked how many of the DataNodes were asked now
   * @param datanodes all that live
   */
  TopSample(SpeedAnswer answer, IOException unanswered, String choices,
      int asked, List<TopDatanode> datanodes) {
    this.datanodes = new ArrayList<>(datanodes);
    this.datanodes.sort(Comparator.comparingLong(TopDatanode::getBacklog)
        .reversed().thenComparing(TopDatanode::getName));
    heading.addAll(Arrays.asList(answer.getHeading().split("\n")));
    if (unanswered != null) {
      heading.add("It does not answer now: " + firstLine(unanswered));
    }
    heading.add(choices);
    heading.add("DataNodes: " + datanodes.size() + ", asked now: " + asked
        + ", with counts: "
        + datanodes.stream().filter(TopDatanode::hasCounts).count()
        + failures());
  }

  /** A remote exception's message has the server's stack trace. */
  static String firstLine(Exception e) {
    return String.valueOf(e.getLocalizedMessage()).split("\n")[0];
  }

  private String failures() {
    int refused = 0;
    int silent = 0;
    String why = "";
    for (TopDatanode datanode : datanodes) {
      IOException failure = datanode.getFailure().orElse(null);
      if (failure instanceof JmxReader.RefusedException) {
        refused++;
      } else if (failure != null) {
        silent++;
        why = datanode.getName() + ": " + firstLine(failure);
      }
    }
    return (refused == 0 ? "" : ", JMX was refused by: " + refused)
        + (silent == 0 ? "" : ", no answer of: " + silent + " (" + why + ")");
  }

  /**
   * @param max how many lines there is room for
   * @return at least those about the NameNode
   */
  List<String> lines(int max) {
    List<String> lines = new ArrayList<>(heading);
    // The table's heading, what is not shown and what the mark means.
    int rows = Math.min(TopSampler.DATANODES_MAX, max - lines.size() - 3);
    if (rows < 1 || datanodes.isEmpty()) {
      return lines;
    }
    List<TopDatanode> shown =
        datanodes.subList(0, Math.min(rows, datanodes.size()));
    lines.addAll(Arrays.asList(table(shown)));
    if (shown.size() < datanodes.size()) {
      lines.add("Not shown: " + (datanodes.size() - shown.size())
          + " with less backlog");
    }
    if (shown.stream().anyMatch(TopDatanode::isSlow)) {
      lines.add("! limps for half of its clients or more");
    }
    return lines;
  }

  private static String[] table(List<TopDatanode> shown) {
    TableListing table = new TableListing.Builder().addField("  Datanode")
        .addField("Forwardings", RIGHT).addField("Backlog MB", RIGHT)
        .addField("Oldest s", RIGHT).addField("FNFA/s", RIGHT)
        .addField("MB/s", RIGHT).addField("Limps for", RIGHT).build();
    for (TopDatanode one : shown) {
      table.addRow((one.isSlow() ? "! " : "  ") + one.getName(),
          one.getForwardings(), one.getBacklogMegabytes(),
          one.getOldestSeconds(), one.getAcksPerSecond(),
          one.getMegabytesPerSecond(), one.getLimping());
    }
    return table.toString().replaceAll(" +(\n|$)", "$1").split("\n");
  }
}
