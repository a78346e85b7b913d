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
import java.nio.file.LinkOption;
import java.nio.file.Path;

import org.apache.commons.io.FileUtils;

/** Removes directories that others may still be writing to or removing. */
public final class Directories {
  /** A writer that is on its way out adds few more files; each round takes what there is. */
  private static final int ROUNDS = 100;

  private Directories() {
  }

  /** Removes a directory, if it is there, with all it holds; follows no links. */
  public static void delete(Path dir) throws IOException {
    IOException last = null;
    for (int round = 0; round < ROUNDS && Files.exists(dir, LinkOption.NOFOLLOW_LINKS); round++) {
      try {
        FileUtils.forceDelete(dir.toFile());
      } catch (IOException e) {
        last = e;
        Thread.yield();
      } catch (IllegalArgumentException e) {
        // A directory within was removed by another.
        last = new IOException(e);
      }
    }
    if (last != null && Files.exists(dir, LinkOption.NOFOLLOW_LINKS)) {
      throw last;
    }
  }
}
