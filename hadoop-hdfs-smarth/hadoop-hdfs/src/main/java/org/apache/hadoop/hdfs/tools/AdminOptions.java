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

import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What SmarthAdmin is asked for. Immutable. */
final class AdminOptions {
  /** What is shown, or done. */
  enum View {
    HELP, REPORT, JSON, RACKS, SLOW, TOP, OFF, ON, STATUS
  }

  private static final String INTERVAL = "-interval";
  private static final int INTERVAL_DEFAULT = 2;
  private static final int INTERVAL_MAX = 3600;
  private static final String COUNT = "-count";
  private static final int COUNT_MAX = 1_000_000;

  private final View view;
  private final int intervalSeconds;
  private final int count;

  private AdminOptions(View view) {
    this(view, INTERVAL_DEFAULT, 0);
  }

  /** @param count how many views; 0: no end. */
  private AdminOptions(View view, int intervalSeconds, int count) {
    this.view = view;
    this.intervalSeconds = intervalSeconds;
    this.count = count;
  }

  /**
   * @return what the words ask for
   * @throws IllegalArgumentException if they are wrong; its message says which
   *     and why, or is empty if there is none
   */
  static AdminOptions parse(String... words) {
    if (words.length == 0) {
      throw new IllegalArgumentException("");
    }
    List<String> more = Arrays.asList(words).subList(1, words.length);
    switch (words[0]) {
    case "-help":
      return alone(View.HELP, words);
    case "-off":
      return alone(View.OFF, words);
    case "-on":
      return alone(View.ON, words);
    case "-status":
      return alone(View.STATUS, words);
    case "-report":
      return new AdminOptions(reportView(more));
    case "-top":
      return top(more);
    default:
      throw new IllegalArgumentException(words[0] + ": Unknown command");
    }
  }

  private static AdminOptions alone(View view, String... words) {
    if (words.length > 1) {
      throw new IllegalArgumentException(words[0] + " = "
          + String.join(" ", Arrays.asList(words).subList(1, words.length))
          + ": takes nothing");
    }
    return new AdminOptions(view);
  }

  private static View reportView(List<String> more) {
    if (more.isEmpty()) {
      return View.REPORT;
    }
    if (more.equals(Collections.singletonList("-json"))) {
      return View.JSON;
    }
    if (more.equals(Collections.singletonList("-racks"))) {
      return View.RACKS;
    }
    if (more.equals(Collections.singletonList("-slow"))) {
      return View.SLOW;
    }
    throw new IllegalArgumentException("-report = " + String.join(" ", more)
        + ": must be nothing or one of -json, -racks, -slow");
  }

  private static AdminOptions top(List<String> more) {
    int interval = INTERVAL_DEFAULT;
    int count = 0;
    for (Iterator<String> words = more.iterator(); words.hasNext();) {
      String word = words.next();
      String value = words.hasNext() ? words.next() : "";
      switch (word) {
      case INTERVAL:
        interval = number(word, value, INTERVAL_MAX);
        break;
      case COUNT:
        count = number(word, value, COUNT_MAX);
        break;
      default:
        throw new IllegalArgumentException(
            "-top = " + word + ": must be -interval SECONDS or -count N");
      }
    }
    return new AdminOptions(View.TOP, interval, count);
  }

  private static int number(String option, String value, int max) {
    int number = value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : 0;
    if (number >= 1 && number <= max) {
      return number;
    }
    throw new IllegalArgumentException(option + " = " + value
        + ": must be a whole number from 1 to " + max);
  }

  View getView() {
    return view;
  }

  /** @return the time from one view to the next. */
  long getIntervalNanos() {
    return TimeUnit.SECONDS.toNanos(intervalSeconds);
  }

  /** @return whether that many views are enough. */
  boolean isEnough(long views) {
    return count > 0 && views >= count;
  }
}
