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
import java.io.OutputStream;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileIds;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.impl.DfsClientConf;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.util.DataChecksum;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

public class UploadTest {
  private static final int CHUNK = 512;
  private static final int BLOCK = 4 * CHUNK;
  private static final Path PARENT = new Path("/dir");
  private static final Path FILE = new Path(PARENT, "f._COPYING_");
  private static final Path REST = new Path(PARENT, "f._COPYING_._REST_");
  /** Two blocks and a part of one. */
  private static final int LENGTH = 2 * BLOCK + 700;

  @Rule
  public final Timeout timeout = Timeout.seconds(60);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private final byte[] source = new byte[LENGTH];
  private final AtomicLong taken = new AtomicLong();
  private final Told told = new Told();
  private MemoryHdfs hdfs;
  private Upload upload;

  @Before
  public void makeSource() throws IOException {
    new Random(1).nextBytes(source);
    hdfs = new MemoryHdfs();
    upload = new Upload(hdfs, FILE, true, taken::addAndGet);
  }

  @After
  public void clearInterrupt() {
    Thread.interrupted();
  }

  /** What is told of the file. */
  private static final class Told implements Upload.Creation {
    private boolean begun;
    private long created = FileIds.UNKNOWN;
    private int opened;

    @Override
    public void begins() {
      begun = true;
    }

    @Override
    public void created(long fileId) {
      created = fileId;
    }

    @Override
    public void opened(OutputStream out) {
      opened++;
    }
  }

  private FSDataInputStream open() throws IOException {
    return open(source);
  }

  private FSDataInputStream open(byte[] content) throws IOException {
    java.nio.file.Path path = folder.getRoot().toPath().resolve("source");
    Files.write(path, content);
    return FileSystem.getLocal(new Configuration(false)).getRaw()
        .open(new Path(path.toUri()));
  }

  private byte[] first(int length) {
    return Arrays.copyOf(source, length);
  }

  /** Goes on with what is there, and writes. @return what resume returns. */
  private String resumeAndWrite() throws IOException {
    try (FSDataInputStream in = open()) {
      String why = upload.resume(in, source.length);
      upload.write(in, told);
      return why;
    }
  }

  /** However it came there, and whatever had to be read twice. */
  private void assertComplete() throws IOException {
    assertThat(hdfs.files).containsOnlyKeys(FILE);
    assertThat(hdfs.files.get(FILE).bytes).isEqualTo(source);
    assertThat(hdfs.files.get(FILE).closed).isTrue();
    assertThat(taken.get()).isEqualTo(source.length);
    upload.verify();
  }

  // ---- A new file. ----

  @Test
  public void theSourceIsWrittenAndCompared() throws IOException {
    try (FSDataInputStream in = open()) {
      upload.write(in, told);
    }
    assertComplete();
    assertThat(told.begun).isTrue();
    assertThat(told.created).isEqualTo(hdfs.files.get(FILE).id);
    assertThat(told.opened).isEqualTo(1);
    assertThat(upload.getLeft()).isZero();
  }

  @Test
  public void anEmptySourceIsAnEmptyFile() throws IOException {
    upload.write(new ByteArrayInputStream(new byte[0]), told);
    assertThat(hdfs.files.get(FILE).bytes).isEmpty();
    upload.verify();
    hdfs.files.get(FILE).bytes = new byte[1];
    assertThatThrownBy(upload::verify)
        .isInstanceOf(Upload.DifferentException.class);
  }

  @Test
  public void abortingLeavesAllFilesOfTheClientAsTheyAre() throws IOException {
    Upload.abortAll(FileSystem.getLocal(new Configuration(false)));
    verify(hdfs.client, never()).closeAllFilesBeingWritten(true);
    Upload.abortAll(hdfs);
    verify(hdfs.client).closeAllFilesBeingWritten(true);
  }

  @Test
  public void whatHdfsHasElseIsNamed() throws IOException {
    upload.write(open(), told);
    hdfs.files.get(FILE).bytes[BLOCK] ^= 1;
    assertThatThrownBy(upload::verify)
        .isInstanceOf(Upload.DifferentException.class)
        .hasMessageContaining(FILE.toString());
  }

  @Test
  public void aChecksumThatHdfsRefusesIsNoDifference() throws IOException {
    upload.write(open(), told);
    hdfs.checksumFailure = new IOException("no replica is there");
    assertThatThrownBy(upload::verify).isInstanceOf(PathIOException.class)
        .isNotInstanceOf(Upload.DifferentException.class)
        .hasMessageContaining("no replica is there");
  }

  @Test
  public void whatIsThereIsNotOverwrittenUnlessThatIsAskedFor()
      throws IOException {
    hdfs.put(FILE, new byte[1]);
    hdfs.put(REST, new byte[1]);
    Upload careful = new Upload(hdfs, FILE, false, taken::addAndGet);
    assertThatThrownBy(() -> careful.write(open(), told))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(told.created).isEqualTo(FileIds.UNKNOWN);
    careful.delete();
    assertThat(hdfs.files).containsOnlyKeys(FILE, REST);
    upload.write(open(), told);
    assertComplete();
  }

  @Test
  public void aFileThatCannotBeClosedIsNotWritten() throws IOException {
    hdfs.closeFailure = new IOException("a pipeline failed");
    FSDataInputStream in = open();
    assertThatThrownBy(() -> upload.write(in, told))
        .isSameAs(hdfs.closeFailure);
  }

  @Test
  public void anInterruptionEndsItAndClosesTheFile() throws IOException {
    FSDataInputStream in = open();
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> upload.write(in, told))
        .isInstanceOf(InterruptedIOException.class);
    assertThat(hdfs.files.get(FILE).closed).isTrue();
    assertThat(hdfs.files.get(FILE).bytes).isEmpty();
  }

  @Test
  public void inAnEncryptedDirectoryNothingCanBeVerified()
      throws IOException {
    hdfs.put(PARENT, new byte[0]);
    upload.checkVerifiable();
    hdfs.files.get(PARENT).encrypted = true;
    assertThatThrownBy(upload::checkVerifiable)
        .isInstanceOf(PathIOException.class)
        .hasMessageContaining("Encrypted files cannot be verified");
  }

  // ---- What an earlier upload left. ----

  @Test
  public void whereNothingWasLeftAllIsSent() throws IOException {
    hdfs.put(REST, new byte[BLOCK]);
    assertThat(resumeAndWrite()).isNull();
    assertThat(upload.getLeft()).isZero();
    assertComplete();
  }

  @Test
  public void wholeBlocksAreNotSentAgain() throws IOException {
    MemoryHdfs.Entry left = hdfs.put(FILE, first(BLOCK + 600));
    assertThat(resumeAndWrite()).isNull();
    assertThat(upload.getLeft()).isEqualTo(BLOCK);
    assertThat(told.begun).isFalse();
    assertThat(told.created).isEqualTo(left.id);
    assertThat(hdfs.files.get(FILE)).isSameAs(left);
    assertThat(hdfs.appends).isZero();
    // Else who cleans up would take it for one that nobody goes on with.
    assertThat(left.modified).isPositive();
    assertComplete();
  }

  @Test
  public void whatHasYetToBeAppendedIsAppendedFirst() throws IOException {
    hdfs.put(FILE, first(BLOCK));
    MemoryHdfs.Entry more = hdfs.put(REST,
        Arrays.copyOfRange(source, BLOCK, 2 * BLOCK + 300));
    assertThat(resumeAndWrite()).isNull();
    assertThat(upload.getLeft()).isEqualTo(2 * BLOCK);
    assertThat(more.modified).isPositive();
    assertComplete();
  }

  @Test
  public void aRestOfLessThanABlockIsSentAgain() throws IOException {
    hdfs.put(FILE, first(BLOCK));
    hdfs.put(REST, Arrays.copyOfRange(source, BLOCK, BLOCK + 300));
    assertThat(resumeAndWrite()).isNull();
    assertThat(upload.getLeft()).isEqualTo(BLOCK);
    assertComplete();
  }

  @Test
  public void whereAllBlocksAreThereNothingIsSent() throws IOException {
    byte[] whole = first(2 * BLOCK);
    hdfs.put(FILE, whole);
    try (FSDataInputStream in = open(whole)) {
      assertThat(upload.resume(in, whole.length)).isNull();
      assertThat(upload.getLeft()).isEqualTo(2 * BLOCK);
      upload.write(in, told);
    }
    assertThat(hdfs.files).containsOnlyKeys(FILE);
    assertThat(hdfs.files.get(FILE).bytes).isEqualTo(whole);
    assertThat(hdfs.appends).isZero();
    upload.verify();
  }

  @Test
  public void aSourceThatChangedIsSentAsAWhole() throws IOException {
    MemoryHdfs.Entry left = hdfs.put(FILE, first(2 * BLOCK));
    hdfs.put(REST, new byte[10]);
    left.bytes[3] ^= 1;
    assertThat(resumeAndWrite()).isEqualTo(
        "the source or the kind of checksums is another");
    assertThat(upload.getLeft()).isZero();
    assertThat(told.created).isNotEqualTo(left.id);
    assertComplete();
  }

  @Test
  public void aSourceThatIsShorterThanWhatIsThereIsSentAsAWhole()
      throws IOException {
    hdfs.put(FILE, new byte[3 * BLOCK]);
    assertThat(resumeAndWrite()).isEqualTo("the source has become shorter");
    assertComplete();
  }

  @Test
  public void aSourceThatIsCutWhileItIsComparedIsSentAsAWhole()
      throws IOException {
    hdfs.put(FILE, first(2 * BLOCK));
    try (FSDataInputStream in = open()) {
      Files.write(folder.getRoot().toPath().resolve("source"), first(100));
      assertThat(upload.resume(in, source.length))
          .isEqualTo("the source has become shorter");
      assertThat(in.getPos()).isZero();
    }
    assertThat(hdfs.files).isEmpty();
    assertThat(taken.get()).isZero();
  }

  @Test
  public void lessThanABlockIsOfNoUse() throws IOException {
    hdfs.put(FILE, first(BLOCK - 1));
    assertThat(resumeAndWrite()).isEqualTo("it had less than a block");
    assertComplete();
  }

  @Test
  public void blocksOfAnotherSizeAreOfNoUse() throws IOException {
    hdfs.put(FILE, first(2 * BLOCK)).blockSize = 2 * BLOCK;
    assertThat(resumeAndWrite()).isEqualTo("blocks were to have " + 2 * BLOCK
        + " bytes, and now " + BLOCK);
    assertComplete();
  }

  @Test
  public void anEncryptedFileIsOfNoUse() throws IOException {
    hdfs.put(FILE, first(2 * BLOCK)).encrypted = true;
    assertThat(resumeAndWrite())
        .isEqualTo("encrypted files cannot be compared");
    assertComplete();
  }

  @Test
  public void aFileThatIsStillWrittenIsWaitedFor() throws IOException {
    MemoryHdfs.Entry open = hdfs.put(FILE, first(BLOCK));
    open.closed = false;
    open.polls = 3;
    assertThat(resumeAndWrite()).isNull();
    assertThat(upload.getLeft()).isEqualTo(BLOCK);
    assertComplete();
  }

  @Test
  public void anInterruptionEndsTheWaitAndLeavesWhatIsThere()
      throws IOException {
    hdfs.put(FILE, first(BLOCK)).closed = false;
    FSDataInputStream in = open();
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> upload.resume(in, LENGTH))
        .isInstanceOf(InterruptedIOException.class)
        .hasMessageContaining("lease of " + FILE);
    assertThat(Thread.interrupted()).isTrue();
    upload.delete();
    assertThat(hdfs.files).containsOnlyKeys(FILE);
  }

  @Test
  public void theSourceOfWhatIsLeftHasToBeReadAgain() throws IOException {
    hdfs.put(FILE, first(BLOCK));
    upload.resume(open(), LENGTH);
    assertThatThrownBy(
        () -> upload.write(new ByteArrayInputStream(source), told))
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
      hdfs.put(FILE, first(BLOCK));
      hdfs.concatFailure = refusal(name);
      assertThat(resumeAndWrite()).isNull();
      assertThat(hdfs.appends).isEqualTo(1);
      assertComplete();
      makeSource();
      taken.set(0);
    }
  }

  @Test
  public void aRestWithTooLongANameIsSentToTheFileItself()
      throws IOException {
    hdfs.put(FILE, first(BLOCK));
    hdfs.createFailure = refusal(
        "hdfs.protocol.FSLimitException$PathComponentTooLongException");
    assertThat(resumeAndWrite()).isNull();
    assertThat(hdfs.appends).isEqualTo(1);
    assertComplete();
  }

  @Test
  public void anyOtherRefusalFailsTheUpload() throws IOException {
    hdfs.put(FILE, first(BLOCK));
    hdfs.concatFailure = refusal("security.AccessControlException");
    assertThatThrownBy(this::resumeAndWrite).isSameAs(hdfs.concatFailure);
    // The next one goes on with what was sent.
    assertThat(hdfs.files.get(REST).bytes)
        .isEqualTo(Arrays.copyOfRange(source, BLOCK, LENGTH));
    upload.delete();
    assertThat(hdfs.files).isEmpty();

    makeSource();
    hdfs.put(FILE, first(BLOCK));
    hdfs.createFailure = refusal("hdfs.protocol.NSQuotaExceededException");
    assertThatThrownBy(this::resumeAndWrite).isSameAs(hdfs.createFailure);
    assertThat(hdfs.appends).isZero();
  }

  @Test
  public void aFileThatAnotherAppendsToMeanwhileIsLeft() throws IOException {
    MemoryHdfs.Entry left = hdfs.put(FILE, first(BLOCK));
    hdfs.concatFailure = refusal("hdfs.protocol.SnapshotException");
    FSDataInputStream in = open();
    upload.resume(in, LENGTH);
    left.bytes = new byte[BLOCK + 1];
    assertThatThrownBy(() -> upload.write(in, told))
        .isInstanceOf(PathIOException.class)
        .hasMessageContaining("another writes to it at the same time");
    assertThat(left.bytes).hasSize(BLOCK + 1);
  }

  // ---- Whether a file is there as a whole. ----

  private boolean isSame() throws IOException {
    return upload.isSame(new ByteArrayInputStream(source));
  }

  @Test
  public void aFileIsTheSameWhateverItsBlocksAndChecksums()
      throws IOException {
    MemoryHdfs.Entry there = hdfs.put(FILE, source.clone());
    there.blockSize = 3 * BLOCK;
    there.type = DataChecksum.Type.CRC32;
    assertThat(isSame()).isTrue();
    assertThat(taken.get()).isEqualTo(LENGTH);
    there.bytes[LENGTH - 1] ^= 1;
    assertThat(isSame()).isFalse();
    // What was compared in vain has to be read again.
    assertThat(taken.get()).isEqualTo(LENGTH);
  }

  @Test
  public void whatCannotBeComparedIsNotTheSame() throws IOException {
    MemoryHdfs.Entry there = hdfs.put(FILE, source.clone());
    there.encrypted = true;
    assertThat(isSame()).isFalse();
    there.encrypted = false;
    there.type = DataChecksum.Type.MIXED;
    assertThat(isSame()).isFalse();
    there.type = DataChecksum.Type.CRC32C;
    assertThat(isSame()).isTrue();
  }

  @Test
  public void anEmptyFileIsThatOfAnEmptySource() throws IOException {
    hdfs.put(FILE, new byte[0]);
    assertThat(isSame()).isFalse();
    assertThat(upload.isSame(new ByteArrayInputStream(new byte[0]))).isTrue();
  }

  // ---- The file's names, and its end. ----

  @Test
  public void whatWasWrittenIsFoundUnderItsNewName() throws IOException {
    Path renamed = new Path(PARENT, "f");
    assertThat(upload.isAt(FILE)).isFalse();
    upload.write(open(), told);
    assertThat(upload.isAt(FILE)).isTrue();
    assertThat(upload.isAt(renamed)).isFalse();
    assertThatThrownBy(() -> upload.isAllAt(renamed, false))
        .isInstanceOf(FileNotFoundException.class);
    MemoryHdfs.Entry entry = hdfs.files.remove(FILE);
    hdfs.files.put(renamed, entry);
    assertThat(upload.isAllAt(renamed, false)).isTrue();
    entry.bytes = Arrays.copyOf(entry.bytes, LENGTH + 1);
    assertThat(upload.isAllAt(renamed, false)).isFalse();
    assertThat(upload.isAllAt(renamed, true)).isTrue();
    entry.bytes = first(LENGTH - 1);
    assertThat(upload.isAllAt(renamed, true)).isFalse();
    hdfs.put(renamed, source.clone());
    assertThat(upload.isAllAt(renamed, false)).isFalse();
    assertThat(upload.isAt(renamed)).isFalse();
  }

  @Test
  public void onlyItsOwnFileIsDeleted() throws IOException {
    MemoryHdfs.Entry another = hdfs.put(FILE, new byte[1]);
    upload.delete();
    assertThat(hdfs.files).containsOnlyKeys(FILE);
    upload.write(open(), told);
    MemoryHdfs.Entry own = hdfs.files.put(FILE, another);
    upload.delete();
    assertThat(hdfs.files).containsOnlyKeys(FILE);
    hdfs.files.put(FILE, own);
    upload.delete();
    assertThat(hdfs.files).isEmpty();
    upload.delete();
  }

  @Test
  public void whatWasLeftIsDeletedUnlessSomebodyWritesIt()
      throws IOException {
    upload.deleteLeft();
    hdfs.put(FILE, new byte[1]);
    hdfs.put(REST, new byte[1]).closed = false;
    upload.deleteLeft();
    assertThat(hdfs.files).containsOnlyKeys(REST);
    hdfs.files.get(REST).closed = true;
    upload.deleteLeft();
    assertThat(hdfs.files).isEmpty();
  }

  /** Files of HDFS in memory, as far as an upload asks for them. */
  private static final class MemoryHdfs extends DistributedFileSystem {
    /** A file. */
    private static final class Entry {
      private byte[] bytes = {};
      private final long id;
      private long blockSize = BLOCK;
      private DataChecksum.Type type = DataChecksum.Type.CRC32C;
      private boolean encrypted;
      private boolean closed = true;
      /** How often it is asked for before its lease is recovered. */
      private int polls;
      private long modified;

      private Entry(long id) {
        this.id = id;
      }
    }

    private final Map<Path, Entry> files = new HashMap<>();
    /** What is thrown instead. */
    private IOException createFailure;
    private IOException concatFailure;
    private IOException checksumFailure;
    private IOException closeFailure;
    private int appends;
    private final DFSClient client = mock(DFSClient.class);
    private long lastId;

    private MemoryHdfs() throws IOException {
      Configuration conf = new Configuration(false);
      conf.setInt("dfs.bytes-per-checksum", CHUNK);
      DfsClientConf ofClient = new DfsClientConf(conf);
      when(client.getConf()).thenReturn(ofClient);
      when(client.getFileInfo(anyString())).thenAnswer(call -> {
        Entry entry = files.get(new Path(call.<String>getArgument(0)));
        return entry == null ? null
            : new HdfsFileStatus(entry.bytes.length, false, 3, entry.blockSize, 0,
                0, null, null, null, null, new byte[0], entry.id, 0, null,
                (byte) 0);
      });
    }

    private Entry put(Path path, byte[] bytes) {
      Entry entry = new Entry(++lastId);
      entry.bytes = bytes;
      files.put(path, entry);
      return entry;
    }

    private Entry get(Path path) throws FileNotFoundException {
      Entry entry = files.get(path);
      if (entry == null) {
        throw new FileNotFoundException(path.toString());
      }
      return entry;
    }

    @Override
    public DFSClient getClient() {
      return client;
    }

    @Override
    public long getDefaultBlockSize(Path path) {
      return BLOCK;
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
      Entry entry = get(path);
      return new FileStatus(entry.bytes.length, false, 3, entry.blockSize, 0, 0,
          new FsPermission((short) 0644) {
            @Override
            public boolean getEncryptedBit() {
              return entry.encrypted;
            }
          }, "", "", path);
    }

    @Override
    public void setTimes(Path path, long modified, long accessed)
        throws IOException {
      get(path).modified = modified;
    }

    @Override
    public boolean delete(Path path, boolean recursive) {
      return files.remove(path) != null;
    }

    @Override
    public boolean recoverLease(Path path) throws IOException {
      return isFileClosed(path);
    }

    @Override
    public boolean isFileClosed(Path path) throws IOException {
      Entry entry = get(path);
      entry.closed |= entry.polls > 0 && --entry.polls == 0;
      return entry.closed;
    }

    @Override
    public boolean truncate(Path path, long length) throws IOException {
      get(path).bytes = Arrays.copyOf(get(path).bytes, (int) length);
      return true;
    }

    @Override
    public void concat(Path path, Path[] more) throws IOException {
      if (concatFailure != null) {
        throw concatFailure;
      }
      for (Path source : more) {
        append(get(path), get(source).bytes, 0, get(source).bytes.length);
        files.remove(source);
      }
    }

    private static void append(Entry entry, byte[] bytes, int from, int length) {
      int end = entry.bytes.length;
      entry.bytes = Arrays.copyOf(entry.bytes, end + length);
      System.arraycopy(bytes, from, entry.bytes, end, length);
    }

    @Override
    public FSDataOutputStream create(Path path, boolean overwrite)
        throws IOException {
      if (createFailure != null) {
        throw createFailure;
      }
      if (!overwrite && files.containsKey(path)) {
        throw new FileAlreadyExistsException(path.toString());
      }
      return writer(put(path, new byte[0]));
    }

    @Override
    public FSDataOutputStream append(Path path) throws IOException {
      appends++;
      return writer(get(path));
    }

    private FSDataOutputStream writer(Entry entry) throws IOException {
      entry.closed = false;
      DFSOutputStream out = mock(DFSOutputStream.class);
      when(out.getFileId()).thenReturn(entry.id);
      doAnswer(call -> {
        append(entry, call.getArgument(0), call.getArgument(1),
            call.getArgument(2));
        return null;
      }).when(out).write(any(byte[].class), anyInt(), anyInt());
      doAnswer(call -> {
        if (closeFailure != null) {
          throw closeFailure;
        }
        entry.closed = true;
        return null;
      }).when(out).close();
      return new FSDataOutputStream(out, null);
    }

    @Override
    public FileChecksum getFileChecksum(Path path, long length)
        throws IOException {
      if (checksumFailure != null) {
        throw checksumFailure;
      }
      Entry entry = get(path);
      if (entry.type == DataChecksum.Type.MIXED) {
        return null;
      }
      BlockChecksums sums = new BlockChecksums(
          DataChecksum.newDataChecksum(entry.type, CHUNK), entry.blockSize);
      sums.update(entry.bytes, 0, (int) Math.min(length, entry.bytes.length));
      return sums.finish();
    }
  }
}
