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
import java.util.UUID;

import org.apache.hadoop.fs.PathIOException;

/**
 * A local file that gets its content as a whole. Whether it can be written is
 * known before there is something to write. Pipes and devices are written in
 * place. Used by one thread at a time.
 */
final class SummaryFile {
  private final File name;
  private final Path file;
  private final Path written;

  /** @throws IOException if it cannot be written. */
  SummaryFile(File name) throws IOException {
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
