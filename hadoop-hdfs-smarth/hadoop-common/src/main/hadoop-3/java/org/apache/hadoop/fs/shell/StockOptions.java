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

/** Options that stock's commands have themselves, with the meaning they have there. */
final class StockOptions {
  /** Of -t and -q, for those who ask for help: what stock's does not say. */
  static final String DESCRIPTION =
      "  -t <thread count> : As above; up to three times as many files more are"
      + " sent and being stored.\n";
  /** Of moveFromLocal; stock's has no -t. */
  static final String MOVE_DESCRIPTION =
      "Same as -put, except that the source is deleted after it's copied.";
  /** More than any process can have. Sums of a few are still numbers. */
  private static final int MOST = 1 << 29;

  private StockOptions() {
  }

  /** @return how many files are to be sent at the same time. */
  static int threads(String option, String value) {
    return Math.min(Math.max(number(option, value), 1), MOST);
  }

  /** @return how many more may wait. */
  static int queue(String option, String value) {
    int size = number(option, value);
    return size < 1 ? CopyCommandWithMultiThread.DEFAULT_QUEUE_SIZE
        : Math.min(size, MOST);
  }

  private static int number(String option, String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      // Stock leaves out which option it is.
      throw new IllegalArgumentException(
          option + " " + value + ": must be a number");
    }
  }
}
