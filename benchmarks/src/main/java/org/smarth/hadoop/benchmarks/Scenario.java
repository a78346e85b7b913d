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

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A question that runs answer.
 *
 * @param name on the command line, and of its directory of results
 * @param title in one line
 * @param note what else a reader of the results has to know; may be empty
 * @param cluster which clusters can answer it
 * @param comparisons of points of its charts, beside those with stock
 * @param rule when a line has its verdict; empty where all pairs are made, whatever they say
 */
public record Scenario(String name, String title, String note, Cluster cluster,
    List<Chart> charts, List<Comparison> comparisons, Optional<SequentialRule> rule) {
  public Scenario {
    charts = List.copyOf(charts);
    comparisons = List.copyOf(comparisons);
  }

  /** One that makes all its pairs. */
  public Scenario(String name, String title, String note, Cluster cluster, List<Chart> charts,
      List<Comparison> comparisons) {
    this(name, title, note, cluster, charts, comparisons, Optional.empty());
  }

  /** One in which everybody stands against stock alone. */
  public Scenario(String name, String title, String note, Cluster cluster, List<Chart> charts) {
    this(name, title, note, cluster, charts, List.of());
  }

  /** One that asks for a single figure. */
  static Scenario of(String name, Point point) {
    return new Scenario(name, name, "", Cluster.ANY,
        List.of(new Chart(name, name, "", "", Chart.Form.BARS, List.of(point))));
  }

  /** What a scenario needs. */
  public enum Cluster {
    /** Separate processes in shaped namespaces, or else one JVM that shapes its own links. */
    ANY,
    /** Separate processes: their CPU or memory, or their links while they run, are the point. */
    REAL
  }

  /** What has to be run, each once, in the order of the charts. */
  public Set<Setup> setups() {
    Set<Setup> setups = new LinkedHashSet<>();
    charts.forEach(c -> c.points().forEach(p -> setups.add(p.setup())));
    return setups;
  }

  /** The same, each upload after warm-ups that are not timed. */
  public Scenario withWarmUps(int count) {
    return new Scenario(name, title, note, cluster,
        charts.stream().map(c -> c.withWarmUps(count)).toList(),
        comparisons.stream().map(c -> c.withWarmUps(count)).toList(), rule);
  }

  /** The labels of all its points, each once, in the order of the charts. */
  public Set<String> labels() {
    Set<String> labels = new LinkedHashSet<>();
    charts.forEach(c -> c.points().forEach(p -> labels.add(p.x())));
    return labels;
  }

  /** What names all points of a work, each once, in the order of the charts. */
  public Set<String> groups() {
    Set<String> groups = new LinkedHashSet<>();
    charts.forEach(c -> groups.add(c.group()));
    return groups;
  }

  /** The points with these labels or of these groups alone; a chart without any is left out. */
  public Scenario only(Set<String> labels) {
    return new Scenario(name, title, note, cluster,
        charts.stream().map(c -> c.only(labels)).filter(c -> !c.points().isEmpty()).toList(),
        comparisons.stream().filter(c -> labels.contains(c.point().x())).toList(), rule);
  }

  /** The same, in which lines stop when they have their verdict. */
  Scenario judgedBy(SequentialRule newRule) {
    return new Scenario(name, title, note, cluster, charts, comparisons, Optional.of(newRule));
  }

  /**
   * Two that stand against each other, other than stock and each.
   *
   * @param from who is expected to take more
   * @param paper by how many percent it does in the paper; empty where the paper does not say
   */
  public record Comparison(Point point, Contender from, Contender to, OptionalDouble paper) {
    static Comparison of(Point point, Contender from, Contender to) {
      return new Comparison(point, from, to, OptionalDouble.empty());
    }

    static Comparison of(Point point, Contender from, Contender to, double paper) {
      return new Comparison(point, from, to, OptionalDouble.of(paper));
    }

    Comparison withWarmUps(int count) {
      return new Comparison(point.withWarmUps(count), from, to, paper);
    }
  }
}
