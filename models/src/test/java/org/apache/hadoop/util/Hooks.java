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
package org.apache.hadoop.util;

import java.util.LinkedHashSet;
import java.util.Set;

/** What is to be done when the process ends. */
public final class Hooks {
  private Hooks() {
  }

  /** @return all, the first one first. */
  public static Set<Runnable> all() {
    Set<Runnable> all = new LinkedHashSet<>();
    ShutdownHookManager.get().getShutdownHooksInOrder()
        .forEach(entry -> all.add(entry.getHook()));
    return all;
  }

  /**
   * Runs those that have come, as if the process ended.
   *
   * @return whether any has
   */
  public static boolean run(Set<Runnable> before) {
    Set<Runnable> come = all();
    come.removeAll(before);
    come.forEach(Runnable::run);
    return !come.isEmpty();
  }
}
