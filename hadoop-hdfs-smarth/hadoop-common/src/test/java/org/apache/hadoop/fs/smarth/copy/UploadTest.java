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
package org.apache.hadoop.fs.smarth.copy;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileIds;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.util.DataChecksum;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

/** Uploads of new files, and what becomes of them. */
public class UploadTest extends UploadTestCase {
  // ---- A new file. ----

  @Test
  public void theSourceIsWrittenAndCompared() throws IOException {
    try (FSDataInputStream in = open()) {
      upload().write(in, told());
    }
    assertComplete();
    assertThat(told().hasBegun()).isTrue();
    assertThat(told().getCreated()).isEqualTo(hdfs().files().get(FILE).getId());
    assertThat(told().getOpened()).isEqualTo(1);
    assertThat(upload().getLeft()).isZero();
  }

  @Test
  public void anEmptySourceIsAnEmptyFile() throws IOException {
    upload().write(new ByteArrayInputStream(new byte[0]), told());
    assertThat(hdfs().files().get(FILE).getBytes()).isEmpty();
    upload().verify();
    hdfs().files().get(FILE).setBytes(new byte[1]);
    assertThatThrownBy(upload()::verify)
        .isInstanceOf(Upload.DifferentException.class);
  }

  @Test
  public void abortingLeavesAllFilesOfTheClientAsTheyAre() throws IOException {
    Upload.abortAll(FileSystem.getLocal(new Configuration(false)));
    verify(hdfs().getClient(), never()).closeAllFilesBeingWritten(true);
    Upload.abortAll(hdfs());
    verify(hdfs().getClient()).closeAllFilesBeingWritten(true);
  }

  @Test
  public void whatHdfsHasElseIsNamed() throws IOException {
    upload().write(open(), told());
    hdfs().files().get(FILE).getBytes()[BLOCK] ^= 1;
    assertThatThrownBy(upload()::verify)
        .isInstanceOf(Upload.DifferentException.class)
        .hasMessageContaining(FILE.toString());
  }

  @Test
  public void aChecksumThatHdfsRefusesIsNoDifference() throws IOException {
    upload().write(open(), told());
    hdfs().failChecksum(new IOException("no replica is there"));
    assertThatThrownBy(upload()::verify).isInstanceOf(PathIOException.class)
        .isNotInstanceOf(Upload.DifferentException.class)
        .hasMessageContaining("no replica is there");
  }

  @Test
  public void whatIsThereIsNotOverwrittenUnlessThatIsAskedFor()
      throws IOException {
    hdfs().put(FILE, new byte[1]);
    hdfs().put(REST, new byte[1]);
    Upload careful = new Upload(hdfs(), FILE, false, taken()::addAndGet);
    assertThatThrownBy(() -> careful.write(open(), told()))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(told().getCreated()).isEqualTo(FileIds.UNKNOWN);
    careful.delete();
    assertThat(hdfs().files()).containsOnlyKeys(FILE, REST);
    upload().write(open(), told());
    assertComplete();
  }

  @Test
  public void aFileThatCannotBeClosedIsNotWritten() throws IOException {
    IOException failure = new IOException("a pipeline failed");
    hdfs().failClose(failure);
    FSDataInputStream in = open();
    assertThatThrownBy(() -> upload().write(in, told()))
        .isSameAs(failure);
  }

  @Test
  public void anInterruptionEndsItAndClosesTheFile() throws IOException {
    FSDataInputStream in = open();
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> upload().write(in, told()))
        .isInstanceOf(InterruptedIOException.class);
    assertThat(hdfs().files().get(FILE).isClosed()).isTrue();
    assertThat(hdfs().files().get(FILE).getBytes()).isEmpty();
  }

  @Test
  public void inAnEncryptedDirectoryNothingCanBeVerified()
      throws IOException {
    hdfs().put(PARENT, new byte[0]);
    upload().checkVerifiable();
    hdfs().files().get(PARENT).setEncrypted(true);
    assertThatThrownBy(upload()::checkVerifiable)
        .isInstanceOf(PathIOException.class)
        .hasMessageContaining("Encrypted files cannot be verified");
  }

  // ---- Whether a file is there as a whole. ----

  private boolean isSame() throws IOException {
    return upload().isSame(new ByteArrayInputStream(source()));
  }

  @Test
  public void aFileIsTheSameWhateverItsBlocksAndChecksums()
      throws IOException {
    MemoryHdfs.Entry there = hdfs().put(FILE, source().clone());
    there.setBlockSize(3 * BLOCK);
    there.setType(DataChecksum.Type.CRC32);
    assertThat(isSame()).isTrue();
    assertThat(taken().get()).isEqualTo(LENGTH);
    there.getBytes()[LENGTH - 1] ^= 1;
    assertThat(isSame()).isFalse();
    // What was compared in vain has to be read again.
    assertThat(taken().get()).isEqualTo(LENGTH);
  }

  @Test
  public void whatCannotBeComparedIsNotTheSame() throws IOException {
    MemoryHdfs.Entry there = hdfs().put(FILE, source().clone());
    there.setEncrypted(true);
    assertThat(isSame()).isFalse();
    there.setEncrypted(false);
    there.setType(DataChecksum.Type.MIXED);
    assertThat(isSame()).isFalse();
    there.setType(DataChecksum.Type.CRC32C);
    assertThat(isSame()).isTrue();
  }

  @Test
  public void anEmptyFileIsThatOfAnEmptySource() throws IOException {
    hdfs().put(FILE, new byte[0]);
    assertThat(isSame()).isFalse();
    assertThat(upload().isSame(new ByteArrayInputStream(new byte[0]))).isTrue();
  }

  // ---- The file's names, and its end. ----

  @Test
  public void whatWasWrittenIsFoundUnderItsNewName() throws IOException {
    Path renamed = new Path(PARENT, "f");
    assertThat(upload().isAt(FILE)).isFalse();
    upload().write(open(), told());
    assertThat(upload().isAt(FILE)).isTrue();
    assertThat(upload().isAt(renamed)).isFalse();
    assertThatThrownBy(() -> upload().isAllAt(renamed, false))
        .isInstanceOf(FileNotFoundException.class);
    MemoryHdfs.Entry entry = hdfs().files().remove(FILE);
    hdfs().files().put(renamed, entry);
    assertThat(upload().isAllAt(renamed, false)).isTrue();
    entry.setBytes(Arrays.copyOf(entry.getBytes(), LENGTH + 1));
    assertThat(upload().isAllAt(renamed, false)).isFalse();
    assertThat(upload().isAllAt(renamed, true)).isTrue();
    entry.setBytes(first(LENGTH - 1));
    assertThat(upload().isAllAt(renamed, true)).isFalse();
    hdfs().put(renamed, source().clone());
    assertThat(upload().isAllAt(renamed, false)).isFalse();
    assertThat(upload().isAt(renamed)).isFalse();
  }

  @Test
  public void onlyItsOwnFileIsDeleted() throws IOException {
    MemoryHdfs.Entry another = hdfs().put(FILE, new byte[1]);
    upload().delete();
    assertThat(hdfs().files()).containsOnlyKeys(FILE);
    upload().write(open(), told());
    MemoryHdfs.Entry own = hdfs().files().put(FILE, another);
    upload().delete();
    assertThat(hdfs().files()).containsOnlyKeys(FILE);
    hdfs().files().put(FILE, own);
    upload().delete();
    assertThat(hdfs().files()).isEmpty();
    upload().delete();
  }

  @Test
  public void whatWasLeftIsDeletedUnlessSomebodyWritesIt()
      throws IOException {
    upload().deleteLeft();
    hdfs().put(FILE, new byte[1]);
    hdfs().put(REST, new byte[1]).setClosed(false);
    upload().deleteLeft();
    assertThat(hdfs().files()).containsOnlyKeys(REST);
    hdfs().files().get(REST).setClosed(true);
    upload().deleteLeft();
    assertThat(hdfs().files()).isEmpty();
  }
}
