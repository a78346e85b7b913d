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
package org.smarth.hadoop.doctor.machine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The files of a machine, below a root directory. Immutable. */
public final class Machine {
  private static final int BUFFER = 1 << 16;

  private final Path root;
  private final Probes probes;

  /** @param root "/", or a directory that holds a copy of some of its files */
  public Machine(Path root, Probes probes) {
    this.root = root;
    this.probes = probes;
  }

  public Probes getProbes() {
    return probes;
  }

  /** @param path an absolute path of the machine */
  public Path path(String path) {
    return root.resolve(path.replaceFirst("^/+", ""));
  }

  public boolean exists(String path) {
    return Files.exists(path(path));
  }

  /**
   * @return the trimmed text of a file, or null if there is none
   * @throws IOException if it may not be read
   */
  public String text(String path) throws IOException {
    try (InputStream in = Files.newInputStream(path(path))) {
      // In large pieces: some files below /proc/sys can be read but once.
      byte[] buffer = new byte[BUFFER];
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      int read = in.read(buffer);
      while (read >= 0) {
        text.write(buffer, 0, read);
        read = in.read(buffer);
      }
      return new String(text.toByteArray(), StandardCharsets.UTF_8).trim();
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /** @return its lines; none if there is no such file. */
  public List<String> lines(String path) throws IOException {
    String text = text(path);
    List<String> lines = new ArrayList<>();
    if (text != null && !text.isEmpty()) {
      Collections.addAll(lines, text.split("\n"));
    }
    return lines;
  }

  /**
   * @return the whole number that a file holds, or null if there is no file
   * @throws IOException if it holds something else, or may not be read
   */
  public Long number(String path) throws IOException {
    String text = text(path);
    try {
      return text == null ? null : Long.valueOf(text);
    } catch (NumberFormatException e) {
      throw new IOException(path + ": '" + text + "' is no number", e);
    }
  }

  /** @return the sorted names in a directory; none if there is none. */
  public List<String> names(String directory) throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(path(directory))) {
      files.forEach(file ->
          names.add(String.valueOf(file.getFileName())));
    } catch (NoSuchFileException e) {
      return names;
    }
    Collections.sort(names);
    return names;
  }

  /** @return the value of a key of /proc/meminfo in bytes, or -1. */
  public long memory(String key) throws IOException {
    for (String line : lines("/proc/meminfo")) {
      if (line.startsWith(key + ":")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
      }
    }
    return -1;
  }

  /** @return processors that Linux has; 0 if it does not say. */
  public int processors() throws IOException {
    return (int) lines("/proc/cpuinfo").stream()
        .filter(line -> line.startsWith("processor")).count();
  }

  /** @return names of running programs, as in /proc/PID/comm. */
  public List<String> programs() throws IOException {
    List<String> programs = new ArrayList<>();
    for (String pid : names("/proc")) {
      if (pid.matches("[0-9]+")) {
        String name = textOfProcess(pid, "comm");
        if (name != null) {
          programs.add(name);
        }
      }
    }
    return programs;
  }

  /** @return a file of a process, or null if that has ended. */
  String textOfProcess(String pid, String file) throws IOException {
    try {
      return text("/proc/" + pid + "/" + file);
    } catch (IOException e) {
      if (!exists("/proc/" + pid) || String.valueOf(e.getMessage())
          .contains("No such process")) {
        return null;
      }
      throw e;
    }
  }
}
