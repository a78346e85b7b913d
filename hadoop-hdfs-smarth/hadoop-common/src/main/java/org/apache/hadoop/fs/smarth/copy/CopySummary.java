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

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the copies of a command came to, for a person or for a program.
 * Thread-safe.
 */
public final class CopySummary {
  /** More errors are counted, and not kept. */
  private static final int ERRORS_MAX = 1000;

  private final CopyCounts counts;
  private final ClientStatus client;
  private final long began = System.nanoTime();
  // Guarded by this, as the next one.
  private final List<String> errors = new ArrayList<>();
  private int errorsOmitted;
  // Null if there is none, or nothing to be written any more.
  private SummaryFile file;

  public CopySummary(CopyCounts counts, ClientStatus client) {
    this.counts = counts;
    this.client = client;
  }

  /** @param message names a path, and why it could not be copied. */
  public synchronized void addError(String message) {
    if (errors.size() < ERRORS_MAX) {
      errors.add(message);
    } else {
      errorsOmitted++;
    }
  }

  private double seconds() {
    return (System.nanoTime() - began) / 1e9;
  }

  /** @return a line; one for each count of the client, and for each datanode. */
  public String toText() {
    double seconds = seconds();
    long bytes = counts.getBytesCopied();
    StringBuilder text = new StringBuilder(String.format(Locale.ROOT,
        "%d of %d files, %s (%d bytes) in %.1f s, %s/s",
        counts.getFilesCopied(), counts.getFilesFound(),
        ProgressDisplay.Line.size(bytes), bytes, seconds,
        ProgressDisplay.Line.size(seconds > 0 ? bytes / seconds : 0)));
    if (counts.getBytesResumed() > 0) {
      text.append("; ").append(ProgressDisplay.Line.size(counts.getBytesResumed()))
          .append(" were there");
    }
    client.getCounts().forEach(
        (name, count) -> text.append("\n  ").append(name).append(": ")
            .append(count));
    client.getDatanodeRates().forEach(
        (name, rate) -> text.append("\n  ").append(name).append(": ")
            .append(ProgressDisplay.Line.size(rate)).append("/s"));
    return text.toString();
  }

  /** @throws IOException if the same cannot be written there in the end. */
  public synchronized void begin(File target) throws IOException {
    file = new SummaryFile(target);
  }

  /**
   * Writes the same and all errors as a JSON object, once.
   *
   * @param endedEarly whether some copies did not end
   */
  public synchronized void write(boolean endedEarly) throws IOException {
    SummaryFile to = file;
    if (to == null) {
      return;
    }
    file = null;
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("seconds", seconds());
    json.put("endedEarly", endedEarly);
    json.putAll(counts.toMap());
    json.put("client", client.getCounts());
    json.put("datanodeBytesPerSecond", client.getDatanodeRates());
    json.put("errors", errors);
    json.put("errorsOmitted", errorsOmitted);
    to.write(Json.pretty(json));
  }
}
