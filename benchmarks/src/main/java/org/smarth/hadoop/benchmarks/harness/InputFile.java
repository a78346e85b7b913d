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
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** The file that is uploaded. */
public final class InputFile {
  private static final long SEED = 20_101;
  private static final int PART = 1 << 20;

  private InputFile() {
  }

  /** Says what is wrong with a file of the user's, if anything. */
  public static void check(Path file) throws IOException {
    if (!Files.exists(file)) {
      throw new Failure(file + " does not exist; give a file, or none to have one generated");
    }
    if (Files.isDirectory(file)) {
      throw new Failure(file + " is a directory; give a file");
    }
    if (!Files.isRegularFile(file)) {
      throw new Failure(file + " is no regular file; give one whose length is known");
    }
    if (!Files.isReadable(file)) {
      throw new Failure(file + " cannot be read by this user; change its permissions");
    }
    if (Files.size(file) == 0) {
      throw new Failure(file + " is empty; give a file with something in it");
    }
  }

  /** Pseudo-random bytes, the same every time: nothing on the way can compress them. */
  public static void generate(Path file, long size) throws IOException {
    generate(file, size, SEED);
  }

  /** The same with other bytes for each seed. */
  static void generate(Path file, long size, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] part = new byte[PART];
    try (OutputStream out = Files.newOutputStream(file)) {
      for (long left = size; left > 0; left -= part.length) {
        random.nextBytes(part);
        out.write(part, 0, (int) Math.min(part.length, left));
      }
    }
  }
}
