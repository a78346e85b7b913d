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

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A program that runs at a node beside its daemons. Used by one thread. */
final class NodeProgram implements Cleanup.Resource {
  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final long END_SECONDS = 10;

  private final List<String> command;
  private final Process process;
  /** What it prints for programs, and beside it what it says. */
  private final Path log;

  private NodeProgram(List<String> command, Path log, Process process) {
    this.command = command;
    this.log = log;
    this.process = process;
  }

  static NodeProgram start(List<String> command, Path log) throws IOException {
    return new NodeProgram(command, log, new ProcessBuilder(command)
        .redirectOutput(log.toFile()).redirectError(words(log).toFile()).start());
  }

  private static Path words(Path log) {
    return log.resolveSibling(log.getFileName() + ".err");
  }

  /** Waits until it has said something. */
  void untilSays(String text) throws IOException, InterruptedException {
    Await.until(command + " to say '" + text + "'", START_LIMIT, () -> {
      failIfEnded();
      return Files.readString(words(log), StandardCharsets.ISO_8859_1).contains(text);
    });
  }

  /** How many lines it has printed. */
  long lines() throws IOException {
    failIfEnded();
    try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
      return lines.count();
    }
  }

  void failIfEnded() throws IOException {
    if (!process.isAlive()) {
      throw new Failure(command + " ended with status " + process.exitValue() + ": "
          + Files.readString(words(log), StandardCharsets.ISO_8859_1).strip());
    }
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
