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

import java.io.Closeable;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Shows on standard error how far copies have come. It appears only if they
 * take more than a second. Whoever prints something else meanwhile does so by
 * {@link #print}. Thread-safe.
 */
public final class ProgressDisplay implements Closeable {
  private static final long FIRST_MILLIS = 1000;
  private static final String ERASE = "\r\u001b[K";

  private final ProgressMode mode;
  private final CopyCounts counts;
  private final ClientStatus client;
  private final PrintStream err;
  private final ProgressLine line;
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
  public ProgressDisplay(ProgressMode mode, CopyCounts counts,
      ClientStatus client, PrintStream err) {
    this.mode = mode;
    this.counts = counts;
    this.client = client;
    this.err = err;
    line = new ProgressLine(counts, began);
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
      width = mode == ProgressMode.TTY ? Terminal.width() : Integer.MAX_VALUE;
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
    if (mode == ProgressMode.JSON) {
      show();
    }
    closed = true;
  }
}
