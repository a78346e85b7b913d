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
import java.util.Set;

/**
 * A figure: for every point, a value of every contender.
 *
 * @param id names its files within the scenario's directory
 * @param form bars, or lines as the paper has them where the axis is a quantity
 */
public record Chart(String id, String title, String xTitle, String yTitle, Form form,
    List<Point> points) {

  public Chart {
    points = List.copyOf(points);
  }

  /** Bars whose axis needs no title. */
  static Chart bars(String id, String title, String unit, Point... points) {
    return new Chart(id, title, "", unit, Form.BARS, List.of(points));
  }

  Chart withWarmUps(int count) {
    return new Chart(id, title, xTitle, yTitle, form,
        points.stream().map(p -> p.withWarmUps(count)).toList());
  }

  /** Names charts of one work: the id to its first hyphen. */
  String group() {
    return id.split("-")[0];
  }

  /** Those of its points with these labels, or all of them if its group is among these. */
  Chart only(Set<String> labels) {
    return labels.contains(group()) ? this : new Chart(id, title, xTitle, yTitle, form,
        points.stream().filter(p -> labels.contains(p.x())).toList());
  }

  /** How values are drawn. */
  public enum Form { BARS, LINES }

  /** Whether the paper gives numbers to stand beside ours. */
  public boolean hasPaper() {
    return points.stream().anyMatch(p -> p.paper().isPresent());
  }
}
