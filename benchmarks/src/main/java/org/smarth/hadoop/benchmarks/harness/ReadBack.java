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
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;

import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * How long it took to read a file, and to find its bytes equal to the spec's.
 *
 * @param firstByteSeconds from opening it to its first byte
 * @param seconds from opening it to its last byte
 */
record ReadBack(double firstByteSeconds, double seconds) {
  private static final int BUFFER = 256 * 1024;

  /** @throws Failure when it differs */
  static ReadBack of(ClientContext context, FileSystem fs, String target) throws IOException {
    context.events().stage("reading back");
    long start = System.nanoTime();
    double firstByte = 0;
    try (InputStream expected = Files.newInputStream(context.spec().file());
        InputStream actual = fs.open(new Path(target))) {
      byte[] a = new byte[BUFFER];
      byte[] b = new byte[BUFFER];
      long at = 0;
      int n;
      do {
        n = expected.readNBytes(a, 0, BUFFER);
        int first = at == 0 ? actual.readNBytes(b, 0, Math.min(1, n)) : 0;
        firstByte = at == 0 ? secondsSince(start) : firstByte;
        if (first + actual.readNBytes(b, first, BUFFER - first) != n
            || !ByteBuffer.wrap(a, 0, n).equals(ByteBuffer.wrap(b, 0, n))) {
          throw new Failure("the file read back differs within " + n + " bytes at " + at);
        }
        at += n;
        context.events().bytes(at);
      } while (n == BUFFER);
    }
    return new ReadBack(firstByte, secondsSince(start));
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / 1e9;
  }
}
