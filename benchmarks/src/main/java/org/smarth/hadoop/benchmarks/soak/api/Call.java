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

package org.smarth.hadoop.benchmarks.soak.api;

/**
 * One call of a program.
 *
 * @param thread that makes it, from 0
 * @param value what it is about, see its kind
 */
record Call(int thread, Kind kind, int value) {
  /** What is called. */
  enum Kind {
    /** That many bytes, none as well. */
    WRITE(Group.STREAM),
    /** write(int). */
    WRITE_BYTE(Group.STREAM),
    HFLUSH(Group.STREAM),
    HSYNC(Group.STREAM),
    /** With UPDATE_LENGTH. */
    HSYNC_LENGTH(Group.STREAM),
    /** With END_BLOCK. */
    HSYNC_BLOCK(Group.STREAM),
    /** With both flags. */
    HSYNC_BOTH(Group.STREAM),
    /** getPos. */
    POSITION(Group.STREAM),
    /** getCurrentBlockReplication. */
    REPLICAS(Group.STREAM),
    /** setDropBehind, false for 0. */
    DROP_BEHIND(Group.STREAM),
    CLOSE(Group.STREAM),
    ABORT(Group.STREAM),
    /** Of that thread of the program. */
    INTERRUPT(Group.INTERRUPT),
    /** A new client reads what is there. */
    READ(Group.OTHERS),
    /** That many names in the directory. */
    NAMESPACE_QUOTA(Group.OTHERS),
    /** That many blocks of the file, with all replicas. */
    SPACE_QUOTA(Group.OTHERS),
    /** The same of one type of storage. */
    TYPE_QUOTA(Group.OTHERS),
    NO_QUOTA(Group.OTHERS),
    SET_REPLICATION(Group.OTHERS),
    RENAME(Group.OTHERS),
    DELETE(Group.OTHERS),
    /** By another client, until the file is closed. */
    RECOVER_LEASE(Group.OTHERS),
    /** Nothing, for that many milliseconds. */
    PAUSE(Group.OTHERS),
    /** Until that many calls of the stream have begun. */
    AWAIT_CALLS(Group.OTHERS),
    /** Until DataNodes have opened, written and moved files of replicas that often. */
    AWAIT_OPERATIONS(Group.OTHERS),
    /** Until that many replicas have become final. */
    AWAIT_FINALS(Group.OTHERS),
    /**
     * Stops that DataNode. In faults DataNodes have the numbers that they had in the pipeline at
     * the time of the first one, from 1; those outside of it come after them.
     */
    KILL(Group.FAULT),
    /** Starts that DataNode if it was stopped. */
    RESTART(Group.FAULT),
    /** That DataNode takes no more connections. */
    REFUSE(Group.FAULT),
    /** That DataNode takes connections again. */
    ADMIT(Group.FAULT),
    /** Whoever writes to disks of that DataNode waits, for some seconds. */
    HANG(Group.FAULT),
    /** For that many milliseconds nothing passes between DataNodes. */
    STALL(Group.FAULT);

    private final Group group;

    Kind(Group group) {
      this.group = group;
    }

    Group group() {
      return group;
    }
  }

  /** Who is asked to do it. */
  enum Group {
    STREAM, INTERRUPT, OTHERS, FAULT
  }

  boolean isFlush() {
    return switch (kind) {
    case HFLUSH, HSYNC, HSYNC_LENGTH, HSYNC_BLOCK, HSYNC_BOTH -> true;
    default -> false;
    };
  }

  boolean isWrite() {
    return kind == Kind.WRITE || kind == Kind.WRITE_BYTE;
  }

  int bytes() {
    return kind == Kind.WRITE ? value : kind == Kind.WRITE_BYTE ? 1 : 0;
  }

  @Override
  public String toString() {
    return thread + ":" + kind + (value == 0 ? "" : " " + value);
  }
}
