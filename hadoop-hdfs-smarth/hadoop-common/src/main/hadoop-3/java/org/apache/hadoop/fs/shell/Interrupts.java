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

import java.io.IOException;
import java.io.InterruptedIOException;

/**
 * What stock's commands do when a copy was interrupted: they leave their
 * sources at once, and with a time-out as well.
 */
final class Interrupts {
  private Interrupts() {
  }

  /**
   * Tells why a file is not copied, in a thread that copies: the command goes
   * on with others.
   */
  static void display(Command command, IOException e) {
    // Else it would neither be told nor count.
    command.displayError(e instanceof InterruptedIOException
        ? new IOException(e.getLocalizedMessage(), e) : e);
  }

  /** @return whether the command has left its sources for an interrupt. */
  static boolean endedWalk(Throwable e) {
    return e instanceof Command.CommandInterruptException;
  }
}
