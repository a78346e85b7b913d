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
package org.apache.hadoop.hdfs.smarth.namenode.monitor;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What client hosts are called where others than superusers read it: by their
 * addresses, or by numbers. A host has its number for as long as it is shown.
 * Thread-safe.
 */
final class ClientNames {
  private final boolean hosts;
  // Of those shown last. Both guarded by this.
  private Map<String, Integer> numbers = new HashMap<>();
  private int numbered;

  /** @param hosts whether they are called by their addresses */
  ClientNames(boolean hosts) {
    this.hosts = hosts;
  }

  boolean areHosts() {
    return hosts;
  }

  /**
   * @param shown all client hosts that are shown from now on
   * @return by host its name, in the order in which people look for them
   */
  Map<String, String> name(List<String> shown) {
    return hosts
        ? sorted(shown, Comparator.naturalOrder(), Function.identity())
        : numbered(shown);
  }

  private synchronized Map<String, String> numbered(List<String> shown) {
    Map<String, Integer> next = new HashMap<>();
    for (String host : shown) {
      Integer number = numbers.get(host);
      if (number == null) {
        numbered++;
        number = numbered;
      }
      next.put(host, number);
    }
    numbers = next;
    return sorted(shown, Comparator.comparing(next::get),
        host -> "client " + next.get(host));
  }

  private static Map<String, String> sorted(List<String> shown,
      Comparator<String> order, Function<String, String> name) {
    return shown.stream().sorted(order).collect(Collectors.toMap(
        Function.identity(), name, (one, other) -> one, LinkedHashMap::new));
  }
}
