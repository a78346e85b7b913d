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

package org.smarth.hadoop.conformance.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.apache.commons.io.FileUtils;
import org.smarth.hadoop.conformance.Failure;

/**
 * Where JVMs run: the directory of the logs, or a temporary one. Whoever root drops to may be
 * unable to enter the checkout, root's Maven repository, or the directories above them.
 */
public final class Base {
  private final Path dir;
  private final Path logs;
  private final TestUser user;

  private Base(Path dir, Path logs, TestUser user) {
    this.dir = dir;
    this.logs = logs;
    this.user = user;
  }

  public static Base of(TestUser user, Path logs)
      throws IOException, InterruptedException, Failure {
    if (user.isSelf()) {
      return new Base(logs, logs, user);
    }
    Base base = new Base(Files.createTempDirectory("smarth-conformance-"), logs, user);
    try {
      user.give(base.dir);
      user.check(base.dir);
    } catch (IOException | InterruptedException | Failure e) {
      base.close();
      throw e;
    }
    return base;
  }

  TestUser user() {
    return user;
  }

  /** The installation, with copies that the user can read where he may not read the originals. */
  public Installation readable(Installation installation) throws IOException {
    if (user.isSelf()) {
      return installation;
    }
    Installation copy = installation.copied(dir.resolve("copies").resolve(installation.name()));
    // Before the first JVM: with root's umask the user could not pass what root makes.
    Files.createDirectories(dir.resolve(installation.name()));
    user.give(dir);
    return copy;
  }

  /** The directory of a JVM. */
  Path place(String name) {
    return dir.resolve(name);
  }

  /** Makes it, empty; nothing of this name is left of earlier runs. */
  Path make(String name) throws IOException {
    Path made = place(name);
    FileUtils.deleteDirectory(made.toFile());
    FileUtils.deleteDirectory(logs.resolve(name).toFile());
    Files.createDirectories(made);
    return made;
  }

  /** Moves what is left of it to the logs. */
  void keep(String name) throws IOException, InterruptedException {
    if (!dir.equals(logs) && Files.exists(place(name))) {
      Path kept = logs.resolve(name);
      FileUtils.forceMkdirParent(kept.toFile());
      // Data of a cluster has links and the like.
      Process move = new ProcessBuilder("mv", place(name).toString(), kept.toString())
          .inheritIO().start();
      if (move.waitFor() != 0) {
        throw new IOException("cannot move " + place(name) + " to " + kept);
      }
    }
  }

  void close() {
    if (!dir.equals(logs)) {
      FileUtils.deleteQuietly(dir.toFile());
    }
  }
}
