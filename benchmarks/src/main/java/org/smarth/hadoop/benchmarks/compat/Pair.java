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

package org.smarth.hadoop.benchmarks.compat;

import org.smarth.hadoop.benchmarks.harness.Installation;

/**
 * What came of a client that wrote to a cluster, and read what it wrote.
 *
 * @param failure why it did not; empty if it did
 * @param firstNodeAcks how many blocks got FNFA
 * @param notGranted whether the client said that its first datanode does not promise FNFA
 */
record Pair(Side client, Side cluster, boolean written, String failure, long firstNodeAcks,
    boolean notGranted) {
  /**
   * Jars of all of a client or of a cluster.
   *
   * @param smarth whether they are SMARTH's
   */
  record Side(String release, boolean smarth, Installation with) {
    String jars() {
      return (smarth ? "SMARTH " : "stock ") + release;
    }
  }

  boolean hasSucceeded() {
    return failure.isEmpty();
  }

  boolean isOfStock() {
    return !client.smarth() && !cluster.smarth();
  }

  boolean hasReleasesOf(Pair other) {
    return client.release().equals(other.client.release())
        && cluster.release().equals(other.cluster.release());
  }

  /** How blocks were written. */
  String path() {
    if (!hasSucceeded()) {
      return "-";
    }
    if (firstNodeAcks > 0) {
      return "SMARTH's, FNFA of " + firstNodeAcks + " blocks";
    }
    return notGranted ? "stock's, FNFA is not granted" : "stock's";
  }

  /** Whether only those wrote by SMARTH who could, and these did. */
  private boolean hasExpectedPath() {
    boolean both = client.smarth() && cluster.smarth();
    return both == firstNodeAcks > 0 && notGranted == (client.smarth() && !cluster.smarth());
  }

  /** @param stock stock's client and cluster of the same releases */
  boolean isGood(Pair stock) {
    return hasSucceeded() ? hasExpectedPath() : !stock.hasSucceeded();
  }
}
