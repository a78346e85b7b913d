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
package org.smarth.hadoop.models.copies;

/**
 * What happens to a command.
 *
 * @param at what the position counts
 * @param position where it happens, from 0
 * @param item whose source or target is meant, where one is
 */
record Disturbance(Kind kind, At at, int position, int item) {
  /**
   * CALL: calls of the NameNode by the command; FILE_CALL: those of an item's
   * file in HDFS; BYTE: percent of an item's bytes on the local disk.
   */
  enum At {
    CALL, FILE_CALL, BYTE
  }


  /**
   * AFTER: the call was done, and the answer did not come; LATE: a file is
   * created after it was to be deleted.
   */
  enum Kind {
    FAIL, FAIL_AFTER, FAILOVER, FAILOVER_AFTER, KILL, KILL_AFTER, INTERRUPT,
    INTERRUPT_AFTER, INTERRUPT_LATE, SNAPSHOT, OTHER_CREATES, OTHER_DELETES,
    SOURCE_GROWS, SOURCE_VANISHES, NAME_QUOTA, SPACE_QUOTA, NO_QUOTA;

    /** @return whether the call is not done. */
    boolean isFailure() {
      return this == FAIL || this == FAILOVER || this == KILL;
    }

    boolean isInterrupt() {
      return this == INTERRUPT || this == INTERRUPT_AFTER
          || this == INTERRUPT_LATE;
    }

    /** @return whether it happens to a call alone. */
    boolean isOfCalls() {
      return isAfter() || this == FAIL || this == FAILOVER;
    }

    /** @return whether the call is done, and its answer lost. */
    boolean isAfter() {
      return this == FAIL_AFTER || this == FAILOVER_AFTER
          || this == KILL_AFTER || this == INTERRUPT_AFTER;
    }
  }
}
