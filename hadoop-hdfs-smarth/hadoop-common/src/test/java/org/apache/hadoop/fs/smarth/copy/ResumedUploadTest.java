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
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.util.Arrays;

import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.ipc.RemoteException;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Uploads that go on with what an earlier one left. */
public class ResumedUploadTest extends UploadTestCase {
  // ---- What an earlier upload left. ----

  @Test
  public void whereNothingWasLeftAllIsSent() throws IOException {
    hdfs().put(REST, new byte[BLOCK]);
    assertThat(resumeAndWrite()).isNull();
    assertThat(upload().getLeft()).isZero();
    assertComplete();
  }

  @Test
  public void wholeBlocksAreNotSentAgain() throws IOException {
    MemoryHdfs.Entry left = hdfs().put(FILE, first(BLOCK + 600));
    assertThat(resumeAndWrite()).isNull();
    assertThat(upload().getLeft()).isEqualTo(BLOCK);
    assertThat(told().hasBegun()).isFalse();
    assertThat(told().getCreated()).isEqualTo(left.getId());
    assertThat(hdfs().files().get(FILE)).isSameAs(left);
    assertThat(hdfs().getAppends()).isZero();
    // Else who cleans up would take it for one that nobody goes on with.
    assertThat(left.getModified()).isPositive();
    assertComplete();
  }

  @Test
  public void whatHasYetToBeAppendedIsAppendedFirst() throws IOException {
    hdfs().put(FILE, first(BLOCK));
    MemoryHdfs.Entry more = hdfs().put(REST,
        Arrays.copyOfRange(source(), BLOCK, 2 * BLOCK + 300));
    assertThat(resumeAndWrite()).isNull();
    assertThat(upload().getLeft()).isEqualTo(2 * BLOCK);
    assertThat(more.getModified()).isPositive();
    assertComplete();
  }

  @Test
  public void aRestOfLessThanABlockIsSentAgain() throws IOException {
    hdfs().put(FILE, first(BLOCK));
    hdfs().put(REST, Arrays.copyOfRange(source(), BLOCK, BLOCK + 300));
    assertThat(resumeAndWrite()).isNull();
    assertThat(upload().getLeft()).isEqualTo(BLOCK);
    assertComplete();
  }

  @Test
  public void whereAllBlocksAreThereNothingIsSent() throws IOException {
    byte[] whole = first(2 * BLOCK);
    hdfs().put(FILE, whole);
    try (FSDataInputStream in = open(whole)) {
      assertThat(upload().resume(in, whole.length)).isNull();
      assertThat(upload().getLeft()).isEqualTo(2 * BLOCK);
      upload().write(in, told());
    }
    assertThat(hdfs().files()).containsOnlyKeys(FILE);
    assertThat(hdfs().files().get(FILE).getBytes()).isEqualTo(whole);
    assertThat(hdfs().getAppends()).isZero();
    upload().verify();
  }

  @Test
  public void aSourceThatChangedIsSentAsAWhole() throws IOException {
    MemoryHdfs.Entry left = hdfs().put(FILE, first(2 * BLOCK));
    hdfs().put(REST, new byte[10]);
    left.getBytes()[3] ^= 1;
    assertThat(resumeAndWrite()).isEqualTo(
        "the source or the kind of checksums is another");
    assertThat(upload().getLeft()).isZero();
    assertThat(told().getCreated()).isNotEqualTo(left.getId());
    assertComplete();
  }

  @Test
  public void aSourceThatIsShorterThanWhatIsThereIsSentAsAWhole()
      throws IOException {
    hdfs().put(FILE, new byte[3 * BLOCK]);
    assertThat(resumeAndWrite()).isEqualTo("the source has become shorter");
    assertComplete();
  }

  @Test
  public void aSourceThatIsCutWhileItIsComparedIsSentAsAWhole()
      throws IOException {
    hdfs().put(FILE, first(2 * BLOCK));
    try (FSDataInputStream in = open()) {
      Files.write(folder.getRoot().toPath().resolve("source"), first(100));
      assertThat(upload().resume(in, source().length))
          .isEqualTo("the source has become shorter");
      assertThat(in.getPos()).isZero();
    }
    assertThat(hdfs().files()).isEmpty();
    assertThat(taken().get()).isZero();
  }

  @Test
  public void lessThanABlockIsOfNoUse() throws IOException {
    hdfs().put(FILE, first(BLOCK - 1));
    assertThat(resumeAndWrite()).isEqualTo("it had less than a block");
    assertComplete();
  }

  @Test
  public void blocksOfAnotherSizeAreOfNoUse() throws IOException {
    hdfs().put(FILE, first(2 * BLOCK)).setBlockSize(2 * BLOCK);
    assertThat(resumeAndWrite()).isEqualTo("blocks were to have " + 2 * BLOCK
        + " bytes, and now " + BLOCK);
    assertComplete();
  }

  @Test
  public void anEncryptedFileIsOfNoUse() throws IOException {
    hdfs().put(FILE, first(2 * BLOCK)).setEncrypted(true);
    assertThat(resumeAndWrite())
        .isEqualTo("encrypted files cannot be compared");
    assertComplete();
  }

  @Test
  public void aFileThatIsStillWrittenIsWaitedFor() throws IOException {
    MemoryHdfs.Entry open = hdfs().put(FILE, first(BLOCK));
    open.setClosed(false);
    open.setPolls(3);
    assertThat(resumeAndWrite()).isNull();
    assertThat(upload().getLeft()).isEqualTo(BLOCK);
    assertComplete();
  }

  @Test
  public void anInterruptionEndsTheWaitAndLeavesWhatIsThere()
      throws IOException {
    hdfs().put(FILE, first(BLOCK)).setClosed(false);
    FSDataInputStream in = open();
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> upload().resume(in, LENGTH))
        .isInstanceOf(InterruptedIOException.class)
        .hasMessageContaining("lease of " + FILE);
    assertThat(Thread.interrupted()).isTrue();
    upload().delete();
    assertThat(hdfs().files()).containsOnlyKeys(FILE);
  }

  @Test
  public void theSourceOfWhatIsLeftHasToBeReadAgain() throws IOException {
    hdfs().put(FILE, first(BLOCK));
    upload().resume(open(), LENGTH);
    assertThatThrownBy(
        () -> upload().write(new ByteArrayInputStream(source()), told()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  // ---- Where HDFS appends no file to another. ----

  private static IOException refusal(String name) {
    return new RemoteException("org.apache.hadoop." + name, "refused");
  }

  @Test
  public void toAFileInASnapshotTheRestIsSentOnceMore() throws IOException {
    for (String name : new String[] {"hdfs.protocol.SnapshotException",
        "HadoopIllegalArgumentException"}) {
      hdfs().put(FILE, first(BLOCK));
      hdfs().failConcat(refusal(name));
      assertThat(resumeAndWrite()).isNull();
      assertThat(hdfs().getAppends()).isEqualTo(1);
      assertComplete();
      makeSource();
      taken().set(0);
    }
  }

  @Test
  public void aRestWithTooLongANameIsSentToTheFileItself()
      throws IOException {
    hdfs().put(FILE, first(BLOCK));
    hdfs().failCreate(refusal(
        "hdfs.protocol.FSLimitException$PathComponentTooLongException"));
    assertThat(resumeAndWrite()).isNull();
    assertThat(hdfs().getAppends()).isEqualTo(1);
    assertComplete();
  }

  @Test
  public void anyOtherRefusalFailsTheUpload() throws IOException {
    hdfs().put(FILE, first(BLOCK));
    IOException denied = refusal("security.AccessControlException");
    hdfs().failConcat(denied);
    assertThatThrownBy(this::resumeAndWrite).isSameAs(denied);
    // The next one goes on with what was sent.
    assertThat(hdfs().files().get(REST).getBytes())
        .isEqualTo(Arrays.copyOfRange(source(), BLOCK, LENGTH));
    upload().delete();
    assertThat(hdfs().files()).isEmpty();

    makeSource();
    hdfs().put(FILE, first(BLOCK));
    IOException full = refusal("hdfs.protocol.NSQuotaExceededException");
    hdfs().failCreate(full);
    assertThatThrownBy(this::resumeAndWrite).isSameAs(full);
    assertThat(hdfs().getAppends()).isZero();
  }

  @Test
  public void aFileThatAnotherAppendsToMeanwhileIsLeft() throws IOException {
    MemoryHdfs.Entry left = hdfs().put(FILE, first(BLOCK));
    hdfs().failConcat(refusal("hdfs.protocol.SnapshotException"));
    FSDataInputStream in = open();
    upload().resume(in, LENGTH);
    left.setBytes(new byte[BLOCK + 1]);
    assertThatThrownBy(() -> upload().write(in, told()))
        .isInstanceOf(PathIOException.class)
        .hasMessageContaining("another writes to it at the same time");
    assertThat(left.getBytes()).hasSize(BLOCK + 1);
  }
}
