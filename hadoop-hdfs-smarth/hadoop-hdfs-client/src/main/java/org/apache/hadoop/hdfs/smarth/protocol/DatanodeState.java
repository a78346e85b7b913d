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
package org.apache.hadoop.hdfs.smarth.protocol;

import org.apache.hadoop.classification.InterfaceAudience;

/** What a datanode says of itself in its heartbeats. Immutable. */
@InterfaceAudience.Private
public final class DatanodeState {
  /** Of a stock datanode, which says nothing. */
  public static final DatanodeState SILENT =
      new DatanodeState(Heard.SILENT, "");
  /** Of a datanode of an earlier build, which tells of speeds alone. */
  public static final DatanodeState EARLIER =
      new DatanodeState(Heard.DEAF, "");

  private final Heard heard;
  private final String build;

  /**
   * @param heard of the active namenode's switch
   * @param build of its jars
   */
  public DatanodeState(Heard heard, String build) {
    this.heard = heard;
    this.build = build;
  }

  public Heard getHeard() {
    return heard;
  }

  /** @return the build of its jars; empty if it does not say. */
  public String getBuild() {
    return build;
  }

  /** What a datanode says that it heard. */
  public enum Heard {
    /** That SMARTH is on. */
    ON,
    /** That SMARTH is off. */
    OFF,
    /** No NameNode that is active has said anything yet. */
    NOTHING,
    /** It does not listen: SMARTH is on for it whatever is said. */
    DEAF,
    /** It does not say: stock. */
    SILENT
  }
}
