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

package org.apache.hadoop.fs.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A directory some of whose files are yet to be copied. It is kept until those
 * and its directories are done, and no longer: there may be very many. The
 * thread that walks adds to it; any may end it.
 */
final class OpenDirectory {
  // Null for a source.
  private final OpenDirectory parent;
  // Its files and directories that are not done, and its walk.
  private final AtomicInteger open = new AtomicInteger(1);
  private final List<Copies.Action> afterwards = new ArrayList<>(2);

  /** @param parent to be ended later; null for none. */
  OpenDirectory(OpenDirectory parent) {
    this.parent = parent;
    if (parent != null) {
      parent.begun();
    }
  }

  /** One more of its files is to be copied. */
  void begun() {
    open.incrementAndGet();
  }

  /** @param action what is to be done when all is there; before its walk ends. */
  void add(Copies.Action action) {
    afterwards.add(action);
  }

  /**
   * A file is done, or the walk.
   *
   * @param run what does what is to be done now
   */
  void ended(Consumer<Copies.Action> run) {
    OpenDirectory last = this;
    while (last != null && last.open.decrementAndGet() == 0) {
      last.afterwards.forEach(run);
      last = last.parent;
    }
  }
}
