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

package org.apache.hadoop.fs.smarth.copy;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The terminal that a command was called from. */
public final class Terminal {
  static final int WIDTH_DEFAULT = 80;
  private static final Pattern SIZE = Pattern.compile("[0-9]+ ([0-9]+)");

  private Terminal() {
  }

  /** @return whether standard output and error go to a terminal. */
  public static boolean isThere() {
    return isTerminal("1") && isTerminal("2");
  }

  private static boolean isTerminal(String descriptor) {
    Path link = Paths.get("/proc/self/fd", descriptor);
    try {
      String target = Files.readSymbolicLink(link).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      // Not Linux.
      return System.console() != null;
    }
  }

  /** @return its columns; 80 if they are not known. */
  static int width() {
    try {
      Process stty = new ProcessBuilder("stty", "size")
          .redirectInput(new File("/dev/tty")).redirectErrorStream(true)
          .start();
      try (BufferedReader lines = new BufferedReader(new InputStreamReader(
          stty.getInputStream(), StandardCharsets.US_ASCII))) {
        String line = lines.readLine();
        Matcher size = SIZE.matcher(line == null ? "" : line);
        int width = size.matches() ? Integer.parseInt(size.group(1)) : 0;
        return width > 0 ? width : WIDTH_DEFAULT;
      }
    } catch (IOException e) {
      return WIDTH_DEFAULT;
    }
  }
}
