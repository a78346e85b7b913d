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

package org.smarth.hadoop.benchmarks.harness;

import java.util.Locale;

/**
 * What a plain TCP transfer between two nodes gave on a link that was asked to have some rate.
 *
 * @param measuredMbps of payload
 */
public record LinkRate(int from, int to, Rate asked, double measuredMbps) {
  /** More than this off, and a run is not what it was asked to be. */
  public static final double TOLERANCE = 0.10;
  /** Of a full Ethernet frame of 1514 bytes 1448 are payload: IP, TCP and its timestamps. */
  public static final double PAYLOAD = 1448.0 / 1514;

  /** How far the measured rate is from what is asked, headers counted: -0.1 is 10% too slow. */
  public double off() {
    return measuredMbps / (asked.mbps() * PAYLOAD) - 1;
  }

  public boolean isOff() {
    return Math.abs(off()) > TOLERANCE;
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "node %d to node %d: %s Mbps asked, %.1f measured (%+.0f%%)",
        from, to, asked, measuredMbps, 100 * off());
  }
}
