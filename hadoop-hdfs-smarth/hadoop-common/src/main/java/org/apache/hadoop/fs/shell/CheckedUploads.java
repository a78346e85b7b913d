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
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileIds;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathExistsException;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.fs.smarth.copy.CopyCounts;
import org.apache.hadoop.fs.smarth.copy.Upload;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Copies of files to HDFS that are gone on with or verified. Otherwise what is
 * there before and after is what it is with stock's put. Thread-safe.
 */
final class CheckedUploads {
  private final Command command;
  private final CopyCounts counts;
  // What mount tables lead to. Without a cache each one that is got is a client
  // of its own, which would stay open for each file. Guarded by itself.
  private final Map<String, PathData> roots = new HashMap<>();
  private CopyOptions options;

  CheckedUploads(Command command, CopyCounts counts) {
    this.command = command;
    this.counts = counts;
  }

  /** @param given what the command was told; before anything else. */
  void setOptions(CopyOptions given) {
    options = given;
  }

  /** @return whether files are not to be written as stock writes them. */
  boolean areWanted() {
    return options.isResume() || options.isVerify();
  }

  /**
   * Copies a file, or leaves the target as it is if it is equal.
   *
   * @param target as {@link #inHdfs} says
   * @param creation as {@link Upload#write} says
   */
  void copy(PathData src, PathData target, Upload.Creation creation)
      throws IOException {
    DistributedFileSystem hdfs = (DistributedFileSystem) target.fs;
    if (options.isResume()) {
      if (!src.toFile().isFile()) {
        throw notTwice(src.toString());
      }
      if (isThere(src, target, hdfs)) {
        counts.resumed(src.stat.getLen());
        upload(hdfs, target).deleteLeft();
        return;
      }
    }
    checkTarget(target);
    Upload upload = upload(hdfs, target);
    try (FSDataInputStream in = src.fs.open(src.path)) {
      if (options.isResume()) {
        String unusable = upload.resume(in, src.stat.getLen());
        if (unusable != null) {
          command.displayWarning("`" + target + "': starts again: " + unusable);
        } else if (upload.getLeft() > 0) {
          counts.resumed(upload.getLeft());
          command.displayWarning("`" + target + "': goes on after "
              + upload.getLeft() + " bytes");
        }
      }
      write(upload, in, target, creation);
    }
  }

  /** The same for what can be read once. */
  void copy(InputStream in, PathData target, Upload.Creation creation)
      throws IOException {
    if (options.isResume()) {
      throw notTwice("-");
    }
    DistributedFileSystem hdfs = (DistributedFileSystem) target.fs;
    checkTarget(target);
    write(upload(hdfs, target), in, target, creation);
  }

  private static PathIOException notTwice(String source) {
    return new PathIOException(source,
        "-resume cannot read it a second time");
  }

  /** @return the same, or where it is if a mount table leads to HDFS. */
  PathData inHdfs(PathData target) throws IOException {
    if (FileIds.isHdfs(target.fs)) {
      return target;
    }
    Path there = new Path(target.fs.resolvePath(target.path.getParent()),
        target.path.getName());
    PathData root = root(there, target.fs.getConf());
    if (!FileIds.isHdfs(root.fs)) {
      throw new PathIOException(target.toString(),
          "-resume and -verify are for HDFS alone");
    }
    return root.suffix(there.toUri().getPath().substring(1));
  }

  private PathData root(Path path, Configuration conf) throws IOException {
    String uri = new Path(path, Path.SEPARATOR).toString();
    synchronized (roots) {
      PathData root = roots.get(uri);
      if (root == null) {
        root = new PathData(uri, conf);
        roots.put(uri, root);
      }
      return root;
    }
  }

  private void checkTarget(PathData target) throws PathExistsException {
    if (target.exists
        && (target.stat.isDirectory() || !options.isOverwrite())) {
      throw new PathExistsException(target.toString());
    }
  }

  private Path temporary(PathData target) {
    return options.isDirect() ? target.path
        : target.path.suffix(Upload.TEMPORARY);
  }

  private Upload upload(DistributedFileSystem hdfs, PathData target)
      throws IOException {
    // A temporary file of somebody who failed may be lost, as in stock.
    Upload upload = new Upload(hdfs, temporary(target),
        !options.isDirect(), counts::taken);
    if (options.isVerify()) {
      upload.checkVerifiable();
    }
    return upload;
  }

  private boolean isThere(PathData src, PathData target,
      DistributedFileSystem hdfs) throws IOException {
    if (!target.exists || !target.stat.isFile()
        || target.stat.getLen() != src.stat.getLen()) {
      return false;
    }
    try (FSDataInputStream in = src.fs.open(src.path)) {
      return new Upload(hdfs, target.path, false, counts::taken)
          .isSame(in);
    }
  }

  private void write(Upload upload, InputStream in, PathData target,
      Upload.Creation creation) throws IOException {
    try {
      upload.write(in, creation);
      if (options.isVerify()) {
        upload.verify();
      }
    } catch (IOException | RuntimeException | Error e) {
      // What is wrong is of no use. What could not be looked at may be right.
      if (!options.isResume() || e instanceof Upload.DifferentException) {
        delete(upload, e);
      }
      throw e;
    }
    // From here on it is complete, and not deleted whatever happens.
    if (!options.isDirect()) {
      rename(upload, target);
    }
  }

  private static void delete(Upload upload, Throwable cause) {
    try {
      upload.delete();
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  private void rename(Upload upload, PathData target) throws IOException {
    Path temporary = temporary(target);
    try {
      checkReady(upload, temporary);
      if (target.exists) {
        Replacement.replace(temporary, temporary.toString(), target);
      } else {
        rename((DistributedFileSystem) target.fs, temporary, target);
      }
    } catch (IOException e) {
      // What was done may not have been told, as after a failover.
      if (!upload.isAt(target.path)) {
        // It stays, though HDFS may tell of the old file alone.
        throw Replacement.naming(temporary.toString(), e, target);
      }
    }
    checkRenamed(upload, target);
  }

  /**
   * A second upload with -resume takes what waits for its name for what was
   * interrupted: it cuts off the last block's part, or begins again. Found here
   * no old file is lost for it.
   */
  private static void checkReady(Upload upload, Path temporary)
      throws IOException {
    boolean ready;
    try {
      ready = upload.isAllAt(temporary, false);
    } catch (FileNotFoundException e) {
      ready = false;
    }
    if (!ready) {
      throw changed(temporary);
    }
  }

  /** The same just before the rename; from then on no upload looks for it. */
  private void checkRenamed(Upload upload, PathData target)
      throws IOException {
    try {
      if (upload.isAllAt(target.path, true)) {
        return;
      }
    } catch (FileNotFoundException e) {
      // Who waited for it has taken it.
      return;
    }
    PathIOException e = changed(target.path);
    takeBack(upload, target, e);
    throw e;
  }

  private static PathIOException changed(Path path) {
    return new PathIOException(path.toString(), "is not all that was written:"
        + " another upload of it ran at the same time");
  }

  /** What is cut off is for -resume alone, if nobody writes it. */
  private void takeBack(Upload upload, PathData target, Throwable cause) {
    DistributedFileSystem hdfs = (DistributedFileSystem) target.fs;
    try {
      if (upload.isAt(target.path) && hdfs.isFileClosed(target.path)) {
        hdfs.rename(target.path, temporary(target), Options.Rename.NONE);
      }
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  /** Never into a directory that came to be there meanwhile. */
  private static void rename(DistributedFileSystem hdfs, Path from,
      PathData target) throws IOException {
    try {
      hdfs.rename(from, target.path, Options.Rename.NONE);
    } catch (IOException e) {
      throw Replacement.notRenamed(new PathIOException(from.toString(), e),
          target);
    }
  }
}
