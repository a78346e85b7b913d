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

package org.apache.hadoop.fs.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.fs.smarth.copy.SummaryFile;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.util.Progressable;
import org.junit.Test;

/** Commands whose thread is interrupted, in a process that goes on. */
public class InterruptedCallerIT extends CopyTestCase {
  private static final int THREADS = 2;

  /** Files whose bytes are written when the test says so. */
  public static class Held extends DistributedFileSystem {
    private static volatile CountDownLatch begun;
    private static volatile CountDownLatch go;

    static void hold() {
      begun = new CountDownLatch(THREADS);
      go = new CountDownLatch(1);
    }

    @Override
    public FSDataOutputStream create(Path f, FsPermission permission,
        boolean overwrite, int bufferSize, short replication, long blockSize,
        Progressable progress) throws IOException {
      FSDataOutputStream out = super.create(f, permission, overwrite,
          bufferSize, replication, blockSize, progress);
      return new HdfsDataOutputStream(
          (DFSOutputStream) out.getWrappedStream(), statistics) {
        @Override
        public synchronized void write(byte[] bytes, int from, int length)
            throws IOException {
          begun.countDown();
          try {
            go.await();
          } catch (InterruptedException e) {
            throw (IOException) new InterruptedIOException().initCause(e);
          }
          super.write(bytes, from, length);
        }
      };
    }
  }

  private static boolean areCopiesGoingOn() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().matches("copy-[0-9]+"));
  }

  private static boolean waits(Thread thread, String where) {
    return thread.getState().name().endsWith("WAITING")
        && Arrays.stream(thread.getStackTrace())
            .anyMatch(frame -> frame.getMethodName().equals(where));
  }

  private void interruptAMove(int files, int places, String where)
      throws Exception {
    File source = folder.newFolder("source" + files);
    for (int n = 0; n < files; n++) {
      write(new File(source, Integer.toString(n)), 10);
    }
    File summary = new File(folder.getRoot(), "summary" + files);
    Configuration conf = new Configuration(fs().getConf());
    conf.setClass("fs.hdfs.impl", Held.class, FileSystem.class);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    AtomicInteger status = new AtomicInteger(-1);
    Held.hold();
    Thread caller = new Thread(() -> {
      try {
        status.set(run(conf, "-moveFromLocal", "-t",
            Integer.toString(THREADS), "-q",
            Integer.toString(places - THREADS), "-summary",
            summary.toString(), source.toString(), "/to"));
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    });
    caller.start();
    try {
      Held.begun.await();
      await().until(() -> waits(caller, where));
      caller.interrupt();
      caller.join();
      await().until(() -> !areCopiesGoingOn());
    } finally {
      Held.go.countDown();
    }
    assertThat(status.get()).isEqualTo(StockInterrupts.STATUS);
    assertThat(fs().listStatus(new Path("/to/" + source.getName()))).isEmpty();
    assertThat(source.list()).hasSize(files);
    StockInterrupts.assertTold(errors(), "moveFromLocal",
        "moveFromLocal: ended early; files copied: 0, unfinished "
            + "and deleted: " + THREADS + ", found and not begun: "
            + (Math.min(files, places) - THREADS) + "\n");
    SummaryFile json = new SummaryFile(summary);
    assertThat(json.isEndedEarly()).isTrue();
    assertThat(json.number("filesCopied").intValue()).isZero();
    assertThat(folder.getRoot().list()).noneMatch(n -> n.endsWith(".tmp"));
  }

  @Test
  public void nothingGoesOnAfterAnInterruptInTheEnd() throws Exception {
    interruptAMove(3, 4, "awaitTermination");
  }

  @Test
  public void nothingGoesOnAfterAnInterruptOfTheWalk() throws Exception {
    interruptAMove(6, 4, "acquire");
  }
}
