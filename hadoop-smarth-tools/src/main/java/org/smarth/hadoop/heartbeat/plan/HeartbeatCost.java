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

/**
 * What one heartbeat costs its receiver. Immutable.
 */
public final class HeartbeatCost {
  private final double bytes;
  private final double seconds;
  private final double answerSeconds;

  /**
   * @param bytes of the message and its answer, above 0
   * @param seconds for which it occupies what the receiver has least of: its
   *     busiest thread, or all its cores together; 0 if that is not known
   * @param answerSeconds from sending it to a receiver that has nothing else
   *     to do until the answer is there; 0 if that is not known
   */
  public HeartbeatCost(double bytes, double seconds, double answerSeconds) {
    if (!(bytes > 0) || !(seconds >= 0) || !(answerSeconds >= 0)) {
      throw new IllegalArgumentException("bytes = " + bytes + ", seconds = "
          + seconds + ", answered in seconds = " + answerSeconds
          + ": must be above 0, and 0 or above");
    }
    this.bytes = bytes;
    this.seconds = seconds;
    this.answerSeconds = answerSeconds;
  }

  /** @return the cost of the paper's equation: nothing but transmission. */
  public static HeartbeatCost ofPaper() {
    return new HeartbeatCost(Heartbeat.PAPER_BYTES, 0, 0);
  }

  public double getBytes() {
    return bytes;
  }

  /** @return whether the time for processing it is known. */
  public boolean isMeasured() {
    return seconds > 0;
  }

  public double getSeconds() {
    return seconds;
  }

  /** @return seconds that a single sender waits for its answer. */
  public double getAnswerSeconds() {
    return answerSeconds;
  }

  /**
   * The paper's t = 10 S / B: ten bits a byte are its allowance for headers.
   *
   * @param bitsPerSecond bandwidth of the receiver
   * @return seconds for which it occupies the receiver's link
   */
  public double transmissionSeconds(double bitsPerSecond) {
    return 10 * bytes / bitsPerSecond;
  }
}
