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

import java.io.FileNotFoundException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;

import org.apache.hadoop.fs.FileIds;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.fs.smarth.copy.Upload;
import org.apache.hadoop.hdfs.BackgroundClose;

/**
 * A target that is being copied. Only what this process has created may be
 * deleted if the copy does not end: under either name another file may have
 * been before, and may be by now. Told by the thread that copies, and asked by
 * the one that ends the process.
 */
final class Unfinished implements Upload.Creation {
  private final PathData target;
  private final Path written;
  private final LongConsumer sentListener;
  private volatile boolean asked;
  private volatile boolean created;
  private volatile long id = FileIds.UNKNOWN;
  private final AtomicBoolean ended = new AtomicBoolean();
  // Of who deletes it.
  private boolean maybeLate;

  /** What is read, for stock's code, which tells what it has created for it. */
  private static final class Source extends FilterInputStream {
    private final Unfinished file;

    Source(InputStream in, Unfinished file) {
      super(in);
      this.file = file;
    }
  }

  /**
   * @param target as it was before
   * @param written its name until it is complete, or the target's
   * @param sentListener told when it is sent, but datanodes have yet to store
   *     it, how many bytes of memory it may hold until then; null if nothing
   *     else is sent meanwhile
   */
  Unfinished(PathData target, Path written, LongConsumer sentListener) {
    this.target = target;
    this.written = written;
    this.sentListener = sentListener;
  }

  /** @return the same; whoever creates a file for it tells of that. */
  InputStream source(InputStream in) {
    return new Source(in, this);
  }

  /** Called by stock's code before it creates a file for what it reads. */
  static void begins(InputStream in) throws IOException {
    if (in instanceof Source) {
      ((Source) in).file.begins();
    }
  }

  /** Called by stock's code when it has created that. */
  static void created(InputStream in, OutputStream out) {
    if (in instanceof Source) {
      Unfinished file = ((Source) in).file;
      file.created(FileIds.of(out));
      file.opened(out);
    }
  }

  @Override
  public void begins() throws InterruptedIOException {
    asked = true;
    if (ended.get()) {
      throw new InterruptedIOException(written + " is not begun");
    }
  }

  @Override
  public void created(long fileId) {
    id = fileId;
    created = true;
  }

  @Override
  public void opened(OutputStream out) {
    if (sentListener == null) {
      return;
    }
    try {
      BackgroundClose.whenSent(out, sentListener);
    } catch (LinkageError e) {
      // A client of HDFS that is not ours, or none.
      return;
    }
  }

  PathData getTarget() {
    return target;
  }

  Path getWritten() {
    return written;
  }

  private boolean isDirect() {
    return written.equals(target.path);
  }

  /** @return whether it is complete, though its copy may not have heard so. */
  boolean isThere() {
    try {
      if (!created || isDirect()) {
        return false;
      }
      if (id != FileIds.UNKNOWN) {
        return FileIds.at(target.fs, target.path) == id;
      }
      if (target.fs.exists(written)) {
        return false;
      }
      FileStatus now = target.fs.getFileStatus(target.path);
      return !target.exists || now.getModificationTime()
          != target.stat.getModificationTime();
    } catch (IOException | RuntimeException e) {
      // Others are looked at all the same.
      return false;
    }
  }

  /**
   * Of its copy and who deletes it the first one ends it: a copy that comes
   * later has failed, and what is copied is not deleted.
   *
   * @return whether nobody has ended it before
   */
  boolean end() {
    return ended.compareAndSet(false, true);
  }

  /**
   * Deletes what was written so far, and what an interrupted create may have
   * made under a temporary name.
   *
   * @return whether it is gone; false if it has ended, there is something
   *     else, or nothing was created
   * @throws IOException if it is there
   */
  boolean delete() throws IOException {
    if (!end()) {
      return false;
    }
    if (!asked && !created) {
      return false;
    }
    if (!created) {
      // As in stock: it may have been, and its writer was interrupted.
      boolean deleted = !isDirect() && target.fs.delete(written, false);
      maybeLate = !deleted && !isDirect();
      return deleted;
    }
    try {
      if (id != FileIds.UNKNOWN && FileIds.at(target.fs, written) != id) {
        return false;
      }
    } catch (FileNotFoundException e) {
      return true;
    }
    if (mayBeAll() && target.fs.exists(written)) {
      throw new PathIOException(written.toString(),
          "may be all that is there");
    }
    return target.fs.delete(written, false) || !target.fs.exists(written);
  }

  /**
   * @return whether it was not there to be deleted, but may still come: of two
   *     calls the NameNode may do the second one first
   */
  boolean maybeLate() {
    return maybeLate;
  }

  /**
   * Deletes one that has come late. What has a block is another's.
   *
   * @return whether it had come
   */
  boolean deleteLate() throws IOException {
    maybeLate = false;
    try {
      return FileIds.isEmpty(target.fs, written)
          && target.fs.delete(written, false);
    } catch (FileNotFoundException e) {
      maybeLate = true;
      return false;
    }
  }

  /** @return whether an old file is gone, or cannot be told from the new. */
  private boolean mayBeAll() throws IOException {
    if (!target.exists) {
      return false;
    }
    return id == FileIds.UNKNOWN
        || !isDirect() && !target.fs.exists(target.path);
  }
}
