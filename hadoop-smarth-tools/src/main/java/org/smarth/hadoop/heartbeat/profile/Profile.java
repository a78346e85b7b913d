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
package org.smarth.hadoop.heartbeat.profile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.apache.hadoop.hdfs.heartbeat.HeartbeatPeriod;
import org.apache.hadoop.yarn.fastheartbeat.AllocateHeartbeatConf;
import org.apache.hadoop.yarn.fastheartbeat.NodeHeartbeatConf;
import org.smarth.hadoop.line.HadoopLine;

/**
 * A named set of settings: "fast", "stock", and the six cases of the paper,
 * whose periods are fixed. Immutable.
 */
public final class Profile {
  private static final String COMPLETION_POLL =
      "mapreduce.client.completion.pollinterval";
  private static final String PROGRESS_POLL =
      "mapreduce.client.progressmonitor.pollinterval";

  /**
   * Milliseconds between heartbeats of a node that is full, in "fast": when a
   * container finishes there it reports that out of band.
   */
  private static final long FULL_NODE = 3_000;

  private static final List<Profile> ALL = all();

  private final String name;
  private final String about;
  private final List<Setting> settings;

  private Profile(String name, String about, List<Setting> settings) {
    this.name = name;
    this.about = about;
    this.settings = Collections.unmodifiableList(settings);
  }

  /** @return all profiles. */
  public static List<Profile> values() {
    return ALL;
  }

  private static List<Profile> all() {
    List<Profile> all = new ArrayList<>();
    all.add(fast());
    all.add(new Profile("stock", "What " + HadoopLine.NAME
        + " does by itself: 3 s, 1 s, 1 s.",
        withClientWaits(fixed(3_000, 1_000, 1_000), 5_000, 1_000)));
    // Section 4.1: HDFS, application master, NodeManager.
    long[][] cases = {{3_000, 1_000, 1_000}, {3_000, 200, 200},
        {1_000, 1_000, 1_000}, {1_000, 1_000, 200}, {1_000, 200, 1_000},
        {1_000, 200, 200}};
    for (int i = 0; i < cases.length; i++) {
      long[] periods = cases[i];
      all.add(new Profile("paper-case-" + (i + 1), "Case " + (i + 1)
          + " of \"An Empirical Performance Analysis on Hadoop via Optimizing"
          + " the Network Heartbeat Period\": fixed periods of " + periods[0]
          + ", " + periods[1] + " and " + periods[2]
          + " ms (DataNode, application master, NodeManager).",
          fixed(periods[0], periods[1], periods[2])));
    }
    return Collections.unmodifiableList(all);
  }

  private static Profile fast() {
    List<Setting> settings = new ArrayList<>();
    // A bare number is seconds for daemons without our jars, too.
    settings.add(new Setting(SiteFile.HDFS, HeartbeatPeriod.KEY, 1));
    addNode(settings, NodeHeartbeatConf.INTERVAL_DEFAULT, true);
    addMaster(settings, AllocateHeartbeatConf.INTERVAL_DEFAULT, true);
    return new Profile("fast", "Heartbeats when there is something to say;"
        + " and a job client that looks 5 times a second, which is no gain of"
        + " heartbeats, but would hide it.",
        withClientWaits(settings, 200, 200));
  }

  private static List<Setting> fixed(long hdfs, long master, long node) {
    List<Setting> settings = new ArrayList<>();
    settings.add(new Setting(SiteFile.HDFS, HeartbeatPeriod.KEY, hdfs / 1_000));
    addNode(settings, node, false);
    addMaster(settings, master, false);
    return settings;
  }

  private static void addNode(List<Setting> settings, long interval,
      boolean adaptive) {
    settings.add(new Setting(SiteFile.YARN, NodeHeartbeatConf.INTERVAL_KEY,
        interval));
    settings.add(new Setting(SiteFile.YARN, NodeHeartbeatConf.ADAPTIVE_KEY,
        adaptive));
    if (adaptive) {
      settings.add(new Setting(SiteFile.YARN, NodeHeartbeatConf.MIN_KEY,
          NodeHeartbeatConf.MIN_DEFAULT));
      settings.add(new Setting(SiteFile.YARN, NodeHeartbeatConf.MAX_KEY,
          FULL_NODE));
    }
  }

  private static void addMaster(List<Setting> settings, long interval,
      boolean eventDriven) {
    settings.add(new Setting(SiteFile.MAPRED,
        AllocateHeartbeatConf.INTERVAL_KEY, interval));
    settings.add(new Setting(SiteFile.MAPRED,
        AllocateHeartbeatConf.EVENT_DRIVEN_KEY, eventDriven));
    if (eventDriven) {
      settings.add(new Setting(SiteFile.MAPRED,
          AllocateHeartbeatConf.MIN_GAP_KEY,
          AllocateHeartbeatConf.MIN_GAP_DEFAULT));
    }
  }

  private static List<Setting> withClientWaits(List<Setting> settings,
      long completion, long progress) {
    settings.add(new Setting(SiteFile.MAPRED, COMPLETION_POLL, completion));
    settings.add(new Setting(SiteFile.MAPRED, PROGRESS_POLL, progress));
    return settings;
  }

  public String getName() {
    return name;
  }

  public String getAbout() {
    return about;
  }

  public List<Setting> getSettings() {
    return settings;
  }

  /** @return what belongs into a file. */
  public List<Setting> getSettings(SiteFile file) {
    List<Setting> some = new ArrayList<>();
    for (Setting setting : settings) {
      if (setting.getFile() == file) {
        some.add(setting);
      }
    }
    return some;
  }

  /** @return the XML to paste, by file. */
  public String toXml() {
    StringBuilder xml = new StringBuilder();
    for (SiteFile file : SiteFile.values()) {
      List<Setting> some = getSettings(file);
      if (!some.isEmpty()) {
        xml.append("<!-- ").append(file.getFileName()).append(" -->\n");
        for (Setting setting : some) {
          xml.append(setting.toXml());
        }
      }
    }
    return xml.toString();
  }
}
