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
 * How short the period of heartbeats can be before their receiver falls
 * behind.
 * <p>
 * Equation (1) in section 4.6 of "An Empirical Performance Analysis on Hadoop
 * via Optimizing the Network Heartbeat Period" (Lee, Choi, Roh, Shin; 2018):
 * N senders send heartbeats of S bytes to a receiver of B bit/s. One heartbeat
 * costs t = 10 S / B seconds, so that 1 / t of them can be had a second. With a
 * period of T there are N / T a second, hence T &gt;= 10 N S / B.
 * <p>
 * The section goes on to say that T should be longer than two seconds with 100
 * nodes, 1 Gbit/s and 2 KB. That does not follow from its equation, which
 * gives 10 * 100 * 2000 / 1e9 s = 2 ms; nor with 1 GByte/s. The equation
 * counts transmission alone, and the time for processing a heartbeat is far
 * longer. So the bound here is the greater of the two (the link and the
 * processor work at the same time): T &gt;= N max(10 S / B, p), with p as
 * measured. Few senders cannot saturate a receiver, since each waits for its
 * answer before it sends again: nor is T less than that takes. Immutable.
 */
public final class PeriodBound {
  private final int senders;
  private final double bitsPerSecond;
  private final HeartbeatCost cost;

  /**
   * @param senders how many send heartbeats, at least 1
   * @param bitsPerSecond bandwidth of the receiver, above 0
   * @param cost of one heartbeat
   */
  public PeriodBound(int senders, double bitsPerSecond, HeartbeatCost cost) {
    if (senders < 1 || !(bitsPerSecond > 0)) {
      throw new IllegalArgumentException("senders = " + senders
          + ", bit/s = " + bitsPerSecond + ": must be at least 1, and above 0");
    }
    this.senders = senders;
    this.bitsPerSecond = bitsPerSecond;
    this.cost = cost;
  }

  /** @return seconds for which one heartbeat occupies the link. */
  public double transmissionSeconds() {
    return cost.transmissionSeconds(bitsPerSecond);
  }

  /**
   * @return the knee: the period at which the receiver is saturated, or its
   *     senders do nothing but wait for answers
   */
  public double seconds() {
    return seconds(1);
  }

  /**
   * @param share of the receiver that heartbeats may use, above 0 and up to 1
   * @return the shortest period with which they keep to it and get their
   *     answers, in seconds
   */
  public double seconds(double share) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "share = " + share + ": must be above 0 and up to 1");
    }
    return Math.max(senders * occupiedSeconds() / share, cost.getAnswerSeconds());
  }

  /** @return heartbeats a second with which the receiver keeps to a share. */
  public double rateWithin(double share) {
    return share / occupiedSeconds();
  }

  private double occupiedSeconds() {
    return Math.max(transmissionSeconds(), cost.getSeconds());
  }

  /** @return heartbeats a second with a period. */
  public double rate(double periodSeconds) {
    return senders / periodSeconds;
  }

  /** @return the share of the link that they take with a period. */
  public double linkShare(double periodSeconds) {
    return rate(periodSeconds) * transmissionSeconds();
  }

  /** @return the share of the busiest part of the receiver. */
  public double processingShare(double periodSeconds) {
    return rate(periodSeconds) * cost.getSeconds();
  }
}
