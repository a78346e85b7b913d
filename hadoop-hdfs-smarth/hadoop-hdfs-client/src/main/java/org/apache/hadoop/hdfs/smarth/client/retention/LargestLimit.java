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
package org.apache.hadoop.hdfs.smarth.client.retention;

import java.util.SortedMap;
import java.util.TreeMap;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * The limits that the open files of a process ask for, by their
 * configurations; the largest holds for all. Guarded by its owner's lock.
 */
@InterfaceAudience.Private
final class LargestLimit {
  private final SortedMap<Long, Integer> files = new TreeMap<>();

  void add(long limit) {
    files.put(limit, files.getOrDefault(limit, 0) + 1);
  }

  void remove(long limit) {
    Integer left = files.remove(limit);
    if (left != null && left > 1) {
      files.put(limit, left - 1);
    }
  }

  /** @return 0 if no file is open. */
  long get() {
    return files.isEmpty() ? 0 : files.lastKey();
  }
}
