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

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.smarth.namenode.placement.PlacementConf;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.tools.TableListing;

/**
 * Asks a cluster again and again what its NameNode and its DataNodes do. It
 * asks the NameNode over RPC at most once in ten seconds, and a bounded number
 * of DataNodes at a time. Used by one thread, which closes it.
 */
final class TopSampler implements Closeable {
  /** How many DataNodes are asked in one round, and shown. */
  static final int DATANODES_MAX = 100;

  private static final int THREADS = 4;
  private static final long SPEEDS_AGE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long ROUND_SECONDS = 10;

  private final Configuration conf;
  private final SpeedQuery query;
  private final JmxReader jmx;
  private final double limpingFraction;
  private final String scheme;
  private final boolean byName;
  private final ExecutorService threads;
  private final Namenode namenode = new Namenode();
  /** By UUID. */
  private final Map<String, TopDatanode> datanodes = new HashMap<>();
  private SpeedQuery.Answer answer;
  private IOException unanswered;
  private long answeredAt;
  private long round;

  /** @throws IllegalArgumentException if a key is wrong. */
  TopSampler(Configuration conf, SpeedQuery query, JmxReader jmx) {
    this.conf = conf;
    this.query = query;
    this.jmx = jmx;
    this.limpingFraction = new PlacementConf(conf).getLimpingFraction();
    this.scheme = DFSUtil.getHttpClientScheme(conf);
    // Of what certificates and principals are.
    this.byName = "https".equals(scheme)
        || UserGroupInformation.isSecurityEnabled();
    this.threads = Executors.newFixedThreadPool(THREADS, task -> {
      Thread thread = new Thread(task, "SmarthAdmin JMX");
      thread.setDaemon(true);
      return thread;
    });
  }

  /**
   * Asks all once. What does not answer is shown as such.
   *
   * @throws IOException if the NameNode has never answered over RPC
   * @throws InterruptedException if interrupted
   */
  Sample take() throws IOException, InterruptedException {
    askNamenode();
    round++;
    List<TopDatanode> asked = choose();
    List<Callable<JsonNode>> questions = new ArrayList<>();
    InetSocketAddress rpc = answer.getNamenode();
    questions.add(() -> jmx.read(
        DFSUtil.getInfoServer(rpc, conf, scheme).toString(),
        Namenode.QUERY));
    for (TopDatanode datanode : asked) {
      datanode.asked(round);
      String daemon = datanode.getDaemon(scheme, byName);
      questions.add(() -> jmx.read(daemon, TopDatanode.QUERY));
    }
    List<Future<JsonNode>> answers =
        threads.invokeAll(questions, ROUND_SECONDS, TimeUnit.SECONDS);
    long now = System.nanoTime();
    try {
      namenode.answered(get(answers.get(0)), now);
    } catch (IOException e) {
      namenode.failed(e);
    }
    for (int i = 0; i < asked.size(); i++) {
      try {
        asked.get(i).answered(get(answers.get(i + 1)), now);
      } catch (IOException e) {
        asked.get(i).failed(e);
      }
    }
    return new Sample(answer, unanswered, namenode.toText(), asked.size(),
        new ArrayList<>(datanodes.values()));
  }

  private static JsonNode get(Future<JsonNode> question)
      throws IOException, InterruptedException {
    try {
      return question.get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw cause instanceof IOException ? (IOException) cause
          : new IOException(cause);
    } catch (CancellationException e) {
      throw new IOException("it took too long", e);
    }
  }

  private void askNamenode() throws IOException {
    long now = System.nanoTime();
    if (answer != null && now - answeredAt < SPEEDS_AGE_NANOS) {
      return;
    }
    try {
      answer = query.ask();
      unanswered = null;
    } catch (IOException e) {
      if (answer == null) {
        throw e;
      }
      unanswered = e;
    }
    answeredAt = System.nanoTime();
    learn();
  }

  private void learn() {
    Map<String, SpeedPair.Group> speeds = new HashMap<>();
    for (SpeedPair.Group group : SpeedPair.Group.slowestFirst(
        SpeedPair.of(answer.getSpeeds(), limpingFraction),
        SpeedPair::getDatanode)) {
      speeds.put(group.getName(), group);
    }
    Map<String, DatanodeInfo> live = new HashMap<>();
    for (DatanodeInfo datanode : answer.getDatanodes()) {
      live.put(datanode.getDatanodeUuid(), datanode);
    }
    datanodes.keySet().retainAll(live.keySet());
    live.forEach((uuid, info) ->
        datanodes.computeIfAbsent(uuid, id -> new TopDatanode(info))
            .update(info, speeds.get(uuid)));
  }

  /**
   * Of a large cluster those with the largest backlog, as far as is known, and
   * as many of those that were not asked for longest.
   */
  private List<TopDatanode> choose() {
    List<TopDatanode> all = new ArrayList<>(datanodes.values());
    if (all.size() <= DATANODES_MAX) {
      return all;
    }
    all.sort(Comparator.comparingLong(TopDatanode::getBacklog).reversed());
    List<TopDatanode> others =
        all.subList(DATANODES_MAX / 2, all.size());
    others.sort(Comparator.comparingLong(TopDatanode::getAskedInRound));
    return new ArrayList<>(all.subList(0, DATANODES_MAX));
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  /** How a NameNode chose datanodes lately, by its beans. Used by one thread. */
  private static final class Namenode {
    /** Also of what is no count of choices. */
    static final String QUERY = "Hadoop:name=SmarthPlacement*,*";

    private static final String BY_SPEED = "FirstBySpeed";
    private static final String BY_STOCK = "FirstByStock";

    private final JmxReader.RecentIncrease bySpeed = new JmxReader.RecentIncrease();
    private final JmxReader.RecentIncrease byStock = new JmxReader.RecentIncrease();
    /** Null: known. */
    private String unknownBecause = "it was not asked yet";

    /** @param now as System.nanoTime(). */
    void answered(JsonNode beans, long now) {
      unknownBecause = "its JMX has no such bean";
      for (JsonNode bean : beans) {
        if (unknownBecause != null && bean.has(BY_SPEED)) {
          bySpeed.add(now, bean.get(BY_SPEED).asLong());
          byStock.add(now, sumByStock(bean));
          unknownBecause = null;
        }
      }
    }

    private static long sumByStock(JsonNode bean) {
      long sum = 0;
      for (Iterator<Map.Entry<String, JsonNode>> attributes = bean.fields();
          attributes.hasNext();) {
        Map.Entry<String, JsonNode> attribute = attributes.next();
        if (attribute.getKey().startsWith(BY_STOCK)) {
          sum += attribute.getValue().asLong();
        }
      }
      return sum;
    }

    void failed(IOException cause) {
      unknownBecause = cause instanceof JmxReader.RefusedException
          ? "JMX was refused by the NameNode, " + cause.getMessage()
          : "no answer of its JMX, " + cause.getMessage();
    }

    /** @return one line. */
    String toText() {
      if (unknownBecause != null) {
        return "First datanodes chosen: unknown, " + unknownBecause;
      }
      return "First datanodes chosen: " + bySpeed.get() + " by speed, "
          + byStock.get() + " left to stock, " + (bySpeed.isKnown()
              ? "in the last " + Math.round(bySpeed.getSeconds()) + " s"
              : "since the NameNode began");
    }
  }

  /** What a cluster does at one moment, as lines. Used by one thread. */
  static final class Sample {
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
    Sample(SpeedQuery.Answer answer, IOException unanswered, String choices,
        int asked, List<TopDatanode> datanodes) {
      this.datanodes = new ArrayList<>(datanodes);
      this.datanodes.sort(Comparator.comparingLong(TopDatanode::getBacklog)
          .reversed().thenComparing(TopDatanode::getName));
      heading.addAll(Arrays.asList(answer.getHeading().split("\n")));
      if (unanswered != null) {
        heading.add("It does not answer now: " + SmarthAdmin.firstLine(unanswered));
      }
      heading.add(choices);
      heading.add("DataNodes: " + datanodes.size() + ", asked now: " + asked
          + ", with counts: "
          + datanodes.stream().filter(TopDatanode::hasCounts).count()
          + failures());
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
          why = datanode.getName() + ": " + SmarthAdmin.firstLine(failure);
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
      int rows = Math.min(DATANODES_MAX, max - lines.size() - 3);
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
}
