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

package org.smarth.hadoop.benchmarks.soak;

import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * What one writer does: a file of bytes that follow from a seed, in writes of some sizes, with
 * flushes at offsets.
 */
record FilePlan(String name, long seed, int length, WriteSizes writes, List<Flush> flushes) {

  /** hflush, or hsync, when the bytes before the offset are written. */
  record Flush(int offset, boolean sync) {
    @Override
    public String toString() {
      return (sync ? "hsync@" : "hflush@") + offset;
    }
  }

  byte[] bytes() {
    byte[] bytes = new byte[length];
    new SplittableRandom(seed).nextBytes(bytes);
    return bytes;
  }

  int blocks() {
    return (length + SoakSettings.BLOCK - 1) / SoakSettings.BLOCK;
  }

  @Override
  public String toString() {
    return name + ": " + length + " bytes (" + blocks() + " blocks), writes of " + writes
        + ", data seed " + seed + (flushes.isEmpty() ? "" : ", " + flushes);
  }

  /** How many bytes a writer hands over at once: evenly between two bounds. */
  record WriteSizes(int least, int most) {
    int next(RandomGenerator random) {
      return least + random.nextInt(most - least + 1);
    }

    @Override
    public String toString() {
      return least == most ? Integer.toString(least) : least + ".." + most;
    }
  }
}
