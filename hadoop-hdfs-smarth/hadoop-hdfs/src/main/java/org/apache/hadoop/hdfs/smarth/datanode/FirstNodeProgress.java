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

import org.apache.hadoop.classification.InterfaceAudience;

/** The state of one block on the first datanode. Thread-safe. */
@InterfaceAudience.Private
public final class FirstNodeProgress {
  // Guarded by this.
  private FirstNodeState state = FirstNodeState.RECEIVING;

  public synchronized FirstNodeState get() {
    return state;
  }

  /** @throws IllegalStateException if the table does not allow it. */
  public synchronized void become(FirstNodeState next) {
    if (!becomeIfPossible(next)) {
      throw new IllegalStateException(state + " cannot become " + next);
    }
  }

  /** For a thread that another one may have overtaken. */
  public synchronized boolean becomeIfPossible(FirstNodeState next) {
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
  public synchronized FirstNodeState end() {
    if (!becomeIfPossible(FirstNodeState.FAILED)) {
      becomeIfPossible(FirstNodeState.UNDELIVERED);
    }
    return state;
  }
}
