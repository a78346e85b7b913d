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
package org.smarth.hadoop.models.copies;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import org.apache.commons.io.IOUtils;

/** The named pipes among a program's sources. */
final class Pipes {
  private final Program program;
  private final Place place;
  private final Map<String, byte[]> told = new TreeMap<>();
  private final List<Thread> writers = new ArrayList<>();

  Pipes(Program program, Place place) {
    this.program = program;
    this.place = place;
  }

  /** @return what they are told, if they are read, by path. */
  Map<String, byte[]> told() {
    return told;
  }

  /** Writes to each, for the next command. */
  void open() throws Exception {
    told.clear();
    writers.clear();
    for (Item item : program.items()) {
      if (!isThere(item)) {
        continue;
      }
      File pipe = file(item);
      // A new one: nobody who waits for the old one gets anything.
      Files.delete(pipe.toPath());
      Trees.make(item, pipe, null);
      told.put(place.path(item), item.content(0));
      Thread writer = new Thread(() -> {
        try (OutputStream out = Files.newOutputStream(pipe.toPath())) {
          out.write(item.content(0));
        } catch (IOException e) {
          // The command has closed it.
          told.remove(place.path(item));
        }
      }, "pipe");
      writer.setDaemon(true);
      writer.start();
      writers.add(writer);
    }
  }

  private File file(Item item) {
    return new File(place.localRoot(), place.path(item));
  }

  private boolean isThere(Item item) {
    return program.upload() && item.kind() == Item.Kind.PIPE
        && file(item).exists();
  }

  /** Reads what the command leaves, so that nobody waits for a reader. */
  void drain() {
    for (Item item : program.items()) {
      if (isThere(item)) {
        Thread reader = new Thread(() -> {
          try (InputStream in = Files.newInputStream(file(item).toPath())) {
            IOUtils.toByteArray(in);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }, "drain");
        reader.setDaemon(true);
        reader.start();
      }
    }
  }

  void join(long seconds) throws InterruptedException {
    for (Thread writer : writers) {
      writer.join(TimeUnit.SECONDS.toMillis(seconds));
    }
  }
}
