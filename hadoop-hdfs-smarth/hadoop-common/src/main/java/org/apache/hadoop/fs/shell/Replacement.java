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
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;

import org.apache.hadoop.fs.FileIds;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.MountedFile;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Gives a complete copy the name of a file that is to be replaced. HDFS and a
 * local disk do so at one moment. Elsewhere the old file is deleted first, and
 * from then on the copy is kept whatever happens, where stock deletes it, too.
 */
final class Replacement {
  private Replacement() {
  }

  /**
   * For stock's code.
   *
   * @param fs deletes the copy when it is closed, unless told otherwise
   * @return whether the copy has the name; false if there is nothing to replace
   * @throws IOException if it has not: then one of both is there
   */
  static boolean replaceIfThere(FilterFileSystem fs, PathData copy,
      PathData target) throws IOException {
    if (!target.exists) {
      return false;
    }
    fs.cancelDeleteOnExit(copy.path);
    try {
      replace(copy.path, copy.toString(), target);
    } catch (IOException e) {
      throw keepOne(fs, copy, target, e) ? e
          : naming(copy.toString(), e, target);
    }
    return true;
  }

  /**
   * As in stock, the copy is deleted; but only if the old file is there.
   *
   * @return false if the copy stays
   */
  private static boolean keepOne(FilterFileSystem fs, PathData copy,
      PathData target, IOException cause) {
    try {
      return fs.exists(target.path) && fs.deleteOnExit(copy.path);
    } catch (IOException e) {
      cause.addSuppressed(e);
      return false;
    }
  }

  /**
   * @param copy its name, for people
   * @return the same, which names the copy that stays
   */
  static IOException naming(String copy, IOException e, PathData target) {
    return String.valueOf(e.getMessage()).contains(copy) ? e
        : notRenamed(new PathIOException(copy, e), target);
  }

  /**
   * @param copy of the file
   * @param name of the copy, for people
   * @param target what has to be replaced
   * @throws IOException if it fails; the copy is there then
   */
  static void replace(Path copy, String name, PathData target)
      throws IOException {
    boolean renamed;
    if (isMountTable(target.fs)) {
      Path from = target.fs.resolvePath(copy);
      try (MountedFile to = new MountedFile(target.fs, target.path)) {
        renamed = renameOver(to.getFs(), from, to.getPath(), name, target);
      }
    } else {
      renamed = renameOver(target.fs, copy, target.path, name, target);
    }
    if (!renamed && !moveOver(copy, name, target)) {
      deleteAndRename(copy, name, target);
    }
  }

  /** @return false, and nothing is done, where it is no local file */
  private static boolean moveOver(Path copy, String name, PathData target)
      throws IOException {
    if (!(target.fs instanceof LocalFileSystem)) {
      return false;
    }
    LocalFileSystem local = (LocalFileSystem) target.fs;
    FileSystem raw = local.getRaw();
    Path checksums = local.getChecksumFile(target.path);
    // Checksums of another file fail its readers; without any they verify none.
    raw.delete(checksums, false);
    try {
      // Not by stock's rename, which copies if the system refuses.
      Files.move(local.pathToFile(copy).toPath(),
          local.pathToFile(target.path).toPath(),
          StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw notRenamed(new PathIOException(name, e), target);
    }
    Path ofCopy = local.getChecksumFile(copy);
    if (raw.exists(ofCopy)) {
      raw.rename(ofCopy, checksums);
    }
    return true;
  }

  /** @return false, and nothing is done, where it cannot be one step */
  private static boolean renameOver(FileSystem fs, Path from, Path to,
      String name, PathData target) throws IOException {
    // Over HTTP a gateway leaves out that the file is to be replaced, and what
    // it answers is not read. The scheme first: there may be no client of HDFS.
    if (!"hdfs".equals(scheme(fs)) || !FileIds.isHdfs(fs)
        || !mayBeDeleted(target)) {
      return false;
    }
    try {
      ((DistributedFileSystem) fs).rename(from, to, Options.Rename.OVERWRITE);
      return true;
    } catch (IOException e) {
      throw notRenamed(new PathIOException(name, e), target);
    }
  }

  /** One may have the scheme of HDFS, too. */
  private static boolean isMountTable(FileSystem fs) {
    return "viewfs".equals(scheme(fs))
        || "hdfs".equals(scheme(fs)) && fs.getChildFileSystems() != null;
  }

  private static String scheme(FileSystem fs) {
    URI uri = fs.getUri();
    return uri == null ? null : uri.getScheme();
  }

  /**
   * In directories with a sticky bit HDFS lets nobody delete files of others,
   * but lets everybody replace them. The file may be another one by now.
   */
  private static boolean mayBeDeleted(PathData target) throws IOException {
    try {
      return !target.fs.getFileStatus(target.path.getParent()).getPermission()
          .getStickyBit()
          || UserGroupInformation.getCurrentUser().getShortUserName()
              .equals(target.fs.getFileStatus(target.path).getOwner());
    } catch (FileNotFoundException e) {
      // Whoever makes it anew must not lose it, so the rename replaces none.
      return false;
    }
  }

  private static void deleteAndRename(Path copy, String name,
      PathData target) throws IOException {
    FileSystem fs = target.fs;
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException(name + " has not its name");
    }
    if (!fs.delete(target.path, false) && fs.exists(target.path)) {
      PathIOException e = new PathIOException(target.toString());
      e.setOperation("delete");
      throw e;
    }
    boolean renamed;
    try {
      renamed = fs.rename(copy, target.path);
    } catch (IOException e) {
      throw notRenamed(new PathIOException(name, e), target);
    }
    if (!renamed) {
      throw notRenamed(new PathIOException(name), target);
    }
  }

  /** @return the same, which names both. */
  static PathIOException notRenamed(PathIOException e, PathData target) {
    e.setOperation("rename");
    e.setTargetPath(target.toString());
    return e;
  }
}
