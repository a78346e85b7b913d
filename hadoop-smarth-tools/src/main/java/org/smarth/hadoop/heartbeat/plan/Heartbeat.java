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

/** Who sends heartbeats to whom, and what the profile "fast" wants of them. */
public enum Heartbeat {
  /** Below a second nothing was ever measured to gain. */
  DATANODE("DataNode to NameNode", "NameNode", 1_000),
  /** Of nodes with room while requests wait, {@code adaptive-heartbeat.min-ms}. */
  NODE_MANAGER("NodeManager to ResourceManager", "ResourceManager", 100),
  /** The mean of an application that asks and waits all the time. */
  APPLICATION_MASTER("Application master to ResourceManager", "ResourceManager", 200);

  /**
   * Bytes of a DataNode's heartbeat under load (TestDFSIO write), by section
   * 4.6 of the paper; 396 when idle. It gives none for the others.
   */
  public static final double PAPER_BYTES = 2_000;

  private final String text;
  private final String receiver;
  private final long wantedMs;

  Heartbeat(String text, String receiver, long wantedMs) {
    this.text = text;
    this.receiver = receiver;
    this.wantedMs = wantedMs;
  }

  /** @return the daemon that gets it. */
  public String getReceiver() {
    return receiver;
  }

  /** @return the period below which it is not recommended to go, in ms. */
  public long getWantedMs() {
    return wantedMs;
  }

  @Override
  public String toString() {
    return text;
  }
}
