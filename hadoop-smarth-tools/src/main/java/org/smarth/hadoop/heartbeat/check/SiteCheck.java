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
package org.smarth.hadoop.heartbeat.check;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.heartbeat.HeartbeatPeriod;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.fastheartbeat.AllocateHeartbeatConf;
import org.apache.hadoop.yarn.fastheartbeat.NodeHeartbeatConf;
import org.smarth.hadoop.heartbeat.profile.SiteFile;

/**
 * Reads the keys of heartbeats from a configuration directory, with the code of
 * the daemons. Finds what is out of range, and what contradicts itself. Not
 * thread-safe.
 */
public final class SiteCheck {
  private static final String STALE_KEY =
      "dfs.namenode.stale.datanode.interval";
  private static final long STALE_DEFAULT = 30_000;
  private static final String COMPLETION_POLL =
      "mapreduce.client.completion.pollinterval";
  private static final long COMPLETION_POLL_DEFAULT = 5_000;
  /** Heartbeats that must fit into the time after which a node is lost. */
  private static final int HEARTBEATS_BEFORE_LOST = 3;

  private static final KeyReader HDFS = new KeyReader("the NameNode and DataNodes",
      new SiteFile[] {SiteFile.CORE, SiteFile.HDFS},
      HeartbeatPeriod.KEY);
  private static final KeyReader YARN = new KeyReader("the ResourceManager",
      new SiteFile[] {SiteFile.CORE, SiteFile.YARN},
      NodeHeartbeatConf.INTERVAL_KEY, NodeHeartbeatConf.ADAPTIVE_KEY,
      NodeHeartbeatConf.OFFER_KEY, NodeHeartbeatConf.MIN_KEY,
      NodeHeartbeatConf.MAX_KEY, NodeHeartbeatConf.RATE_KEY);
  private static final KeyReader MAPREDUCE = new KeyReader("jobs",
      new SiteFile[] {SiteFile.CORE, SiteFile.MAPRED, SiteFile.YARN},
      AllocateHeartbeatConf.INTERVAL_KEY,
      AllocateHeartbeatConf.EVENT_DRIVEN_KEY,
      AllocateHeartbeatConf.MIN_GAP_KEY);

  private final SiteFiles files;
  private final List<Finding> findings = new ArrayList<>();
  private final List<String> effective = new ArrayList<>();

  /** @throws IOException if the directory has no site file, or a broken one */
  public SiteCheck(Path directory) throws IOException {
    files = new SiteFiles(directory);
    for (KeyReader reader : new KeyReader[] {HDFS, YARN, MAPREDUCE}) {
      findings.addAll(reader.misplaced(files));
      findings.addAll(reader.contradicting(files));
    }
    checkHdfs(HDFS.read(files));
    checkYarn(YARN.read(files));
    checkMapReduce(MAPREDUCE.read(files));
  }

  /** @return what is wrong, or worth knowing. */
  public List<Finding> getFindings() {
    return findings;
  }

  /** @return lines "key = value (file)". */
  public List<String> getEffective() {
    return effective;
  }

  public boolean hasErrors() {
    return findings.stream().anyMatch(Finding::isError);
  }

  private void checkHdfs(Configuration conf) {
    if (hasErrors(conf, HeartbeatPeriod::getMillis)) {
      return;
    }
    long period = HeartbeatPeriod.getMillis(conf);
    show(conf, HeartbeatPeriod.KEY, period + "ms");
    if (period < HeartbeatPeriod.MIN_MS || period > HeartbeatPeriod.MAX_MS) {
      findings.add(Finding.warning(HeartbeatPeriod.KEY + " = "
          + conf.getTrimmed(HeartbeatPeriod.KEY) + " makes no sense: it should"
          + " be " + HeartbeatPeriod.MIN_MS + " to " + HeartbeatPeriod.MAX_MS
          + " ms"));
    }
    long stale = conf.getLong(STALE_KEY, STALE_DEFAULT);
    long leastStale = HEARTBEATS_BEFORE_LOST * 1_000
        * HeartbeatPeriod.getLivenessSeconds(conf);
    if (stale < leastStale) {
      findings.add(Finding.warning(STALE_KEY + " = " + stale + " is less than "
          + HEARTBEATS_BEFORE_LOST + " heartbeats; the NameNode makes it "
          + leastStale));
    }
  }

  private void checkYarn(Configuration conf) {
    Configuration read = StockNodes.read(conf);
    if (hasErrors(read, NodeHeartbeatConf::new)) {
      return;
    }
    NodeHeartbeatConf nodes = new NodeHeartbeatConf(read);
    warnOf(nodes.getWarnings());
    show(conf, NodeHeartbeatConf.INTERVAL_KEY, nodes.getInterval());
    show(conf, NodeHeartbeatConf.ADAPTIVE_KEY, nodes.isAdaptive());
    if (nodes.isAdaptive()) {
      show(conf, NodeHeartbeatConf.OFFER_KEY, nodes.isOfferedAtOnce());
      show(conf, NodeHeartbeatConf.MIN_KEY, nodes.getMin());
      show(conf, NodeHeartbeatConf.MAX_KEY, nodes.getMax());
      show(conf, NodeHeartbeatConf.RATE_KEY, nodes.getRate());
    } else {
      String scaling = StockNodes.scaling(conf);
      withoutEffect(conf, scaling == null
          ? NodeHeartbeatConf.ADAPTIVE_KEY + " = false" : scaling + " = true",
          NodeHeartbeatConf.OFFER_KEY, NodeHeartbeatConf.MIN_KEY,
          NodeHeartbeatConf.MAX_KEY, NodeHeartbeatConf.RATE_KEY);
    }
    long longest = nodes.isAdaptive() ? nodes.getMax() : nodes.getInterval();
    long expiry = conf.getLong(YarnConfiguration.RM_NM_EXPIRY_INTERVAL_MS,
        YarnConfiguration.DEFAULT_RM_NM_EXPIRY_INTERVAL_MS);
    if (longest * HEARTBEATS_BEFORE_LOST > expiry) {
      findings.add(Finding.warning(YarnConfiguration.RM_NM_EXPIRY_INTERVAL_MS
          + " = " + expiry + ": a node is lost after less than "
          + HEARTBEATS_BEFORE_LOST + " heartbeats of " + longest + " ms"));
    }
  }

  private void checkMapReduce(Configuration conf) {
    if (hasErrors(conf, AllocateHeartbeatConf::new)) {
      return;
    }
    AllocateHeartbeatConf master = new AllocateHeartbeatConf(conf);
    warnOf(master.getWarnings());
    show(conf, AllocateHeartbeatConf.INTERVAL_KEY, master.getInterval());
    show(conf, AllocateHeartbeatConf.EVENT_DRIVEN_KEY,
        master.isEventDriven());
    if (master.isEventDriven()) {
      show(conf, AllocateHeartbeatConf.MIN_GAP_KEY, master.getMinGap());
    } else {
      withoutEffect(conf, AllocateHeartbeatConf.EVENT_DRIVEN_KEY + " = false",
          AllocateHeartbeatConf.MIN_GAP_KEY);
    }
    long poll = conf.getLong(COMPLETION_POLL, COMPLETION_POLL_DEFAULT);
    // A site of HDFS alone has no jobs.
    if (poll > 1_000 && files.hasAny(SiteFile.MAPRED, SiteFile.YARN)) {
      findings.add(Finding.warning(COMPLETION_POLL + " = " + poll
          + ": a client that waits without showing progress learns that its"
          + " job is done up to " + poll + " ms late, whatever the heartbeats;"
          + " a smaller one in mapred-site.xml makes that less"));
    }
  }

  private void warnOf(List<String> warnings) {
    warnings.forEach(warning -> findings.add(Finding.warning(warning)));
  }

  private void withoutEffect(Configuration conf, String why,
      String... keys) {
    for (String key : keys) {
      if (conf.get(key) != null) {
        findings.add(Finding.warning(key + " = " + conf.getTrimmed(key)
            + " has no effect: " + why));
      }
    }
  }

  private void show(Configuration conf, String key, Object value) {
    String[] sources = conf.get(key) == null ? null
        : conf.getPropertySources(key);
    String source = "default";
    if (sources != null && sources.length > 0) {
      source = sources[0].substring(sources[0].lastIndexOf('/') + 1);
    }
    effective.add(key + " = " + value + " (" + source + ")");
  }

  /** How a daemon reads its keys. */
  private interface Reading {
    Object from(Configuration conf);
  }

  /**
   * Each key that is wrong is an error, and then taken for absent, so that
   * others are found.
   */
  private boolean hasErrors(Configuration conf, Reading reading) {
    Configuration left = new Configuration(conf);
    Set<String> wrong = new HashSet<>();
    while (true) {
      try {
        reading.from(left);
        return !wrong.isEmpty();
      } catch (HadoopIllegalArgumentException e) {
        findings.add(Finding.error(e.getMessage()));
        String key = e.getMessage().split(" = ", 2)[0];
        if (!wrong.add(key)) {
          return true;
        }
        left.unset(key);
      }
    }
  }
}
