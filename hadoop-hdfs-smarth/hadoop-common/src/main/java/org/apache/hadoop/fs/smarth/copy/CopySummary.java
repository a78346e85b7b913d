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
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

import org.apache.hadoop.fs.PathIOException;

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
  private WholeFile file;

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
    file = new WholeFile(target);
  }

  /**
   * Writes the same and all errors as a JSON object, once.
   *
   * @param endedEarly whether some copies did not end
   */
  public synchronized void write(boolean endedEarly) throws IOException {
    WholeFile to = file;
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

  /**
   * A local file that gets its content as a whole. Whether it can be written is
   * known before there is something to write. Pipes and devices are written in
   * place. Used by one thread at a time.
   */
  static final class WholeFile {
    private final File name;
    private final Path file;
    private final Path written;

    /** @throws IOException if it cannot be written. */
    WholeFile(File name) throws IOException {
      this.name = name;
      try {
        Path path = name.toPath().toAbsolutePath();
        if (Files.isDirectory(path)) {
          throw new IOException("is a directory");
        }
        boolean inPlace = Files.exists(path) && !Files.isRegularFile(path)
            || path.startsWith("/dev") || path.startsWith("/proc");
        file = !inPlace && Files.exists(path) ? path.toRealPath() : path;
        written = inPlace ? file : temporary();
      } catch (IOException e) {
        throw failed(e);
      }
    }

    private Path temporary() throws IOException {
      Path temporary = file.resolveSibling(
          file.getFileName() + "." + UUID.randomUUID() + ".tmp");
      try {
        return Files.createFile(temporary);
      } catch (IOException e) {
        if (!Files.isWritable(file)) {
          throw e;
        }
        // Its directory takes no other file.
        return file;
      }
    }

    void write(byte[] content) throws IOException {
      try {
        Files.write(written, content);
        if (!written.equals(file)) {
          Files.move(written, file, StandardCopyOption.REPLACE_EXISTING,
              StandardCopyOption.ATOMIC_MOVE);
        }
      } catch (IOException e) {
        throw failed(e);
      } finally {
        close();
      }
    }

    /** Leaves nothing but what was written. */
    void close() throws IOException {
      if (!written.equals(file)) {
        Files.deleteIfExists(written);
      }
    }

    private IOException failed(IOException e) {
      return new PathIOException(name.toString(),
          "-summary cannot be written: " + e);
    }
  }
}
