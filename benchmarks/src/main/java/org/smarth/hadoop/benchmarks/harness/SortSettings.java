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
import java.util.Map;
import java.util.TreeMap;

/**
 * Settings of a job that sorts.
 *
 * @param name of these, on charts and in metrics
 * @param settings by key; a key that begins with + stands for words at the end of stock's value
 */
public record SortSettings(String name, Map<String, String> settings) {
  public SortSettings {
    // In an order, as its text tells this work from others.
    settings = Collections.unmodifiableMap(new TreeMap<>(settings));
  }
}
