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
package org.smarth.hadoop.models.replicas;

/**
 * A step of a program.
 *
 * @param waitMillis how long after the step before
 * @param which file or datanode
 * @param amount how much of it, 0 to 100
 */
record Action(Kind kind, int waitMillis, int which, int amount) {
  /** What happens. */
  enum Kind {
    /** A block more of a file, which is created with its first. */
    WRITE,
    /** The file is closed when its pipelines have delivered. */
    CLOSE,
    /** The writer dies, and its lease is recovered. */
    ABANDON,
    DELETE,
    /** A datanode dies. */
    KILL,
    /** A dead datanode starts again. */
    RESTART,
    /** A datanode stands still, then goes on. */
    STALL,
    /** A call of a datanode to the NameNode hangs; lifelines do not. */
    HANG,
    /** The NameNode stands still. */
    PAUSE,
    FAILOVER
  }

  @Override
  public String toString() {
    return kind + "(+" + waitMillis + " ms, " + which + ", " + amount + ")";
  }
}
