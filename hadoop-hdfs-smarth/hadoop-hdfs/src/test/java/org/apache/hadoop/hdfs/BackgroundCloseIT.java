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
package org.apache.hadoop.hdfs;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.ipc.RemoteException;
import org.awaitility.Awaitility;
import org.junit.Before;
import org.junit.Test;

import static org.apache.hadoop.hdfs.SmarthCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Files that are closed while their last blocks drain. */
public class BackgroundCloseIT extends SharedClusterTestBase {
  private static final int SHORT = BLOCK + 1000;

  @Before
  public void sendAheadThoughNothingIsAcknowledged() {
    SmarthCluster.sendAheadInVain(fs());
  }

  private FSDataOutputStream create(FileSystem fs, Path path, int replication)
      throws IOException {
    return fs.create(path, true, 4096, (short) replication, 4 * BLOCK);
  }

  /** @return the close of a file whose only block drains. */
  private CompletableFuture<Void> shortFile(FileSystem fs, Path path)
      throws IOException {
    FSDataOutputStream out = create(fs, path, 3);
    out.write(SmarthCluster.bytes(SHORT, 1));
    return BackgroundClose.close(out);
  }

  private boolean isComplete() throws IOException {
    return fs().isFileClosed(path());
  }

  @Test
  public void theNextFileIsSentWhileTheOneBeforeDrains() throws Exception {
    byte[] data = SmarthCluster.bytes(3 * BLOCK, 1);
    CompletableFuture<Void> first;
    CompletableFuture<Void> second;
    Path shortOne = new Path(path() + ".short");
    try (StalledMirror stalled = new StalledMirror()) {
      FSDataOutputStream out = fs().create(path());
      SmarthCluster.withPipelinesInVain(out);
      out.write(data);
      first = BackgroundClose.close(out);
      second = shortFile(fs(), shortOne);
      assertThat(first.isDone()).isFalse();
      assertThat(second.isDone()).isFalse();
      assertThat(isComplete()).isFalse();
    }
    first.get();
    second.get();
    assertThat(isComplete()).isTrue();
    assertStored(data);
    assertThat(cluster().read(shortOne))
        .isEqualTo(SmarthCluster.bytes(SHORT, 1));
    cluster().assertReplicas(shortOne, SmarthCluster.bytes(SHORT, 1), 3);
  }

  @Test
  public void whoWaitsForTheFileLearnsOfItsFailure() throws Exception {
    CompletableFuture<Void> file;
    try (StalledMirror stalled = new StalledMirror()) {
      file = shortFile(fs(), path());
      assertThat(fs().delete(path(), false)).isTrue();
    }
    assertThatThrownBy(file::get).isInstanceOf(ExecutionException.class)
        .satisfies(e -> assertThat(e.getCause())
            .isInstanceOfAny(RemoteException.class,
                FileNotFoundException.class)
            .hasMessageContaining(path().toString()));
  }

  @Test
  public void aFileWithNothingToDrainIsCompleteAtOnce() throws Exception {
    CompletableFuture<Void> empty =
        BackgroundClose.close(create(fs(), path(), 3));
    empty.get();
    assertThat(isComplete()).isTrue();
    FSDataOutputStream out = create(fs(), path(), 1);
    out.write(1);
    assertThat(BackgroundClose.close(out).isDone()).isTrue();
    assertThat(isComplete()).isTrue();
  }

  @Test
  public void aFileSystemThatIsClosedWaitsForTheFile() throws Exception {
    FileSystem other =
        FileSystem.newInstance(fs().getUri(), fs().getConf());
    SmarthCluster.sendAheadInVain(other);
    CompletableFuture<Void> file;
    CompletableFuture<Void> closed = new CompletableFuture<>();
    try (StalledMirror stalled = new StalledMirror()) {
      file = shortFile(other, path());
      Thread closer = new Thread(() -> {
        try {
          other.close();
          closed.complete(null);
        } catch (IOException e) {
          closed.completeExceptionally(e);
        }
      });
      closer.start();
      Awaitility.await().until(
          () -> closer.getState() == Thread.State.BLOCKED);
      assertThat(isComplete()).isFalse();
    }
    closed.get();
    file.get();
    assertThat(isComplete()).isTrue();
  }

  @Test
  public void anInterruptionEndsTheWaitAndNotTheFile() throws Exception {
    CompletableFuture<Void> file;
    try (StalledMirror stalled = new StalledMirror()) {
      FSDataOutputStream out = create(fs(), path(), 3);
      out.write(SmarthCluster.bytes(SHORT, 1));
      Thread.currentThread().interrupt();
      file = BackgroundClose.close(out);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(file.isDone()).isFalse();
    }
    file.get();
    assertStored(SmarthCluster.bytes(SHORT, 1));
  }

  @Test
  public void thereAreNotMoreThanTheProcessHasRoomFor() throws Exception {
    List<CompletableFuture<Void>> files = new ArrayList<>();
    CompletableFuture<CompletableFuture<Void>> more;
    try (StalledMirror stalled = new StalledMirror()) {
      long allowance = 0;
      long room = Runtime.getRuntime().maxMemory() / 8;
      while (files.size() < BackgroundClose.MOST && (files.size() + 1)
          * allowance <= room) {
        Path next = new Path(path() + "." + files.size());
        FSDataOutputStream out = create(fs(), next, 3);
        allowance = ((SmarthOutputStream) SmarthCluster.stream(out)).getFile()
            .getAllowance();
        out.write(SmarthCluster.bytes(SHORT, 1));
        files.add(BackgroundClose.close(out));
      }
      assertThat(files).isNotEmpty().noneMatch(CompletableFuture::isDone);
      FSDataOutputStream last = create(fs(), path(), 3);
      last.write(SmarthCluster.bytes(SHORT, 1));
      more = new CompletableFuture<>();
      Thread closer = new Thread(
          () -> more.complete(BackgroundClose.close(last)));
      closer.start();
      // It closes the file itself, and waits for its datanodes.
      Awaitility.await().until(() -> Arrays.stream(closer.getStackTrace())
          .anyMatch(frame -> frame.getMethodName().equals("awaitDone")
              || frame.getMethodName().equals("waitForAckedSeqno"))
          && closer.getState() == Thread.State.TIMED_WAITING);
      assertThat(more.isDone()).isFalse();
    }
    assertThat(more.get().isDone()).isTrue();
    for (CompletableFuture<Void> file : files) {
      file.get();
    }
  }
}
