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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.smarth.hadoop.conformance.Failure;

public class TestUserTest {
  private static final List<String> DROP = List.of("setpriv", "--reuid=65534", "--regid=65533",
      "--clear-groups", "--inh-caps=-all");

  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void aCommandOfAnotherUserBeginsWithTheDroppingOfAllRights() {
    Path dir = folder.getRoot().toPath();
    ProcessBuilder process = new TestUser("somebody", TestUser.dropTo("65534", "65533"))
        .process(List.of("java", "Main"), dir);

    assertThat(process.command()).startsWith(DROP.toArray(new String[0])).endsWith("java", "Main")
        .hasSize(DROP.size() + 2);
    assertThat(process.environment()).containsEntry("HOME", dir.toString())
        .containsEntry("USER", "somebody").containsEntry("LOGNAME", "somebody");
  }

  @Test
  public void aCommandOfTheSameUserIsAsItIs() {
    TestUser self = TestUser.self();
    ProcessBuilder process = self.process(List.of("java", "Main"), folder.getRoot().toPath());

    assertThat(self.isSelf()).isTrue();
    assertThat(self.name()).isEqualTo(System.getProperty("user.name"));
    assertThat(process.command()).containsExactly("java", "Main");
    assertThat(process.environment()).isEqualTo(System.getenv());
  }

  @Test
  public void rightsThatCannotBeDroppedAreSaidWithWhatToDo() throws Exception {
    // As where setpriv is missing, and where it is not allowed to.
    for (List<String> prefix : List.of(List.of("no-such-command"),
        List.of("sh", "-c", "echo not permitted; exit 1"))) {
      assertThatThrownBy(() -> new TestUser("somebody", prefix).check(folder.getRoot().toPath()))
          .isInstanceOf(Failure.class).hasMessageContaining("run this as a user who is not root");
    }
  }

  @Test
  public void aDirectoryThatTheUserCannotEnterIsNamed() throws Exception {
    Path missing = folder.getRoot().toPath().resolve("missing");

    // Of the command nothing is changed, so that any user can run this test.
    assertThatThrownBy(() -> new TestUser("somebody", List.of("env")).check(missing))
        .isInstanceOf(Failure.class).hasMessageContaining(missing.toString());
    new TestUser("somebody", List.of("env")).check(Files.createDirectory(missing));
  }

  @Test
  public void aUserWhoIsNotThereAndRootAreRefused() {
    for (String name : List.of("no-such-user", "root")) {
      assertThatThrownBy(() -> TestUser.named(name)).as(name).isInstanceOf(Failure.class);
    }
  }
}
