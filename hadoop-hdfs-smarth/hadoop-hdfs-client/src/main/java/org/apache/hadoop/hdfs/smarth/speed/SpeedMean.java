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
package org.apache.hadoop.hdfs.smarth.speed;

import org.apache.hadoop.classification.InterfaceAudience;

/** How a new measurement of a rate changes what was known. */
@InterfaceAudience.Private
public enum SpeedMean {
  /**
   * The mean of the rates; but what differs from it by more than noise does is
   * a change, and replaces it. A datanode that begins to limp is avoided after
   * one block, and one block proves that it has recovered.
   */
  OF_RATES {
    @Override
    public double of(double known, double measured) {
      return isChange(known, measured) ? measured : (known + measured) / 2;
    }
  },
  /**
   * The mean of the times for a byte (the harmonic mean of the rates): for
   * measurements that prove slowness, but not speed.
   */
  OF_TIMES {
    @Override
    public double of(double known, double measured) {
      return 2 * known * measured / (known + measured);
    }
  };

  /** The factor between a fast and a limping datanode, about. */
  private static final double CHANGE = 3;

  /**
   * @param known a rate, more than 0
   * @param measured a newer one, more than 0
   * @return whether they differ by more than noise does
   */
  public static boolean isChange(double known, double measured) {
    return measured > known * CHANGE || known > measured * CHANGE;
  }

  /**
   * @param known a rate, more than 0
   * @param measured a newer one, more than 0
   * @return the rate that is known now
   */
  public abstract double of(double known, double measured);
}
