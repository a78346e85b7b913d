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
package org.apache.hadoop.hdfs.smarth.client.pipelines;

import org.apache.hadoop.classification.InterfaceAudience;

/** Which datanode of a pipeline is held to have failed, and why. Immutable. */
@InterfaceAudience.Private
public final class Suspect {
  private enum Reason { LOST, FAULTY, RESTARTING }

  private final int index;
  private final Reason reason;

  private Suspect(int index, Reason reason) {
    this.index = index;
    this.reason = reason;
  }

  /** @return a datanode that could not be reached, or did not answer. */
  public static Suspect lost(int index) {
    return new Suspect(index, Reason.LOST);
  }

  /** @return a datanode that said itself that its replica is bad. */
  public static Suspect faulty(int index) {
    return new Suspect(index, Reason.FAULTY);
  }

  /** @return a datanode that restarts and is worth waiting for. */
  public static Suspect restarting(int index) {
    return new Suspect(index, Reason.RESTARTING);
  }

  boolean isLost(int i) {
    return i == index && reason == Reason.LOST;
  }

  boolean isFaulty(int i) {
    return i == index && reason == Reason.FAULTY;
  }

  boolean isRestarting(int i) {
    return i == index && reason == Reason.RESTARTING;
  }

  @Override
  public String toString() {
    return "DN" + (index + 1) + " is " + reason;
  }
}
