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

import static org.assertj.core.api.Assertions.assertThat;

/** How a command ends whose thread was interrupted. */
final class StockInterrupts {
  static final int STATUS = 130;

  private StockInterrupts() {
  }

  /** @param ours what we say of it. */
  static void assertTold(String errors, String command, String ours) {
    assertThat(errors).endsWith(ours + command + ": Interrupted\n");
  }
}
