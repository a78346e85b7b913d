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
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.QuotaExceededException;

/** What others do to the files of a command meanwhile, and what they see. */
final class Others implements Wire.Listener {
  private final Program program;
  private final Program.Command command;
  private final MiniDFSCluster cluster;
  private final DistributedFileSystem fs;
  private final Place place;
  private final Snapshots snapshots;
  private final Oracle.Begin begin;
  private final List<String> violations;
  // The numbers of items, by path.
  private final Map<String, Integer> inHdfs = new HashMap<>();
  private final Map<String, Integer> onDisk = new HashMap<>();

  /** Snapshots of all that a program has in HDFS. */
  static final class Snapshots {
    private final DistributedFileSystem fs;
    private final Path dir;
    private int count;

    Snapshots(DistributedFileSystem fs, Path dir) throws IOException {
      this.fs = fs;
      this.dir = dir;
      fs.allowSnapshot(dir);
    }

    void make() throws IOException {
      fs.createSnapshot(dir, "s" + count++);
    }

    void delete() throws IOException {
      for (int n = 0; n < count; n++) {
        fs.deleteSnapshot(dir, "s" + n);
      }
      fs.disallowSnapshot(dir);
    }
  }

  /** @param violations gets what must not be seen */
  Others(Program program, Program.Command command, MiniDFSCluster cluster,
      Place place, Snapshots snapshots, Oracle.Begin begin,
      List<String> violations) throws IOException {
    this.program = program;
    this.command = command;
    this.cluster = cluster;
    fs = cluster.getFileSystem();
    this.place = place;
    this.snapshots = snapshots;
    this.begin = begin;
    this.violations = violations;
    for (Item item : program.items()) {
      String path = "/" + place.path(item);
      inHdfs.put(place.hdfsRoot() + path, item.number());
      onDisk.put(place.localRoot() + path, item.number());
    }
  }

  @Override
  public int itemAt(String path) {
    return inHdfs.getOrDefault(
        path.replaceFirst("\\._COPYING_(\\._REST_)?$", ""),
        -1);
  }

  @Override
  public Item itemAt(File file) {
    String path = file.getPath();
    Integer item = onDisk.get(path.endsWith(Oracle.TEMPORARY)
        ? path.substring(0, path.length() - Oracle.TEMPORARY.length()) : path);
    return item == null ? null : program.items().get(item);
  }

  @Override
  public void calling(String method, String path) {
    if (method.equals("create")) {
      begin.created().add(path);
    }
  }

  @Override
  public void called(String method, String path) {
    if (program.upload() && !command.has("-d")
        && List.of("create", "rename", "rename2", "delete", "complete")
            .contains(method)) {
      checkOldOrNew();
    }
  }

  @Override
  public void disturb(Disturbance disturbance) {
    // Of another client, whose calls have other ids.
    CompletableFuture.runAsync(() -> {
      try {
        happen(disturbance);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }).join();
  }

  /** At each moment the old file or the new one is there. */
  private void checkOldOrNew() {
    Map<String, byte[]> old = new HashMap<>(begin.targets());
    // What a killed command had open has no length yet.
    old.entrySet().removeIf(file -> begin.changed().contains(file.getKey())
        || begin.changedSources().contains(file.getKey())
        || Oracle.isTemporary(file.getKey())
        || file.getValue() == Trees.UNREADABLE);
    old.forEach((path, content) -> {
      try {
        HdfsFileStatus now = cluster.getNameNodeRpc()
            .getFileInfo(place.hdfs(path).toUri().getPath());
        byte[] source = begin.sources().get(path);
        if (now == null || content != null && now.getLen() != content.length
            && (source == null || now.getLen() != source.length
                && source != Trees.UNREADABLE)) {
          violations.add("neither old nor new at some moment: " + path);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
  }

  private void create(Path file, byte[] content) throws IOException {
    try {
      Trees.write(fs, file, content);
    } catch (QuotaExceededException e) {
      // For others, too.
      fs.delete(file, false);
    }
  }

  private void happen(Disturbance disturbance) throws IOException {
    Item item = program.items().get(disturbance.item());
    String path = place.path(item);
    File local = new File(place.localRoot(), path);
    switch (disturbance.kind()) {
    case SNAPSHOT:
      snapshots.make();
      break;
    case OTHER_CREATES:
      if (program.upload() && item.kind() == Item.Kind.FILE
          && !path.contains(":") && fs.exists(place.hdfs(path).getParent())
          && !fs.exists(place.hdfs(path))) {
        begin.changed().add(path);
        create(place.hdfs(path), item.content(-1));
      }
      break;
    case OTHER_DELETES:
      if (program.upload() && item.kind() == Item.Kind.FILE
          && !path.contains(":") && fs.exists(place.hdfs(path))
          && fs.getFileStatus(place.hdfs(path)).isFile()) {
        begin.changed().add(path);
        fs.delete(place.hdfs(path), false);
      }
      break;
    case SOURCE_GROWS:
      if (program.upload() && item.kind() == Item.Kind.FILE
          && local.exists()) {
        begin.changedSources().add(path);
        Files.write(local.toPath(), new byte[100],
            StandardOpenOption.APPEND);
      }
      break;
    case NAME_QUOTA:
    case SPACE_QUOTA:
      place.setQuota(disturbance.kind() == Disturbance.Kind.NAME_QUOTA,
          disturbance.item());
      break;
    case NO_QUOTA:
      place.resetQuota();
      break;
    default:
      if (program.upload() && item.kind() == Item.Kind.FILE) {
        begin.changedSources().add(path);
        Files.deleteIfExists(local.toPath());
      }
    }
  }
}
