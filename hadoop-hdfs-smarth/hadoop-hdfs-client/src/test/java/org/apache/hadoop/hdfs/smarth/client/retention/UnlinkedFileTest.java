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
package org.apache.hadoop.hdfs.smarth.client.retention;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongPredicate;

import org.apache.hadoop.hdfs.smarth.client.retention.SpillDirectories.UnlinkedFile;
import org.junit.Assume;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

public class UnlinkedFileTest {
  private static final LongPredicate ANY = bytes -> true;
  private static final int FILES = 3000;

  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private File directory() {
    return new File(folder.getRoot(), "a/b");
  }

  @Test(timeout = 60_000)
  public void aFileHasNoNameAndHoldsWhatIsWritten() throws IOException {
    Assume.assumeTrue(File.separatorChar == '/');
    try (UnlinkedFile file = UnlinkedFile.create(directory(), ANY)) {
      assertThat(directory().list()).isEmpty();
      byte[] bytes = {1, 2, 3, 4};
      file.write(100_000, bytes, 1, 3);
      byte[] read = new byte[5];
      file.read(100_000, read, 2, 3);
      assertThat(read).containsExactly(0, 0, 2, 3, 4);
      assertThatThrownBy(() -> file.read(100_001, read, 0, 3))
          .isInstanceOf(IOException.class);
    }
  }

  /** The disk space of a file without a name is kept while it is open. */
  @Test(timeout = 60_000)
  public void aClosedFileHoldsNothing() throws IOException {
    UnlinkedFile file = UnlinkedFile.create(directory(), ANY);
    file.write(0, new byte[] {7}, 0, 1);
    file.close();
    assertThatThrownBy(() -> file.read(0, new byte[1], 0, 1))
        .isInstanceOf(IOException.class);
    assertThat(directory().list()).isEmpty();
  }

  @Test(timeout = 60_000)
  public void anInterruptedThreadDoesNotCloseItForOthers()
      throws IOException {
    try (UnlinkedFile file = UnlinkedFile.create(directory(), ANY)) {
      Thread.currentThread().interrupt();
      file.write(0, new byte[] {7}, 0, 1);
      assertThat(Thread.interrupted()).isTrue();
      byte[] read = new byte[1];
      file.read(0, read, 0, 1);
      assertThat(read).containsExactly(7);
    }
  }

  @Test(timeout = 60_000)
  public void whatACrashLeftIsDeletedAndNothingElse() throws IOException {
    Files.createDirectories(directory().toPath());
    File leftover = new File(directory(), "packets-123.spill");
    File used = new File(directory(), "packets-456.spill");
    File other = new File(directory(), "other");
    assertThat(leftover.createNewFile() && used.createNewFile()
        && other.createNewFile()).isTrue();
    try (RandomAccessFile open = new RandomAccessFile(used, "rw")) {
      assertThat(open.getChannel().tryLock()).isNotNull();
      UnlinkedFile.deleteLeftovers(directory());
      assertThat(leftover).doesNotExist();
      assertThat(used).exists();
      assertThat(other).exists();
    }
  }

  /** Another file of this process is the first one in the directory. */
  @Test(timeout = 60_000)
  public void filesAreMadeWhileLeftoversAreLookedFor() throws Exception {
    Files.createDirectories(directory().toPath());
    AtomicBoolean done = new AtomicBoolean();
    CompletableFuture<Void> deleting = CompletableFuture.runAsync(() -> {
      while (!done.get()) {
        UnlinkedFile.deleteLeftovers(directory());
      }
    });
    try {
      for (int i = 0; i < FILES; i++) {
        try (UnlinkedFile file = UnlinkedFile.create(directory(), ANY)) {
          byte[] written = {(byte) i};
          file.write(0, written, 0, 1);
          byte[] read = new byte[1];
          file.read(0, read, 0, 1);
          assertThat(read).isEqualTo(written);
        }
      }
    } finally {
      done.set(true);
      deleting.get();
    }
    assertThat(directory().list()).isEmpty();
  }

  @Test(timeout = 60_000)
  public void whereADirectoryCannotBeMadeThereIsAnError() throws IOException {
    File file = folder.newFile();
    assertThatThrownBy(() -> UnlinkedFile.create(new File(file, "below"), ANY))
        .isInstanceOf(IOException.class);
    UnlinkedFile.deleteLeftovers(new File(file, "below"));
  }
}
