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
package org.smarth.hadoop.models.copies;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;

/** Where the sources and the targets of a program are, here and in HDFS. */
final class Place {
  /** Who is no superuser. */
  static final String USER = "somebody";
  private static final long DONT_SET = HdfsConstants.QUOTA_DONT_SET;

  private final Program program;
  private final DistributedFileSystem fs;
  private final File here;
  // The tree's root, here and in HDFS.
  private final File localRoot;
  private final Path hdfsRoot;
  // Where copies go to, in HDFS.
  private final Path hdfsTarget;

  /**
   * @param here a directory of this program alone
   * @param there the same, in HDFS
   */
  Place(Program program, DistributedFileSystem fs, File here, Path there) {
    this.program = program;
    this.fs = fs;
    this.here = here;
    String above = program.whole() ? "/tree" : "";
    localRoot = new File(here, program.upload() ? "src/tree" : "dst" + above);
    hdfsRoot = new Path(there,
        program.upload() ? "dst" + above : "src/tree");
    hdfsTarget = new Path(there, "dst");
  }

  void make() throws Exception {
    Files.createDirectories(localRoot.toPath());
    fs.mkdirs(hdfsRoot);
    fs.mkdirs(hdfsTarget);
    for (Item item : program.items()) {
      make(item);
    }
    int room = program.items().size() / 2;
    switch (program.limit()) {
    case NAMES:
    case SPACE:
      setQuota(program.limit() == Program.Limit.NAMES, room);
      break;
    case STICKY:
      share(hdfsTarget);
      break;
    default:
      break;
    }
  }

  /**
   * @param names whether these are limited, else the space
   * @param room for how many more, or blocks
   */
  void setQuota(boolean names, int room) throws IOException {
    QuotaUsage now = fs.getQuotaUsage(hdfsTarget);
    fs.setQuota(hdfsTarget,
        names ? now.getFileAndDirectoryCount() + room : DONT_SET,
        names ? DONT_SET
            : now.getSpaceConsumed() + room * fs.getDefaultBlockSize());
  }

  void resetQuota() throws IOException {
    fs.setQuota(hdfsTarget, HdfsConstants.QUOTA_RESET,
        HdfsConstants.QUOTA_RESET);
  }

  /** Some files are the user's, others may be written, the rest only read. */
  private void share(Path dir) throws IOException {
    fs.setPermission(dir, new FsPermission((short) 01777));
    for (FileStatus status : fs.listStatus(dir)) {
      if (status.isDirectory()) {
        share(status.getPath());
      } else if (status.getLen() % 3 == 0) {
        fs.setOwner(status.getPath(), USER, null);
      } else if (status.getLen() % 3 == 1) {
        fs.setPermission(status.getPath(), new FsPermission((short) 0666));
      }
    }
  }

  /** @return the paths of files that only their owners may replace. */
  Set<String> ofOthers() throws IOException {
    Set<String> paths = new HashSet<>();
    if (program.limit() == Program.Limit.STICKY) {
      addOfOthers(hdfsRoot, "", paths);
    }
    return paths;
  }

  private void addOfOthers(Path dir, String path, Set<String> paths)
      throws IOException {
    boolean sticky = fs.getFileStatus(dir).getPermission().getStickyBit();
    for (FileStatus status : fs.listStatus(dir)) {
      String there = path + status.getPath().getName();
      if (status.isDirectory()) {
        addOfOthers(status.getPath(), there + "/", paths);
      } else if (sticky && !status.getOwner().equals(USER)) {
        paths.add(there);
      }
    }
  }

  File localRoot() {
    return localRoot;
  }

  /** @return its path, without a file system. */
  String hdfsRoot() {
    return hdfsRoot.toUri().getPath();
  }

  String sourceRoot() {
    return program.upload() ? localRoot.toString() : hdfsRoot();
  }

  String targetRoot() {
    return program.upload() ? hdfsRoot() : localRoot.toString();
  }

  /** @return its path below both roots. */
  String path(Item item) {
    return item.path(!program.upload());
  }

  private void make(Item item) throws Exception {
    String path = path(item);
    if (program.upload()) {
      Trees.make(item, new File(localRoot, path),
          new File(here, "beside/" + item.number()));
      makeTarget(item, path);
    } else if (item.kind() == Item.Kind.DIR) {
      fs.mkdirs(hdfs(path));
    } else {
      Trees.write(fs, hdfs(path), item.content(0));
      makeTarget(item, path);
    }
  }

  Path hdfs(String path) {
    return new Path(hdfsRoot() + "/" + path);
  }

  private void makeTarget(Item item, String path) throws IOException {
    if (item.kind() == Item.Kind.DIR || item.kind() == Item.Kind.LINKED_DIR
        || path.contains(":") || item.flavour() >= 6
            && item.there().ordinal() > 3) {
      return;
    }
    byte[] content = item.content(0);
    switch (item.there()) {
    case OTHER:
      target(path, item.content(1), content.length / 2);
      break;
    case EQUAL:
      target(path, content, content.length);
      break;
    case DIR:
      if (program.upload()) {
        fs.mkdirs(hdfs(path));
      } else {
        Files.createDirectories(new File(localRoot, path).toPath());
      }
      break;
    case LEFT_TWICE:
      target(path + Oracle.TEMPORARY + "._REST_", content,
          content.length / 3);
      // fall through
    case LEFT:
      target(path + Oracle.TEMPORARY, content, content.length / 2);
      break;
    case LEFT_OTHER:
      target(path + Oracle.TEMPORARY, item.content(1), content.length);
      break;
    default:
      break;
    }
  }

  private void target(String path, byte[] content, int length)
      throws IOException {
    byte[] part = Arrays.copyOf(content, length);
    if (program.upload()) {
      Trees.write(fs, hdfs(path), part);
    } else {
      Trees.write(new File(localRoot, path), part);
    }
  }

  /** Gives a source the content of that version. */
  void edit(Item item, int version) throws IOException {
    byte[] content = item.content(version);
    File file = new File(localRoot, path(item));
    if (program.upload() && item.kind() == Item.Kind.FILE && file.exists()) {
      Trees.write(file, content);
    } else if (!program.upload() && item.kind() != Item.Kind.DIR) {
      Trees.write(fs, hdfs(path(item)), content);
    }
  }

  Map<String, byte[]> sources() throws IOException {
    return program.upload() ? Trees.read(localRoot) : Trees.read(fs, hdfsRoot);
  }

  Map<String, byte[]> targets() throws IOException {
    if (!program.upload()) {
      Map<String, byte[]> files = Trees.read(localRoot);
      files.keySet().removeIf(path -> path.endsWith(".crc"));
      return files;
    }
    return fs.exists(hdfsRoot) ? Trees.read(fs, hdfsRoot) : Map.of();
  }
}
