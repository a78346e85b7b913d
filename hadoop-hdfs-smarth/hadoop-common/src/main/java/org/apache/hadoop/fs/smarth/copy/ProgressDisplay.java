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
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shows on standard error how far copies have come. It appears only if they
 * take more than a second. Whoever prints something else meanwhile does so by
 * {@link #print}. Thread-safe.
 */
public final class ProgressDisplay implements Closeable {
  /** How a command tells of its progress, always on standard error. */
  public enum Mode {
    /** One line that is written again and again, and gone in the end. */
    TTY(250),
    /** A line every ten seconds. */
    PLAIN(10_000),
    /** A JSON object every second, and one in the end. */
    JSON(1000),
    /** Nothing. */
    NONE(0);

    private final long periodMillis;

    Mode(long periodMillis) {
      this.periodMillis = periodMillis;
    }

    long getPeriodMillis() {
      return periodMillis;
    }

    /** @return that of a command that is told none. */
    public static Mode byDefault() {
      return Terminal.isThere() ? TTY : NONE;
    }

    /**
     * @param name in lower case
     * @throws IllegalArgumentException if there is no such mode
     */
    public static Mode of(String name) {
      for (Mode mode : values()) {
        if (mode.toString().equals(name)) {
          return mode;
        }
      }
      throw new IllegalArgumentException(
          "-progress=" + name + ": must be plain, tty, json or none");
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final long FIRST_MILLIS = 1000;
  private static final String ERASE = "\r\u001b[K";

  private final Mode mode;
  private final CopyCounts counts;
  private final ClientStatus client;
  private final PrintStream err;
  private final Line line;
  private final long began = System.nanoTime();
  private final ScheduledExecutorService timer;
  // Guarded by this; 0 as long as nobody has asked for it.
  private int width;
  private boolean shown;
  private boolean closed;

  /**
   * @param client what is known of pipelines and datanodes
   * @param err where it is shown
   */
  public ProgressDisplay(Mode mode, CopyCounts counts,
      ClientStatus client, PrintStream err) {
    this.mode = mode;
    this.counts = counts;
    this.client = client;
    this.err = err;
    line = new Line(counts, began);
    timer = Executors.newSingleThreadScheduledExecutor(task -> {
      Thread thread = new Thread(task, "copy-progress");
      thread.setDaemon(true);
      return thread;
    });
    long period = mode.getPeriodMillis();
    timer.scheduleAtFixedRate(this::show, Math.max(FIRST_MILLIS, period),
        period, TimeUnit.MILLISECONDS);
  }

  private synchronized void show() {
    if (closed) {
      return;
    }
    if (width == 0) {
      // Asking takes a process, which a command that ends soon saves.
      width = mode == Mode.TTY ? Terminal.width() : Integer.MAX_VALUE;
    }
    long now = System.nanoTime();
    switch (mode) {
    case TTY:
      err.print(ERASE + line.toString(now, client, width));
      err.flush();
      shown = true;
      break;
    case PLAIN:
      err.println(line.toString(now, client, width));
      break;
    default:
      err.println(json(now));
      break;
    }
  }

  private String json(long now) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("seconds", TimeUnit.NANOSECONDS.toMillis(now - began) / 1000.0);
    json.putAll(counts.toMap());
    json.put("bytesPerSecond", Math.round(line.rate(now)));
    json.put("pipelines", client.getOpenPipelines());
    json.put("slowDatanodes", client.getSlowDatanodes());
    return Json.line(json);
  }

  /** Prints something else, with no line of progress before it. */
  public synchronized void print(Runnable printing) {
    erase();
    printing.run();
  }

  private void erase() {
    if (shown) {
      err.print(ERASE);
      err.flush();
      shown = false;
    }
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    timer.shutdownNow();
    erase();
    if (mode == Mode.JSON) {
      show();
    }
    closed = true;
  }

  /** The terminal that a command was called from. */
  static final class Terminal {
    private static final int WIDTH_DEFAULT = 80;
    private static final Pattern SIZE = Pattern.compile("[0-9]+ ([0-9]+)");

    private Terminal() {
    }

    /** @return whether standard output and error go to a terminal. */
    static boolean isThere() {
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

  /**
   * What a person wants to know of copies that go on, in one line. The rate is
   * that of the last five seconds. Used by one thread.
   */
  static final class Line {
    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB"};
    private static final int STEP = 1000;

    private final CopyCounts counts;
    // Times, and bytes that were copied then; the oldest first.
    private final Deque<long[]> samples = new ArrayDeque<>();

    /** @param now as System.nanoTime(), when copies begin. */
    Line(CopyCounts counts, long now) {
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
}
