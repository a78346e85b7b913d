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

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * What a person wants to know of copies that go on, in one line. The rate is
 * that of the last five seconds. Used by one thread.
 */
final class ProgressLine {
  private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB"};
  private static final int STEP = 1000;

  private final CopyCounts counts;
  // Times, and bytes that were copied then; the oldest first.
  private final Deque<long[]> samples = new ArrayDeque<>();

  /** @param now as System.nanoTime(), when copies begin. */
  ProgressLine(CopyCounts counts, long now) {
    this.counts = counts;
    samples.add(new long[] {now, counts.getBytesCopied()});
  }

  /**
   * @param now as System.nanoTime()
   * @return bytes a second
   */
  double rate(long now) {
    long bytes = counts.getBytesCopied();
    samples.add(new long[] {now, bytes});
    // One sample stays that is older than the window.
    long begin = now - WINDOW_NANOS;
    long[] first = samples.poll();
    while (samples.size() > 1 && samples.peek()[0] - begin <= 0) {
      first = samples.poll();
    }
    samples.addFirst(first);
    long nanos = now - first[0];
    return nanos <= 0 ? 0
        : (bytes - first[1]) * (double) TimeUnit.SECONDS.toNanos(1) / nanos;
  }

  /**
   * @param now as System.nanoTime()
   * @param client what is known of pipelines and datanodes
   * @param width columns of the terminal
   * @return at most one column less than the width
   */
  String toString(long now, ClientStatus client, int width) {
    double rate = rate(now);
    long copied = counts.getBytesCopied();
    long found = Math.max(copied, counts.getBytesFound());
    boolean known = counts.isAllFound();
    StringBuilder line = new StringBuilder();
    if (known && found > 0) {
      // Not 100% before the last byte.
      line.append(String.format(Locale.ROOT, "%2d%% ", copied * 100 / found));
    }
    line.append(size(copied)).append(" of ").append(size(found));
    line.append(known ? ", " : " or more, ").append(size(rate)).append("/s");
    if (known && rate > 0) {
      line.append(", ").append(time((found - copied) / rate)).append(" left");
    }
    line.append(", ").append(counts.getFilesCopied()).append(" of ")
        .append(counts.getFilesFound()).append(" files");
    int failed = counts.getFilesFailed();
    if (failed > 0) {
      line.append(", ").append(failed).append(" failed");
    }
    long pipelines = client.getOpenPipelines();
    if (pipelines >= 0) {
      line.append(", ").append(pipelines).append(" pipelines");
    }
    List<String> slow = client.getSlowDatanodes();
    if (!slow.isEmpty()) {
      line.append(", slow: ").append(String.join(" ", slow));
    }
    return line.length() < width ? line.toString()
        : line.substring(0, Math.max(0, width - 1));
  }

  /** Three digits, in powers of 1,000. */
  static String size(double bytes) {
    double left = bytes;
    int unit = 0;
    // What would be rounded to 1,000 is 1 of the next unit.
    while (left >= STEP - 0.5 && unit < UNITS.length - 1) {
      left /= STEP;
      unit++;
    }
    int digits = unit == 0 || left >= 99.95 ? 0 : left >= 9.995 ? 1 : 2;
    return String.format(Locale.ROOT, "%." + digits + "f %s", left,
        UNITS[unit]);
  }

  /** Minutes and seconds, or hours, minutes and seconds. */
  static String time(double seconds) {
    long all = (long) Math.ceil(seconds);
    long minutes = TimeUnit.SECONDS.toMinutes(all);
    long hours = TimeUnit.SECONDS.toHours(all);
    return hours == 0
        ? String.format(Locale.ROOT, "%d:%02d", minutes, all % 60)
        : String.format(Locale.ROOT, "%d:%02d:%02d", hours, minutes % 60,
            all % 60);
  }
}
