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
import java.util.Locale;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/**
 * What is known of a DataNode from its beans and from the NameNode. Used by one
 * thread.
 */
final class TopDatanode {
  /** Of this bean the name ends with host and port of the DataNode. */
  static final String QUERY = "Hadoop:name=SmarthFirstNode-*,*";
  static final String UNKNOWN = "-";

  private final JmxReader.RecentIncrease acks = new JmxReader.RecentIncrease();
  private DatanodeInfo info;
  /** Null: it has none, as it was first of no block, or did not answer. */
  private JsonNode bean;
  /** Null: it answered. */
  private IOException failure;
  private SpeedPair.Group speeds;
  private long askedInRound;

  TopDatanode(DatanodeInfo info) {
    this.info = info;
  }

  /** @param pairs of its clients with it; null if none is known. */
  void update(DatanodeInfo datanode, SpeedPair.Group pairs) {
    info = datanode;
    speeds = pairs;
  }

  /** @return scheme, host and port of its web server. */
  String getDaemon(String scheme, boolean byName) {
    return scheme + "://" + (byName ? info.getHostName() : info.getIpAddr())
        + ":" + ("https".equals(scheme) ? info.getInfoSecurePort()
            : info.getInfoPort());
  }

  void asked(long round) {
    askedInRound = round;
  }

  long getAskedInRound() {
    return askedInRound;
  }

  /** @param now as System.nanoTime(). */
  void answered(JsonNode beans, long now) {
    failure = null;
    bean = null;
    for (JsonNode one : beans) {
      // A process of a test has several DataNodes.
      if (bean == null || one.path("name").asText()
          .endsWith("-" + info.getXferPort())) {
        bean = one;
      }
    }
    if (bean != null) {
      acks.add(now, bean.path("FirstNodeAcks").asLong());
    }
  }

  void failed(IOException cause) {
    failure = cause;
    bean = null;
  }

  Optional<IOException> getFailure() {
    return Optional.ofNullable(failure);
  }

  boolean hasCounts() {
    return bean != null;
  }

  long getBacklog() {
    return bean == null ? 0 : bean.path("ForwardBacklogBytes").asLong();
  }

  /** @return whether it limps for half of the clients that know it, or more. */
  boolean isSlow() {
    return speeds != null && 2 * speeds.getLimping() >= speeds.getSize();
  }

  String getName() {
    return info.getXferAddr();
  }

  String getForwardings() {
    return get("Forwardings");
  }

  String getOldestSeconds() {
    return get("OldestForwardingSeconds");
  }

  private String get(String attribute) {
    return bean == null || !bean.has(attribute) ? UNKNOWN
        : bean.get(attribute).asText();
  }

  String getBacklogMegabytes() {
    return bean == null ? UNKNOWN : format(getBacklog() / 1e6);
  }

  String getAcksPerSecond() {
    return bean == null || !acks.isKnown() ? UNKNOWN
        : format(acks.get() / acks.getSeconds());
  }

  String getMegabytesPerSecond() {
    return speeds == null ? UNKNOWN : speeds.getMegabytesPerSecond();
  }

  String getLimping() {
    return speeds == null ? UNKNOWN
        : speeds.getLimping() + " of " + speeds.getSize();
  }

  private static String format(double number) {
    return String.format(Locale.ROOT, "%.1f", number);
  }
}
