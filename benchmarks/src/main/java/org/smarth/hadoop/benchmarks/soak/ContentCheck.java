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

package org.smarth.hadoop.benchmarks.soak;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Compares what a file holds with what was written to it. */
final class ContentCheck {
  private static final int BUFFER = 256 * 1024;

  private ContentCheck() {
  }

  /**
   * @param compared bytes that were found equal
   * @param problem what is wrong, or null
   */
  record Result(long compared, String problem) {
  }

  /**
   * Reads a file through: it must be a beginning of what was written, and not shorter than it may.
   *
   * @param length that the NameNode tells
   */
  static Result compare(InputStream in, long length, byte[] written, int least) {
    int at = 0;
    byte[] buffer = new byte[BUFFER];
    try {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        if (at + n > written.length) {
          return new Result(at, "has more than the " + written.length + " bytes written");
        }
        int differs = Arrays.mismatch(buffer, 0, n, written, at, at + n);
        if (differs >= 0) {
          return new Result(at + differs, "differs at byte " + (at + differs) + " of "
              + written.length + zeros(buffer, differs, n));
        }
        at += n;
      }
    } catch (IOException e) {
      return new Result(at, "cannot be read at byte " + at + " of " + length + ", a hole: " + e);
    }
    if (at != length) {
      return new Result(at, "ends at byte " + at + ", and the NameNode says " + length);
    }
    if (at < least) {
      return new Result(at, "ends at byte " + at + " though " + least + " were acknowledged");
    }
    return new Result(at, null);
  }

  private static String zeros(byte[] buffer, int from, int to) {
    for (int i = from; i < to; i++) {
      if (buffer[i] != 0) {
        return "";
      }
    }
    return ", zeros from there on";
  }
}
