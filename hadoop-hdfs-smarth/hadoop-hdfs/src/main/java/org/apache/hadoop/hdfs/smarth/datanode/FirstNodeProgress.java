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
package org.apache.hadoop.hdfs.smarth.datanode;

import java.util.EnumSet;
import java.util.Set;

import org.apache.hadoop.classification.InterfaceAudience;

/** The state of one block on the first datanode. Thread-safe. */
@InterfaceAudience.Private
public final class FirstNodeProgress {
  /** The life of a block on the first datanode, once FNFA is granted. */
  public enum State {
    /** Packets come from the client and are forwarded; errors as in stock. */
    RECEIVING,
    /** The whole block is on disk; no ack leaves until its replica is final. */
    FINALIZING,
    /** The replica is final and the client was told; delivery is owned here. */
    DELIVERING,
    /** Every datanode downstream has acknowledged the last packet. */
    DELIVERED,
    /** The replica is final, but the downstream failed before the end. */
    UNDELIVERED,
    /**
     * The client was told of an error before FNFA, or few threads are left: the
     * end is stock's.
     */
    AS_STOCK,
    /** There was no FNFA and this datanode has given up. */
    FAILED;

    private Set<State> next() {
      switch (this) {
      case RECEIVING:
        return EnumSet.of(FINALIZING, AS_STOCK, FAILED);
      case FINALIZING:
        return EnumSet.of(DELIVERING, FAILED);
      case DELIVERING:
        return EnumSet.of(DELIVERED, UNDELIVERED);
      default:
        return EnumSet.noneOf(State.class);
      }
    }

    /** @return whether a block may go from this state to the given one. */
    public boolean mayBecome(State other) {
      return next().contains(other);
    }

    /**
     * @return whether content and length of the replica are final: from here on
     *     they never change at this generation stamp
     */
    public boolean isReplicaFinal() {
      return this == DELIVERING || this == DELIVERED || this == UNDELIVERED;
    }
  }

  // Guarded by this.
  private State state = State.RECEIVING;

  public synchronized State get() {
    return state;
  }

  /** @throws IllegalStateException if the table does not allow it. */
  public synchronized void become(State next) {
    if (!becomeIfPossible(next)) {
      throw new IllegalStateException(state + " cannot become " + next);
    }
  }

  /** For a thread that another one may have overtaken. */
  public synchronized boolean becomeIfPossible(State next) {
    boolean possible = state.mayBecome(next);
    if (possible) {
      state = next;
    }
    return possible;
  }

  /**
   * What is not over is over now.
   *
   * @return the final state
   */
  public synchronized State end() {
    if (!becomeIfPossible(State.FAILED)) {
      becomeIfPossible(State.UNDELIVERED);
    }
    return state;
  }
}
