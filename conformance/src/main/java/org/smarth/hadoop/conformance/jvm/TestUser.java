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
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import com.sun.security.auth.module.UnixSystem;
import org.smarth.hadoop.conformance.Failure;

/** As whom the JVMs run. Root may do what some tests expect to fail, so it drops to another one. */
public final class TestUser {
  private static final String ROOT = "0";
  private static final String ADVICE =
      "; run this as a user who is not root, or as root with another --user";

  private final String name;
  private final List<String> prefix;

  TestUser(String name, List<String> prefix) {
    this.name = name;
    this.prefix = prefix;
  }

  /** @param forRoot name of the user, where root runs this; others run the JVMs themselves */
  public static TestUser choose(String forRoot) throws IOException, InterruptedException, Failure {
    return new UnixSystem().getUid() == 0 ? named(forRoot) : self();
  }

  static TestUser self() {
    return new TestUser(System.getProperty("user.name"), List.of());
  }

  static TestUser named(String name) throws IOException, InterruptedException, Failure {
    String uid = told(List.of("id", "-u", name));
    if (uid.equals(ROOT)) {
      throw new Failure("Hadoop's tests do not run as root: --user names another");
    }
    return new TestUser(name, dropTo(uid, told(List.of("id", "-g", name))));
  }

  /** What comes before a command: it takes the place of setpriv, so it can be ended by its id. */
  static List<String> dropTo(String uid, String gid) {
    return List.of("setpriv", "--reuid=" + uid, "--regid=" + gid, "--clear-groups",
        "--inh-caps=-all");
  }

  public String name() {
    return name;
  }

  /** Whether the JVMs have the rights of whoever runs this. */
  public boolean isSelf() {
    return prefix.isEmpty();
  }

  /** Gives the user a directory with all that is in it. */
  public void give(Path dir) throws IOException {
    if (!isSelf()) {
      UserPrincipal owner = FileSystems.getDefault().getUserPrincipalLookupService()
          .lookupPrincipalByName(name);
      try (Stream<Path> paths = Files.walk(dir)) {
        for (Path path : (Iterable<Path>) paths::iterator) {
          Files.setOwner(path, owner);
        }
      }
    }
  }

  /** Fails unless the user can enter the directory and run this JVM's java. */
  public void check(Path dir) throws IOException, InterruptedException, Failure {
    if (!isSelf()) {
      told(line(List.of("sh", "-c", "cd \"$0\" && exec \"$1\" -version", dir.toString(), java())));
    }
  }

  /** A command that runs as the user, at home in the directory. */
  ProcessBuilder process(List<String> command, Path dir) {
    ProcessBuilder process = new ProcessBuilder(line(command)).directory(dir.toFile());
    if (!isSelf()) {
      process.environment().put("HOME", dir.toString());
      process.environment().put("USER", name);
      process.environment().put("LOGNAME", name);
    }
    return process;
  }

  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private List<String> line(List<String> command) {
    List<String> line = new ArrayList<>(prefix);
    line.addAll(command);
    return line;
  }

  private static String told(List<String> command)
      throws IOException, InterruptedException, Failure {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new Failure(e.getMessage() + ADVICE);
    }
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String first = out.lines().findFirst().orElse("");
    if (process.waitFor() != 0) {
      throw new Failure(first + ADVICE);
    }
    return first;
  }
}
