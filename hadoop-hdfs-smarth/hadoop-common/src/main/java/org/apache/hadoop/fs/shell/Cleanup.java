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
import java.util.Date;
import java.util.LinkedList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.fs.smarth.copy.Upload;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Deletes what copies left that did not end, and nobody goes on with. */
class Cleanup extends FsCommand {
  public static final String NAME = "cleanup";
  public static final String USAGE = "[-n] -older <time> <path> ...";
  public static final String DESCRIPTION =
      "Deletes files below each <path> that interrupted copies left"
      + " (<name>" + Upload.TEMPORARY + "), and names them. Files that are"
      + " being written or gone on with stay.\n"
      + "  -older <time> : Only what was left longer ago; a number and d, h,"
      + " m or s.\n"
      + "  -n : Deletes nothing.\n";

  private static final Pattern TIME = Pattern.compile("[0-9]{1,9}[dhms]");
  private static final String OLDER = "-older";

  private boolean dryRun;
  private long before;

  @Override
  protected void processOptions(LinkedList<String> args) {
    int older = args.indexOf(OLDER);
    String time = "";
    if (older >= 0) {
      args.remove(older);
      time = older < args.size() ? args.remove(older) : "";
    }
    if (!TIME.matcher(time).matches()) {
      throw new IllegalArgumentException(OLDER + " " + time
          + ": must be a number with d, h, m or s");
    }
    Configuration parser = new Configuration(false);
    parser.set(OLDER, time);
    before = System.currentTimeMillis()
        - parser.getTimeDuration(OLDER, 0, TimeUnit.MILLISECONDS);
    CommandFormat format = new CommandFormat(1, Integer.MAX_VALUE, "n");
    format.parse(args);
    dryRun = format.getOpt("n");
    setRecursive(true);
  }

  @Override
  protected void processPath(PathData item) throws IOException {
    String name = item.path.getName();
    if (!item.stat.isFile() || !name.endsWith(Upload.TEMPORARY)
        && !name.endsWith(Upload.REST)) {
      return;
    }
    String left = item + " " + item.stat.getLen() + " bytes, "
        + new Date(item.stat.getModificationTime());
    String kept = kept(item.fs, item.path);
    if (kept == null && name.endsWith(Upload.TEMPORARY) && kept(item.fs,
        Upload.rest(item.path)) != null) {
      kept = "gone on with";
    }
    if (kept != null) {
      out.println(kept + ": " + left);
    } else if (dryRun) {
      out.println("would be deleted: " + left);
    } else if (item.fs.delete(item.path, false)) {
      out.println("deleted: " + left);
    } else {
      PathIOException e = new PathIOException(item.toString());
      e.setOperation("delete");
      throw e;
    }
  }

  /** @return null, or why it must not be deleted now. */
  private String kept(FileSystem fs, Path path) throws IOException {
    try {
      if (isOpen(fs, path)) {
        return "being written";
      }
      // Not what it was when its directory was listed.
      return fs.getFileStatus(path).getModificationTime() > before
          ? "too new" : null;
    } catch (FileNotFoundException e) {
      return null;
    }
  }

  private static boolean isOpen(FileSystem fs, Path path) throws IOException {
    try {
      return fs instanceof DistributedFileSystem
          && !((DistributedFileSystem) fs).isFileClosed(path);
    } catch (UnsupportedOperationException e) {
      // A mount table that leads to another file system.
      return false;
    }
  }
}
