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

import java.math.BigDecimal;

/** A link rate in Mbps (10^6 bit/s), as the SMARTH paper counts; {@link #NONE} is no limit. */
public record Rate(double mbps) {
  public static final Rate NONE = new Rate(Double.POSITIVE_INFINITY);
  public static final double MAX_MBPS = 100_000;

  public Rate {
    if (!(mbps > 0)) {
      throw new IllegalArgumentException("a rate is above 0: " + mbps);
    }
  }

  /**
   * Reads "50", "0.5" or "none".
   *
   * @throws IllegalArgumentException with a message that names the range
   */
  public static Rate parse(String text) {
    if (text.equalsIgnoreCase("none")) {
      return NONE;
    }
    double mbps;
    try {
      mbps = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      mbps = Double.NaN;
    }
    if (!(mbps > 0 && mbps <= MAX_MBPS) || !Character.isDigit(text.charAt(text.length() - 1))) {
      throw new IllegalArgumentException("'" + text + "' is no rate; give Mbps above 0 and up to "
          + (long) MAX_MBPS + ", or none");
    }
    return new Rate(mbps);
  }

  public boolean isLimited() {
    return !Double.isInfinite(mbps);
  }

  public double bytesPerSecond() {
    return mbps * 1e6 / 8;
  }

  /** Seconds for these bytes; 0 without a limit. */
  public double seconds(double bytes) {
    return bytes / bytesPerSecond();
  }

  public Rate min(Rate other) {
    return mbps <= other.mbps ? this : other;
  }

  /** The rate of a number of such links together. */
  public Rate times(double links) {
    return isLimited() ? new Rate(mbps * links) : NONE;
  }

  @Override
  public String toString() {
    if (!isLimited()) {
      return "none";
    }
    return BigDecimal.valueOf(mbps).stripTrailingZeros().toPlainString();
  }
}
