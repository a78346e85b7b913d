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

package org.smarth.hadoop.benchmarks.harness;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * One line that says what is going on: rewritten on a terminal, elsewhere a line now and then.
 * Used by one thread.
 */
public final class Progress implements Listener {
  private static final long LINE_NANOS = 15_000_000_000L;
  private static final String ERASE = "\r\033[K";

  private final PrintStream out;
  private final boolean terminal;
  private final LongSupplier nanoTime;
  private String run = "";
  private String stage = "";
  private long totalBytes;
  private long stageStart;
  private long lastLine;

  public Progress(PrintStream out, boolean terminal, LongSupplier nanoTime) {
    this.out = out;
    this.terminal = terminal;
    this.nanoTime = nanoTime;
  }

  /** A new run, such as "1/2 stock", that moves the same number of bytes in each of its stages. */
  public void run(String name, long bytes) {
    run = name;
    totalBytes = bytes;
  }

  @Override
  public void stage(String name) {
    stage = name;
    stageStart = nanoTime.getAsLong();
    print(run + ": " + stage, true);
  }

  @Override
  public void bytes(long done) {
    double seconds = (nanoTime.getAsLong() - stageStart) / 1e9;
    long percent = totalBytes == 0 ? 100 : Math.min(100, 100 * done / totalBytes);
    print(String.format(Locale.ROOT, "%s: %s %s of %s (%d%%), %.1f MB/s, %.0f s", run, stage,
        ByteSize.format(done), ByteSize.format(totalBytes), percent,
        seconds > 0 ? done / seconds / 1e6 : 0, seconds), false);
  }

  /** Leaves a clean line for what is printed next. */
  public void clear() {
    if (terminal) {
      out.print(ERASE);
      out.flush();
    }
  }

  private void print(String text, boolean now) {
    if (terminal) {
      out.print(ERASE + text);
      out.flush();
      return;
    }
    long time = nanoTime.getAsLong();
    if (now || time - lastLine >= LINE_NANOS) {
      out.println(text);
      lastLine = time;
    }
  }
}
