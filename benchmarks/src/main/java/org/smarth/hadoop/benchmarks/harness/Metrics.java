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

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** Numbers by name, in the order in which they were put. */
public final class Metrics {
  private final Map<String, Double> values = new LinkedHashMap<>();

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static Metrics of(Map<String, Double> values) {
    Metrics metrics = new Metrics();
    values.forEach(metrics::put);
    return metrics;
  }

  public Metrics put(String name, double value) {
    values.put(name, value);
    return this;
  }

  public Metrics putAll(Metrics others) {
    values.putAll(others.values);
    return this;
  }

  /** The same under names that begin so. */
  public Metrics withPrefix(String prefix) {
    Metrics metrics = new Metrics();
    values.forEach((name, value) -> metrics.put(prefix + name, value));
    return metrics;
  }

  /** @throws IllegalArgumentException when there is none of this name */
  public double get(String name) {
    return find(name).orElseThrow(() -> new IllegalArgumentException("no metric " + name));
  }

  public OptionalDouble find(String name) {
    Double value = values.get(name);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  @JsonValue
  public Map<String, Double> asMap() {
    return Collections.unmodifiableMap(values);
  }
}
