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
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Map;
import java.util.TreeMap;

import org.apache.commons.io.IOUtils;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Makes and reads trees, here and in HDFS. */
final class Trees {
  /** Of what is no file that can be read; of a directory it is null. */
  static final byte[] UNREADABLE = {-1, -2, -3};

  private Trees() {
  }

  static void write(File file, byte[] content) throws IOException {
    Files.createDirectories(file.getParentFile().toPath());
    Files.write(file.toPath(), content);
  }

  static void write(DistributedFileSystem fs, Path file, byte[] content)
      throws IOException {
    try (OutputStream out = fs.create(file, true)) {
      out.write(content);
    }
  }

  /** Makes what is special in a local tree. */
  static void make(Item item, File file, File beside) throws Exception {
    Files.createDirectories(file.getParentFile().toPath());
    switch (item.kind()) {
    case DIR:
      Files.createDirectories(file.toPath());
      break;
    case LINK:
      write(beside, item.content(0));
      Files.createSymbolicLink(file.toPath(), beside.toPath());
      break;
    case LINKED_DIR:
      write(new File(beside, "in" + item.number()), item.content(0));
      Files.createSymbolicLink(file.toPath(), beside.toPath());
      break;
    case DANGLING:
      Files.createSymbolicLink(file.toPath(), beside.toPath());
      break;
    case PIPE:
      run("mkfifo", "--", file.toString());
      break;
    case SOCKET:
      File socket = new File("/tmp", "m" + System.nanoTime());
      ServerSocketChannel.open(StandardProtocolFamily.UNIX)
          .bind(UnixDomainSocketAddress.of(socket.toPath())).close();
      Files.move(socket.toPath(), file.toPath());
      break;
    case UNREADABLE:
      // To read it fails even for root.
      Files.createSymbolicLink(file.toPath(), Paths.get("/proc/self/mem"));
      break;
    default:
      write(file, item.content(0));
    }
  }

  private static void run(String... command) throws Exception {
    int exit = new ProcessBuilder(command).inheritIO().start().waitFor();
    if (exit != 0) {
      throw new IOException(String.join(" ", command) + ": " + exit);
    }
  }

  /** @return all below a local directory, by path from there. */
  static Map<String, byte[]> read(File root) throws IOException {
    Map<String, byte[]> tree = new TreeMap<>();
    read(root, "", tree);
    return tree;
  }

  private static void read(File dir, String path, Map<String, byte[]> tree)
      throws IOException {
    String[] names = dir.list();
    for (String name : names == null ? new String[0] : names) {
      File file = new File(dir, name);
      String there = path + name;
      if (Files.isDirectory(file.toPath())) {
        tree.put(there, null);
        read(file, there + "/", tree);
      } else if (Files.isRegularFile(file.toPath())) {
        byte[] content = UNREADABLE;
        try {
          content = Files.readAllBytes(file.toPath());
        } catch (IOException e) {
          // As it was made.
          assert e.getMessage() != null;
        }
        tree.put(there, content);
      } else if (Files.exists(file.toPath())) {
        tree.put(there, UNREADABLE);
      }
    }
  }

  /** @return all below a directory of HDFS, by path from there. */
  static Map<String, byte[]> read(DistributedFileSystem fs, Path root)
      throws IOException {
    Map<String, byte[]> tree = new TreeMap<>();
    read(fs, root, "", tree);
    return tree;
  }

  private static void read(DistributedFileSystem fs, Path dir, String path,
      Map<String, byte[]> tree) throws IOException {
    for (FileStatus status : fs.listStatus(dir)) {
      String there = path + status.getPath().getName();
      if (status.isDirectory()) {
        tree.put(there, null);
        read(fs, status.getPath(), there + "/", tree);
      } else if (!fs.isFileClosed(status.getPath())) {
        tree.put(there, UNREADABLE);
      } else {
        try (InputStream in = fs.open(status.getPath())) {
          tree.put(there, IOUtils.toByteArray(in));
        }
      }
    }
  }
}
