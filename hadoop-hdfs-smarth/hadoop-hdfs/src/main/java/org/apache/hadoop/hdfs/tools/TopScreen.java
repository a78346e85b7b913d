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
package org.apache.hadoop.hdfs.tools;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

import org.apache.hadoop.util.Shell;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a view is drawn again and again: over the last one on a terminal, else
 * below it. Used by one thread.
 */
final class TopScreen {
  private static final Logger LOG = LoggerFactory.getLogger(TopScreen.class);

  private static final String CLEAR = "\033[2J";
  private static final String HOME = "\033[H";
  private static final String CLEAR_REST_OF_LINE = "\033[K";
  private static final String CLEAR_BELOW = "\033[J";
  /** Where the terminal does not say. */
  private static final int ROWS = 24;
  private static final int COLUMNS = 80;

  private final PrintStream out;
  private final boolean terminal;
  private int rows = ROWS;
  private int columns = COLUMNS;
  private boolean drawn;

  /** @param terminal whether it takes escape codes. */
  TopScreen(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** @return how many lines can be seen at once. */
  int getRows() {
    if (!terminal) {
      return Integer.MAX_VALUE;
    }
    measure();
    // After the last line the cursor is on one more.
    return rows - 1;
  }

  private void measure() {
    try {
      String[] size = Shell.execCommand("sh", "-c", "stty size < /dev/tty")
          .trim().split(" ");
      rows = Integer.parseInt(size[0]);
      columns = Integer.parseInt(size[1]);
    } catch (IOException | RuntimeException e) {
      LOG.debug("The terminal does not tell its size", e);
      rows = ROWS;
      columns = COLUMNS;
    }
  }

  /** @return false if nobody sees it any more. */
  boolean draw(List<String> lines) {
    StringBuilder text = new StringBuilder();
    if (terminal) {
      text.append(drawn ? HOME : CLEAR + HOME);
      for (String line : lines) {
        text.append(line, 0, Math.min(line.length(), columns))
            .append(CLEAR_REST_OF_LINE).append(System.lineSeparator());
      }
      text.append(CLEAR_BELOW);
    } else {
      text.append(drawn ? System.lineSeparator() : "");
      for (String line : lines) {
        text.append(line).append(System.lineSeparator());
      }
    }
    drawn = true;
    out.print(text);
    out.flush();
    return !out.checkError();
  }
}
