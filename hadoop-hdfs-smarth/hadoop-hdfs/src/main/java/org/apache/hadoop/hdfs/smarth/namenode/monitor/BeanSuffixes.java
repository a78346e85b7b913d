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

import java.util.HashSet;
import java.util.Set;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * Which of a process's namenodes has which names of beans. A process may have
 * several, and the metrics system tells only miniature clusters apart. The
 * first one's names have no suffix. Thread-safe.
 */
@InterfaceAudience.Private
public final class BeanSuffixes {
  // Guarded by itself.
  private final Set<String> taken = new HashSet<>();

  /** @return one that nobody else has until it is given back. */
  public String take() {
    synchronized (taken) {
      String free = "";
      for (int i = 2; !taken.add(free); i++) {
        free = "-" + i;
      }
      return free;
    }
  }

  public void giveBack(String suffix) {
    synchronized (taken) {
      taken.remove(suffix);
    }
  }
}
