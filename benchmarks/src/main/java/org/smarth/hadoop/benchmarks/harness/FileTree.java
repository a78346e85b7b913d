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

/** Makes a directory of files to upload: directories of a hundred files each. */
public final class FileTree {
  private static final int FILES_PER_DIRECTORY = 100;

  private final Path dir;
  private int files;

  /** @param dir where nothing is yet */
  public FileTree(Path dir) {
    this.dir = dir;
  }

  /** Adds files of different contents. */
  public void add(int count, long bytesEach) throws IOException {
    for (int i = 0; i < count; i++) {
      Path sub = Files.createDirectories(dir.resolve("d" + files / FILES_PER_DIRECTORY));
      InputFile.generate(sub.resolve("f" + files), bytesEach, files);
      files++;
    }
  }
}
