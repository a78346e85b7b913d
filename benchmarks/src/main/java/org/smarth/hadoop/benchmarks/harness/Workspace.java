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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The directory of one run.
 *
 * @param base as it was given to {@link #create}, without links
 * @param keep whether what is left in the directory at the end, the logs, stays
 */
public record Workspace(Path base, Path dir, RunName name, boolean keep)
    implements Cleanup.Resource {
  private static final String SAFE = "[A-Za-z0-9._/@+-]+";
  private static final String KEPT = "smarth-logs-";

  public static Workspace create(Path base, boolean keep) throws IOException {
    if (!Files.isDirectory(base) || !Files.isWritable(base)) {
      throw new Failure("--work-dir: " + base + " is no directory that this user can write to; "
          + "give another");
    }
    Path real = base.toRealPath();
    if (!real.toString().matches(SAFE)) {
      throw new Failure("--work-dir: Hadoop cannot use the path '" + real
          + "'; give one of letters, digits and . _ / @ + -");
    }
    RunName name = RunName.create();
    return new Workspace(real, Files.createDirectory(real.resolve(name.toString())), name, keep);
  }

  /** Removes the directories of runs whose process is gone. */
  public static void removeAbandoned(Path base) throws IOException {
    if (!Files.isDirectory(base)) {
      return;
    }
    try (Stream<Path> entries = Files.list(base)) {
      for (Path dir : (Iterable<Path>) entries::iterator) {
        boolean abandoned = RunName.of(dir.toFile().getName())
            .filter(run -> !run.isAlive()).isPresent();
        // Another user's is that user's to remove.
        if (abandoned && Files.isDirectory(dir) && Files.isWritable(dir)) {
          Directories.delete(dir);
        }
      }
    }
  }

  /** Where the logs are after the end. */
  public Path kept() {
    return dir.resolveSibling(name.toString().replace("smarth-try-", KEPT));
  }

  @Override
  public void close() throws IOException {
    if (keep && Files.exists(dir)) {
      Files.move(dir, kept());
    } else {
      Directories.delete(dir);
    }
  }
}
