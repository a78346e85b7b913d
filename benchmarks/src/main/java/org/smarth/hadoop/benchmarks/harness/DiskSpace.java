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
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a run writes, and whether the disk has room for it. */
public final class DiskSpace {
  /** Logs, the NameNode's files and preallocated edits. */
  private static final long OTHER = 96 * ByteSize.MIB;

  /** Less than this left while a run writes means that it is about to fail. */
  private static final long FULL = 16 * ByteSize.MIB;

  private DiskSpace() {
  }

  /** The replicas that are there at once, with their checksums, and the file. */
  public static long needed(long fileBytes, int copies, boolean generated) {
    long replicas = fileBytes * copies;
    return replicas + replicas / 100 + (generated ? fileBytes : 0) + OTHER;
  }

  public static void check(long needed, long usable, String where) {
    if (usable < needed) {
      throw new Failure("the disk of " + where + " has " + ByteSize.format(usable) + " free and "
          + ByteSize.format(needed) + " are needed; free some, or give --work-dir or a smaller "
          + "file");
    }
  }

  /** Hadoop waits long before it gives up on a full disk, and its words seldom name it. */
  static void checkNotFull(Path dir) throws IOException {
    FileStore disk = Files.getFileStore(dir);
    if (disk.getUsableSpace() < FULL) {
      throw new Failure("the disk of " + dir + " became full during the run; free some, or give "
          + "--work-dir");
    }
  }
}
