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
package org.smarth.hadoop.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

import org.apache.commons.io.FileUtils;
import org.apache.commons.io.IOUtils;
import org.apache.hadoop.conf.Configuration;
import org.smarth.hadoop.line.HadoopLine;

/** Files of a machine below a directory, from doctor/right.txt. */
final class FixtureMachine {
  static final String CONF = "/etc/hadoop/conf";
  static final String HOME = "/opt/hadoop";
  static final String BUILD = "1a2b3c";

  private final Path root;

  /** A file of a fixture: its heading, and its text. */
  static final class Part {
    private final String heading;
    private final StringBuilder text = new StringBuilder();

    Part(String heading) {
      this.heading = heading;
    }

    String getHeading() {
      return heading;
    }

    String getText() {
      return text.toString();
    }
  }

  /** @param root a directory that is deleted first */
  FixtureMachine(Path root) throws IOException {
    this.root = root;
    FileUtils.deleteDirectory(root.toFile());
    for (Part part : parts("right.txt")) {
      write(part.getHeading(), part.getText());
    }
    Files.setPosixFilePermissions(path(CONF + "/topology.sh"),
        java.nio.file.attribute.PosixFilePermissions.fromString("rwxr-xr-x"));
    for (String name : new String[] {"common/hadoop-common",
        "hdfs/hadoop-hdfs", "hdfs/hadoop-hdfs-client"}) {
      jar(HOME + "/share/hadoop/" + name + "-2.10.2.jar", BUILD);
    }
    jar(HOME + "/share/hadoop/yarn/hadoop-yarn-common-2.10.2.jar", null);
  }

  Path getRoot() {
    return root;
  }

  /** @param path as in Hadoop 2.10 */
  Path path(String path) {
    return root.resolve(path.substring(1)
        .replaceFirst("/slaves$", "/" + HadoopLine.NODES_FILE));
  }

  /** Writes a file; properties "KEY = VALUE" are added to a site file. */
  void write(String name, String text) throws IOException {
    Path file = path(name);
    Files.createDirectories(file.getParent());
    if (name.endsWith("-site.xml")) {
      Configuration conf = new Configuration(false);
      if (Files.exists(file)) {
        conf.addResource(new org.apache.hadoop.fs.Path(file.toString()));
        conf.size();
      }
      for (String line : text.split("\n")) {
        String[] words = line.split(" = ?", 2);
        conf.set(words[0], words[1]);
      }
      try (OutputStream out = Files.newOutputStream(file)) {
        conf.writeXml(out);
      }
    } else {
      Files.write(file, (name.endsWith("/cmdline")
          ? text.trim().replace(' ', '\0') : text)
          .getBytes(StandardCharsets.UTF_8));
    }
  }

  void delete(String name) throws IOException {
    FileUtils.forceDelete(path(name).toFile());
  }

  /** Puts a directory where a file is, or a file where a directory is. */
  void makeUnreadable(String name) throws IOException {
    boolean directory = Files.isDirectory(path(name));
    delete(name);
    if (directory || name.endsWith(".jar")) {
      Files.write(path(name), new byte[1]);
    } else {
      Files.createDirectory(path(name));
    }
  }

  /** @param build of our jars; null makes one of stock */
  void jar(String name, String build) throws IOException {
    Files.createDirectories(path(name).getParent());
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (build != null) {
      manifest.getMainAttributes().putValue("Smarth-Build", build);
    }
    new JarOutputStream(Files.newOutputStream(path(name)), manifest).close();
  }

  /** Reads "== HEADING" and the lines after each. */
  static List<Part> parts(String resource) throws IOException {
    List<Part> parts = new ArrayList<>();
    for (String line : lines(resource)) {
      if (line.startsWith("== ")) {
        parts.add(new Part(line.substring(3)));
      } else if (!parts.isEmpty()) {
        parts.get(parts.size() - 1).text.append(line).append('\n');
      }
    }
    return parts;
  }

  static List<String> lines(String resource) throws IOException {
    try (InputStream in = FixtureMachine.class
        .getResourceAsStream("/doctor/" + resource)) {
      return IOUtils.readLines(in, StandardCharsets.UTF_8);
    }
  }
}
