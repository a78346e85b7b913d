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

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All scenarios by name. */
public final class Scenarios {
  /** Names all that are about writing. */
  public static final String ALL = "all-smarth";
  /** Names all that are about heartbeats. */
  public static final String ALL_HEARTBEATS = "all-heartbeats";
  /** Names all that are about a cluster's services, links and settings. */
  public static final String ALL_CLUSTER = "all-cluster";
  public static final long DEFAULT_SEED = 1;
  private final Map<String, Scenario> byName = new LinkedHashMap<>();
  private final Map<String, List<Scenario>> groups = new LinkedHashMap<>();

  /** With the default seed. */
  public Scenarios(Scale scale) {
    this(scale, DEFAULT_SEED);
  }

  /** @param seed of what goes wrong in scenarios in which something does */
  public Scenarios(Scale scale, long seed) {
    List<Scenario> writing = new ArrayList<>(new PaperFigures(scale).all());
    writing.addAll(new OwnScenarios(scale, seed).all());
    writing.add(new EverydayScenario(scale).scenario());
    writing.add(new UploadsScenario(scale).scenario());
    groups.put(ALL, writing);
    groups.put(ALL_HEARTBEATS, new HeartbeatScenarios(scale).all());
    List<Scenario> cluster = new ArrayList<>(new ClusterScenarios(scale).all());
    cluster.add(new TuningScenario(scale).scenario());
    groups.put(ALL_CLUSTER, cluster);
    groups.values().forEach(group -> group.forEach(s -> byName.put(s.name(), s)));
  }

  public List<Scenario> all() {
    return List.copyOf(byName.values());
  }

  /**
   * Those with these names, each once, in their order.
   *
   * @throws IllegalArgumentException naming what there is, for a name that there is not
   */
  public List<Scenario> of(List<String> names) {
    Map<String, Scenario> chosen = new LinkedHashMap<>();
    for (String name : names) {
      if (groups.containsKey(name)) {
        groups.get(name).forEach(s -> chosen.put(s.name(), s));
      } else if (byName.containsKey(name)) {
        chosen.put(name, byName.get(name));
      } else {
        throw new IllegalArgumentException("'" + name + "' is no scenario; there are "
            + String.join(", ", byName.keySet()) + ", " + String.join(" and ", groups.keySet()));
      }
    }
    return List.copyOf(chosen.values());
  }
}
