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

package org.smarth.hadoop.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

public class WorkspaceTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private Path base;

  @Before
  public void base() {
    base = folder.getRoot().toPath();
  }

  @Test
  public void nothingStaysUnlessItIsToBeKept() throws Exception {
    Workspace workspace = Workspace.create(base, false);
    Files.writeString(workspace.dir().resolve("x"), "x");
    workspace.close();
    assertThat(base).isEmptyDirectory();
  }

  @Test
  public void whatIsKeptIsNoLeftover() throws Exception {
    Workspace workspace = Workspace.create(base, true);
    Files.writeString(workspace.dir().resolve("log"), "x");
    workspace.close();
    Workspace.removeAbandoned(base);
    assertThat(workspace.kept().resolve("log")).exists();
  }

  @Test
  public void onlyLeftoversOfDeadRunsAreRemoved() throws Exception {
    Workspace alive = Workspace.create(base, false);
    RunName self = RunName.create();
    Path dead = base.resolve(new RunName(self.pid(), 1, 7).toString());
    Files.createDirectories(dead.resolve("run-1/data-1"));
    Path foreign = Files.createDirectory(base.resolve("smarth-try-somebody"));
    Path file = Files.createFile(base.resolve("smarth-try-1-1-1"));
    Workspace.removeAbandoned(base);
    assertThat(dead).doesNotExist();
    assertThat(alive.dir()).exists();
    assertThat(foreign).exists();
    assertThat(file).exists();
  }

  @Test
  public void aPathThatHadoopCannotUseIsRefused() throws Exception {
    Path odd = Files.createDirectory(base.resolve("a, b"));
    assertThatThrownBy(() -> Workspace.create(odd, false)).isInstanceOf(Failure.class)
        .hasMessageStartingWith("--work-dir: Hadoop cannot use the path");
    assertThatThrownBy(() -> Workspace.create(base.resolve("none"), false))
        .isInstanceOf(Failure.class).hasMessageContaining("is no directory");
  }
}
