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

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;

import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Writes one file as planned, and tells others how far it is. */
final class FileWriter implements Callable<WriteOutcome> {
  private final FileSystem fs;
  private final FilePlan plan;
  private final List<Integer> stops;
  private final int index;
  private final PipelineWatch watch;
  private final FaultRunner faults;
  private final WriterGate gate;
  private final Random random;

  private String doing = "create";
  private int written;
  private int acknowledged;
  /** How an interruption ended a write, and with it all that was still to be written. */
  private InterruptedIOException cut;

  FileWriter(FileSystem fs, Schedule schedule, int index, PipelineWatch watch, FaultRunner faults) {
    this.fs = fs;
    this.plan = schedule.files().get(index);
    this.stops = schedule.stops(index);
    this.index = index;
    this.watch = watch;
    this.faults = faults;
    this.gate = faults.gate(index);
    this.random = new Random(~plan.seed());
  }

  @Override
  public WriteOutcome call() throws InterruptedException {
    try {
      write();
      return new WriteOutcome(plan, written, true, cut, cut == null ? doing : "write");
    } catch (IOException | RuntimeException e) {
      return new WriteOutcome(plan, acknowledged, false, e, doing);
    } finally {
      watch.closed(index);
      faults.ended(index);
    }
  }

  private void write() throws IOException, InterruptedException {
    FSDataOutputStream out = fs.create(new Path(plan.name()));
    watch.opened(index, out);
    try {
      writeAll(plan.bytes(), out);
      doing = "close";
      faults.closing(index);
      gate.enter();
      try {
        out.close();
      } finally {
        gate.leave();
      }
    } catch (IOException e) {
      closeAfter(e, out);
      throw e;
    }
  }

  private void writeAll(byte[] bytes, FSDataOutputStream out)
      throws IOException, InterruptedException {
    faults.written(index, 0);
    for (int stop : stops) {
      writeTo(stop, bytes, out);
    }
    writeTo(bytes.length, bytes, out);
  }

  private void writeTo(int stop, byte[] bytes, FSDataOutputStream out)
      throws IOException, InterruptedException {
    doing = "write";
    while (cut == null && written < stop) {
      int n = Math.min(plan.writes().next(random), stop - written);
      cut = interrupted(() -> out.write(bytes, written, n));
      written += cut == null ? n : 0;
    }
    if (cut != null) {
      // How much of that write there is nobody knows: a program can only close.
      return;
    }
    faults.written(index, written);
    for (FilePlan.Flush flush : plan.flushes()) {
      if (flush.offset() == written) {
        flush(flush.sync(), out);
      }
    }
  }

  /** One that is interrupted does not break the stream, and acknowledges nothing. */
  private void flush(boolean sync, FSDataOutputStream out) throws IOException {
    doing = sync ? "hsync" : "hflush";
    if (interrupted(sync ? out::hsync : out::hflush) == null) {
      acknowledged = written;
    }
  }

  /** A call of the stream. */
  private interface Call {
    void make() throws IOException;
  }

  /** Null for a call that did what it should, or else the exception of its interruption. */
  private InterruptedIOException interrupted(Call call) throws IOException {
    gate.enter();
    try {
      call.make();
      return null;
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (InterruptedIOException e) {
      if (!gate.wasHit()) {
        throw e;
      }
      return e;
    } finally {
      gate.leave();
    }
  }

  /** What a program does with a stream that failed; close may say it again. */
  private static void closeAfter(IOException failure, FSDataOutputStream out) {
    try {
      out.close();
    } catch (IOException e) {
      if (e != failure) {
        failure.addSuppressed(e);
      }
    }
  }
}
