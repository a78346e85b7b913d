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

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileIds;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.util.DataChecksum;
import org.apache.hadoop.util.Time;

/**
 * One file on its way to HDFS, which knows the checksum of what it was given.
 * It can go on with what an earlier one left: blocks that are there as a whole,
 * and are what the source has now, are not sent again. The others go to a
 * second file, through as many pipelines as any, which is appended in the end;
 * if HDFS refuses that, as for files in a snapshot, they are sent once more.
 * Nothing is read back from HDFS. Used by one thread.
 */
public final class Upload {
  /** What is told of the file that is written. */
  public interface Creation {
    /**
     * It is there soon, if nothing fails.
     *
     * @throws IOException if nothing is to be created
     */
    void begins() throws IOException;

    /** @param fileId of what is there now, or {@link FileIds#UNKNOWN} */
    void created(long fileId);

    /** @param out what all of the source is written to. */
    void opened(OutputStream out);
  }

  /** What an earlier upload left is of no use. */
  private static final class UselessException extends IOException {
    private static final long serialVersionUID = 1L;

    UselessException(String why) {
      super(why);
    }
  }

  /** HDFS has something else than was taken from the source. */
  public static final class DifferentException extends PathIOException {
    private static final long serialVersionUID = 1L;

    DifferentException(Path file, String how) {
      super(file.toString(), how);
    }
  }

  /** The end of the names of files that are not complete. */
  public static final String TEMPORARY = "._COPYING_";
  /** The same, of what such a file has yet to be appended. */
  public static final String REST = TEMPORARY + "._REST_";
  /** After that a datanode that is to recover the last block is dead. */
  private static final long LEASE_MILLIS = TimeUnit.MINUTES.toMillis(2);
  private static final long LEASE_ASKED_MILLIS = TimeUnit.SECONDS.toMillis(10);
  private static final long LEASE_POLL_MILLIS = 100;
  private static final long RENEWAL_MILLIS = TimeUnit.MINUTES.toMillis(1);
  private static final int BUFFER = 128 * 1024;

  private final DistributedFileSystem fs;
  private final Path file;
  private final Path rest;
  private final boolean overwrite;
  private final LongConsumer progress;
  private final DataChecksum crc;
  private final long blockSize;
  private BlockChecksums sums;
  // Whether what an earlier upload left was looked for.
  private boolean resuming;
  // What an earlier upload left, in bytes.
  private long left;
  // Whether each is this upload's, to be deleted if it fails, and its id.
  private boolean fileMade;
  private long fileId = FileIds.UNKNOWN;
  private boolean restMade;
  private long restId = FileIds.UNKNOWN;

  /**
   * @param fs where it goes to
   * @param file its name there until it is complete
   * @param overwrite whether what has that name may be lost
   * @param progress is told of bytes that are taken from the source; negative
   *     if they have to be taken again
   * @throws IllegalArgumentException if the file system keeps no checksums
   */
  public Upload(DistributedFileSystem fs, Path file, boolean overwrite,
      LongConsumer progress) {
    this.fs = fs;
    this.file = file;
    this.overwrite = overwrite;
    this.progress = progress;
    rest = rest(file);
    crc = fs.getClient().getConf().createChecksum(null);
    blockSize = fs.getDefaultBlockSize(file);
    sums = new BlockChecksums(crc, blockSize);
  }

  /** @return the name of what that file has yet to be appended. */
  public static Path rest(Path file) {
    return file.suffix(REST.substring(TEMPORARY.length()));
  }

  /**
   * Looks for what an earlier upload left.
   *
   * @param in the source at its begin; afterwards at the first byte that has
   *     to be sent
   * @param length of the source
   * @return null, or why nothing that is there can be used
   * @throws IOException if that cannot be found out now; what is there stays
   */
  public String resume(FSDataInputStream in, long length) throws IOException {
    resuming = true;
    if (!renew(file)) {
      fs.delete(rest, false);
      return null;
    }
    renew(rest);
    long renewed = Time.monotonicNow();
    try {
      left = keepWholeBlocks(length);
    } catch (UselessException e) {
      return startAgain(in, e.getMessage());
    }
    // Of what is compared, in case another takes its place.
    fileId = FileIds.at(fs, file);
    FileChecksum there = checksum(left);
    byte[] buffer = new byte[BUFFER];
    while (sums.getLength() < left) {
      int read = in.read(buffer, 0,
          (int) Math.min(BUFFER, left - sums.getLength()));
      if (read < 0) {
        return startAgain(in, "the source has become shorter");
      }
      add(buffer, read);
      if (Time.monotonicNow() - renewed > RENEWAL_MILLIS) {
        renewed = Time.monotonicNow();
        renew(file);
      }
    }
    if (!sums.finish().equals(there)) {
      return startAgain(in, "the source or the kind of checksums is another");
    }
    fileMade = true;
    return null;
  }

  /**
   * @param in the source
   * @return whether the file is complete, and the same as the source, whatever
   *     its blocks and its kind of checksums
   */
  public boolean isSame(InputStream in) throws IOException {
    FileStatus status = fs.getFileStatus(file);
    if (status.isEncrypted() || StoredFile.isStriped(status)) {
      return false;
    }
    if (status.getLen() == 0) {
      return in.read() < 0;
    }
    FileChecksum there = checksum(Long.MAX_VALUE);
    // Of several kinds HDFS makes none.
    Options.ChecksumOpt kind = there == null ? null : there.getChecksumOpt();
    if (kind == null || kind.getBytesPerChecksum() <= 0) {
      return false;
    }
    sums = new BlockChecksums(DataChecksum.newDataChecksum(
        kind.getChecksumType(), kind.getBytesPerChecksum()),
        status.getBlockSize());
    byte[] buffer = new byte[BUFFER];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      add(buffer, read);
    }
    boolean same = sums.finish().equals(there);
    if (!same) {
      progress.accept(-sums.getLength());
    }
    return same;
  }

  /** @param length of its begin, in bytes. */
  private FileChecksum checksum(long length) throws IOException {
    try {
      return StoredFile.checksum(fs, file, length);
    } catch (IOException e) {
      throw new PathIOException(file.toString(), e);
    }
  }

  private String startAgain(FSDataInputStream in, String why)
      throws IOException {
    progress.accept(-sums.getLength());
    sums = new BlockChecksums(crc, blockSize);
    left = 0;
    in.seek(0);
    fs.delete(file, false);
    fs.delete(rest, false);
    return why;
  }

  /**
   * What is gone on with is no longer old, for those who clean up.
   *
   * @return whether it is there
   */
  private boolean renew(Path path) throws IOException {
    try {
      fs.setTimes(path, Time.now(), -1);
      return true;
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  private boolean exists(Path path) throws IOException {
    try {
      fs.getFileStatus(path);
      return true;
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  /** @return how many bytes the blocks have that are there as a whole. */
  private long keepWholeBlocks(long length) throws IOException {
    long whole = wholeBlocks(file);
    if (exists(rest)) {
      if (wholeBlocks(rest) > 0 && concat()) {
        whole = fs.getFileStatus(file).getLen();
      } else {
        fs.delete(rest, false);
      }
    }
    if (whole > length) {
      throw new UselessException("the source has become shorter");
    }
    return whole;
  }

  private long wholeBlocks(Path path) throws IOException {
    recoverLease(path);
    FileStatus status = fs.getFileStatus(path);
    if (status.isEncrypted()) {
      throw new UselessException("encrypted files cannot be compared");
    }
    if (StoredFile.isStriped(status)) {
      throw new UselessException("erasure-coded files cannot be compared");
    }
    if (status.getBlockSize() != blockSize) {
      throw new UselessException("blocks were to have "
          + status.getBlockSize() + " bytes, and now " + blockSize);
    }
    long whole = status.getLen() - status.getLen() % blockSize;
    if (whole == 0 && path.equals(file)) {
      throw new UselessException("it had less than a block");
    }
    // At the end of a block this needs no recovery.
    if (whole < status.getLen() && !fs.truncate(path, whole)) {
      throw new IOException("the end of " + path + " is being recovered");
    }
    return whole;
  }

  private void recoverLease(Path path) throws IOException {
    long began = Time.monotonicNow();
    long asked = began;
    boolean closed = fs.recoverLease(path);
    while (!closed) {
      long now = Time.monotonicNow();
      if (now - began > LEASE_MILLIS) {
        throw new IOException("the lease of " + path + " is not recovered");
      }
      try {
        TimeUnit.MILLISECONDS.sleep(LEASE_POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw (IOException) new InterruptedIOException(
            "interrupted while the lease of " + path + " is recovered")
                .initCause(e);
      }
      if (now - asked > LEASE_ASKED_MILLIS) {
        asked = now;
        closed = fs.recoverLease(path);
      } else {
        closed = fs.isFileClosed(path);
      }
    }
  }

  /** @return how many bytes need not be sent. */
  public long getLeft() {
    return left;
  }

  /**
   * Sends what the source still has, until its end.
   *
   * @param in the source; can be read again if something was left
   * @param creation is told of the file
   */
  public void write(InputStream in, Creation creation) throws IOException {
    if (left > 0) {
      if (!(in instanceof FSDataInputStream)) {
        throw new IllegalArgumentException(file + ": the source of what is left"
            + " has to be read again");
      }
      creation.created(fileId);
      writeRest((FSDataInputStream) in);
      return;
    }
    if (overwrite && !resuming) {
      // Nobody would append it.
      fs.delete(rest, false);
    }
    creation.begins();
    FSDataOutputStream out = fs.create(file, overwrite);
    fileId = FileIds.of(out);
    fileMade = true;
    creation.created(fileId);
    creation.opened(out);
    send(in, out);
  }

  private void writeRest(FSDataInputStream in) throws IOException {
    BlockChecksums before = sums.copy();
    FSDataOutputStream out = createRest();
    if (out != null) {
      restId = FileIds.of(out);
      restMade = true;
      send(in, out);
      if (sums.getLength() > left && concat()) {
        return;
      }
      fs.delete(rest, false);
      if (sums.getLength() == left) {
        return;
      }
    }
    // Sent once more, by one pipeline at a time. That HDFS always takes.
    progress.accept(left - sums.getLength());
    sums = before;
    in.seek(left);
    if (fs.getFileStatus(file).getLen() != left) {
      throw new PathIOException(file.toString(),
          "another writes to it at the same time");
    }
    send(in, fs.append(file));
  }

  /** @return null if its name would be too long. */
  private FSDataOutputStream createRest() throws IOException {
    try {
      return fs.create(rest, true);
    } catch (RemoteException e) {
      if (e.getClassName().endsWith("$PathComponentTooLongException")) {
        return null;
      }
      throw e;
    }
  }

  /** @return whether the rest is appended; false if HDFS does so never. */
  private boolean concat() throws IOException {
    try {
      fs.concat(file, new Path[] {rest});
      return true;
    } catch (RemoteException e) {
      // A file in a snapshot stays there.
      if (e.getClassName().endsWith(".SnapshotException")
          || e.getClassName().endsWith(".HadoopIllegalArgumentException")) {
        return false;
      }
      throw e;
    }
  }

  private void send(InputStream in, FSDataOutputStream out)
      throws IOException {
    byte[] buffer = new byte[BUFFER];
    try {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        add(buffer, read);
        out.write(buffer, 0, read);
      }
      out.close();
    } finally {
      // A stream that failed throws the same once more.
      IOUtils.closeStream(out);
    }
  }

  private void add(byte[] buffer, int count) throws IOException {
    CopyCounts.checkNotInterrupted();
    sums.update(buffer, 0, count);
    progress.accept(count);
  }

  /** Leaves all files as they are that this process writes there. */
  public static void abortAll(FileSystem fs) {
    if (fs instanceof DistributedFileSystem) {
      ((DistributedFileSystem) fs).getClient().closeAllFilesBeingWritten(true);
    }
  }

  /** @throws PathIOException if the file could not be verified. */
  public void checkVerifiable() throws IOException {
    FileStatus directory = fs.getFileStatus(file.getParent());
    if (directory.isEncrypted()) {
      throw new PathIOException(file.toString(),
          "Encrypted files cannot be verified");
    }
    if (StoredFile.isStriped(directory)) {
      throw new PathIOException(file.toString(),
          "Erasure-coded files cannot be verified");
    }
  }

  /**
   * Compares what HDFS has with what was taken from the source.
   *
   * @throws DifferentException if they differ
   * @throws IOException if that cannot be found out now
   */
  public void verify() throws IOException {
    FileChecksum expected = sums.finish();
    FileChecksum there = checksum(Long.MAX_VALUE);
    if (!expected.equals(there)) {
      throw new DifferentException(file,
          "HDFS has " + there + ", and what was read has " + expected);
    }
  }

  /** Deletes what an earlier upload left and nobody writes, as it is done. */
  public void deleteLeft() throws IOException {
    deleteClosed(file);
    deleteClosed(rest);
  }

  private void deleteClosed(Path path) throws IOException {
    try {
      if (fs.isFileClosed(path)) {
        fs.delete(path, false);
      }
    } catch (FileNotFoundException e) {
      // Nothing was left.
      return;
    }
  }

  /** @return whether the file has that name now. */
  public boolean isAt(Path path) {
    try {
      return fileId != FileIds.UNKNOWN && FileIds.at(fs, path) == fileId;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * @return whether all that was written has that name now
   * @throws FileNotFoundException if nothing has
   */
  public boolean isAllAt(Path path, boolean orAppended) throws IOException {
    long more = fs.getFileStatus(path).getLen() - sums.getLength();
    return (more == 0 || more > 0 && orAppended)
        && (fileId == FileIds.UNKNOWN || FileIds.at(fs, path) == fileId);
  }

  /**
   * Deletes what this upload has created or gone on with, as nobody will go on
   * with it. What else has or gets these names stays.
   */
  public void delete() throws IOException {
    delete(file, fileMade, fileId);
    delete(rest, restMade, restId);
  }

  private void delete(Path path, boolean made, long id) throws IOException {
    try {
      if (made && (id == FileIds.UNKNOWN || FileIds.at(fs, path) == id)) {
        fs.delete(path, false);
      }
    } catch (FileNotFoundException e) {
      // It has another name by now, or none.
      return;
    }
  }
}
