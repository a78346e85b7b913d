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

package org.smarth.hadoop.benchmarks;

import java.util.List;
import java.util.Locale;

import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;

/**
 * How many times as much one takes as another, from runs made in pairs. The median is that of the
 * pairs' ratios. The interval covers the true ratio with 95% if the logarithms of the pairs' ratios
 * vary normally: Student's t over them, as there are too few pairs for an interval by ranks (a 95%
 * one of the median needs six). A drift of the machine that hits both runs of a pair cancels out.
 *
 * @param low end of the interval; NaN with one pair, which tells nothing of the variation
 * @param high likewise
 */
public record Ratio(double median, double low, double high, int pairs) {
  /** For the reader of a report. */
  public static final String METHOD = "Ratios: runs are made in pairs, next to each other and in "
      + "alternating order. The median is that of the pairs' ratios; the interval is the 95% one "
      + "of Student's t over the logarithms of the pairs' ratios.";
  private static final double CONFIDENCE = 0.95;

  /**
   * Values above 0 with the same index are of one pair.
   *
   * @throws IllegalArgumentException without a pair
   */
  public static Ratio of(double[] numerators, double[] denominators) {
    return of(numerators, denominators, CONFIDENCE);
  }

  /** @param pairs numerator and denominator of each */
  static Ratio of(List<double[]> pairs, double confidence) {
    return of(pairs.stream().mapToDouble(p -> p[0]).toArray(),
        pairs.stream().mapToDouble(p -> p[1]).toArray(), confidence);
  }

  private static Ratio of(double[] numerators, double[] denominators, double confidence) {
    int pairs = numerators.length;
    if (pairs == 0 || denominators.length != pairs) {
      throw new IllegalArgumentException(pairs + " and " + denominators.length + " values");
    }
    double[] ratios = new double[pairs];
    double[] logs = new double[pairs];
    for (int i = 0; i < pairs; i++) {
      ratios[i] = numerators[i] / denominators[i];
      logs[i] = Math.log(ratios[i]);
    }
    double median = StatUtils.percentile(ratios, 50);
    if (pairs == 1) {
      return new Ratio(median, Double.NaN, Double.NaN, pairs);
    }
    double mean = StatUtils.mean(logs);
    double half = new TDistribution(pairs - 1).inverseCumulativeProbability((1 + confidence) / 2)
        * Math.sqrt(StatUtils.variance(logs) / pairs);
    return new Ratio(median, Math.exp(mean - half), Math.exp(mean + half), pairs);
  }

  public boolean hasInterval() {
    return !Double.isNaN(low);
  }

  /** "130%" for a ratio of 2.3, as the paper counts. */
  public static double percent(double ratio) {
    return (ratio - 1) * 100;
  }

  @Override
  public String toString() {
    String text = String.format(Locale.ROOT, "%.2f", median);
    return hasInterval() ? text + String.format(Locale.ROOT, " (%.2f to %.2f)", low, high) : text;
  }
}
