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

package org.smarth.hadoop.benchmarks.rolling;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;

import org.smarth.hadoop.benchmarks.harness.Json;

/**
 * The main class of a client that writes a file and reads an earlier one, again and again, until
 * its standard input ends. A file's name is the seed of its bytes, so that another client can go on
 * in its directory. Prints its {@link Counts} as JSON in the end.
 */
public final class LoadClient {
  /** Of which a file has several. */
  static final int PART_BYTES = 1 << 19;
  /** Older files are deleted. */
  private static final int KEPT = 10;
  /** With the jars of a client that was just started. */
  private static final int LEAST_ROUNDS = 5;
  /** The machine is to have time for the daemons that start. */
  private static final long PERIOD_MILLIS = 1000;

  private final FileSystem fs;
  private final Path dir;
  private final int fileBytes;
  private final Deque<Long> files = new ArrayDeque<>();
  private final Random random = new Random();
  private long next;
  private int written;
  private int read;
  private int failed;
  private int differing;

  /**
   * What a client did.
   *
   * @param failed writes and reads that ended with an exception
   * @param differing files that were not read as they were written
   */
  record Counts(int written, int read, int failed, int differing, double megabytes) {
    static final Counts NONE = new Counts(0, 0, 0, 0, 0);

    Counts plus(Counts other) {
      return new Counts(written + other.written, read + other.read, failed + other.failed,
          differing + other.differing, megabytes + other.megabytes);
    }
  }

  /**
   * Goes on with the files that are in the directory.
   *
   * @param fileBytes of each of them, some parts
   */
  LoadClient(FileSystem fs, Path dir, int fileBytes) throws IOException {
    this.fs = fs;
    this.dir = dir;
    this.fileBytes = fileBytes;
    fs.mkdirs(dir);
    for (FileStatus file : fs.listStatus(dir)) {
      files.add(Long.parseLong(file.getPath().getName()));
    }
    next = files.stream().mapToLong(n -> n).max().orElse(0) + 1;
  }

  /** @param args the client's directory in HDFS, and the bytes of a file */
  public static void main(String[] args) throws IOException, InterruptedException {
    try (FileSystem fs = FileSystem.newInstance(new Configuration())) {
      LoadClient client = new LoadClient(fs, new Path(args[0]), Integer.parseInt(args[1]));
      client.run();
      System.out.println(Json.write(client.counts()));
    }
  }

  private void run() throws IOException, InterruptedException {
    for (int round = 0; round < LEAST_ROUNDS || System.in.available() == 0; round++) {
      long began = System.nanoTime();
      once();
      TimeUnit.NANOSECONDS.sleep(
          TimeUnit.MILLISECONDS.toNanos(PERIOD_MILLIS) - (System.nanoTime() - began));
    }
    // What was written with other jars, too.
    List.copyOf(files).forEach(this::look);
  }

  /** Writes a file, and reads one that may be the same. */
  void once() {
    long number = next++;
    try {
      write(number);
      written++;
      files.add(number);
      if (files.size() > KEPT) {
        fs.delete(file(files.remove()), false);
      }
    } catch (IOException e) {
      fail("writing " + number, e);
    }
    if (files.isEmpty()) {
      return;
    }
    look(files.stream().skip(random.nextInt(files.size())).findFirst().orElseThrow());
  }

  private void look(long number) {
    try {
      if (!isWhole(number)) {
        differing++;
        System.err.println(file(number) + " differs from what was written");
      }
      read++;
    } catch (IOException e) {
      fail("reading " + number, e);
    }
  }

  private void fail(String what, IOException e) {
    failed++;
    System.err.println(what + " failed");
    e.printStackTrace();
  }

  private Path file(long number) {
    return new Path(dir, Long.toString(number));
  }

  private void write(long number) throws IOException {
    SplittableRandom bytes = new SplittableRandom(number);
    byte[] part = new byte[PART_BYTES];
    OutputStream out = fs.create(file(number));
    // Not a try with resources: HDFS throws the same exception again in close.
    try {
      for (int left = fileBytes; left > 0; left -= PART_BYTES) {
        bytes.nextBytes(part);
        out.write(part);
      }
      out.close();
    } finally {
      IOUtils.closeStream(out);
    }
  }

  /** Whether a file has the bytes of its number, and no others. */
  boolean isWhole(long number) throws IOException {
    SplittableRandom bytes = new SplittableRandom(number);
    byte[] expected = new byte[PART_BYTES];
    try (InputStream in = fs.open(file(number))) {
      for (int left = fileBytes; left > 0; left -= PART_BYTES) {
        bytes.nextBytes(expected);
        if (!Arrays.equals(expected, in.readNBytes(PART_BYTES))) {
          return false;
        }
      }
      return in.read() < 0;
    }
  }

  Counts counts() {
    return new Counts(written, read, failed, differing, written * (fileBytes / 1e6));
  }
}
