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

/** Options that stock's commands of another Hadoop have themselves. */
final class StockOptions {
  /** Of -t and -q, for those who ask for help. */
  static final String DESCRIPTION =
      "  -t <threads> : How many files to send at the same time, 1 to "
      + CopyOptions.THREADS_MAX + ". Up to three times as many are being stored.\n"
      + "  -q <queue> : How many more files may wait for a thread.\n";
  /** Of moveFromLocal. */
  static final String MOVE_DESCRIPTION = MoveCommands.MoveFromLocal.DESCRIPTION;

  private StockOptions() {
  }

  /** @return how many files are to be sent at the same time. */
  static int threads(String option, String value) {
    return CopyOptions.number(option, value, CopyOptions.THREADS_MAX);
  }

  /** @return how many more may wait. */
  static int queue(String option, String value) {
    return CopyOptions.number(option, value, CopyOptions.QUEUE_MAX);
  }
}
