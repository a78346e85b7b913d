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

package org.smarth.hadoop.benchmarks.compat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

import org.smarth.hadoop.benchmarks.harness.InputFile;

/**
 * The files that trials write.
 *
 * @param file of bytes by chance, of several blocks
 * @param text of words
 * @param counts as the example of MapReduce prints how often each word comes
 */
record Inputs(Path file, Path text, List<String> counts) {
  private static final long FILE_BYTES = 6L * PlainSettings.BLOCK_BYTES - 1000;
  private static final int LINES = 5000;
  private static final int DIFFERENT = 100;
  private static final long SEED = 41;

  static Inputs make(Path dir) throws IOException {
    Path file = dir.resolve("input");
    InputFile.generate(file, FILE_BYTES);
    SplittableRandom random = new SplittableRandom(SEED);
    Map<String, Integer> counts = new TreeMap<>();
    List<String> lines = random.ints(LINES, 0, DIFFERENT).mapToObj(n -> "word" + n).toList();
    lines.forEach(word -> counts.merge(word, 1, Integer::sum));
    Path text = Files.write(dir.resolve("text"), lines);
    return new Inputs(file, text,
        counts.entrySet().stream().map(e -> e.getKey() + "\t" + e.getValue()).toList());
  }
}
