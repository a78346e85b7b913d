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

package org.smarth.hadoop.benchmarks.compat;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;

import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.compat.Outcome.Step;
import org.smarth.hadoop.benchmarks.harness.ChildJvm;
import org.smarth.hadoop.benchmarks.harness.Cleanup;
import org.smarth.hadoop.benchmarks.harness.DropInJars;
import org.smarth.hadoop.benchmarks.harness.Installation;

/** Trials on the Java of the build: what dev-support/other-javas.sh does on others. */
public class TrialIT {
  @ClassRule
  public static final TemporaryFolder FOLDER = new TemporaryFolder();
  @ClassRule
  public static final Timeout TIMEOUT = Timeout.seconds(240);

  private static Installation stock;
  private static Installation patched;
  private static Inputs inputs;

  @BeforeClass
  public static void contenders() throws Exception {
    stock = new Installation("stock", System.getProperty("java.class.path"));
    patched = stock.with(DropInJars.copyTo(FOLDER.newFolder().toPath()), Installation.HDFS,
        "patched", FOLDER.newFolder().toPath());
    inputs = Inputs.make(FOLDER.newFolder().toPath());
  }

  private static Outcome ofFiles(Trial.Roles roles) throws Exception {
    Path dir = FOLDER.newFolder().toPath();
    Outcome outcome;
    try (Cleanup cleanup = new Cleanup()) {
      outcome = new Trial(cleanup.make(() -> new PlainCluster(dir, ChildJvm.OWN_JAVA,
          inputs.file())), roles, inputs).ofFiles();
    }
    assertThat(dir).isDirectoryNotContaining("glob:**/data-*");
    assertThat(ProcessHandle.current().descendants()).isEmpty();
    return outcome;
  }

  @Test
  public void filesAreWrittenAndReadWhereHalfOfTheDataNodesAreStock() throws Exception {
    Outcome outcome = ofFiles(new Trial.Roles(patched, List.of(stock, patched, stock, patched),
        patched, stock));
    assertThat(outcome.failures()).isEmpty();
    assertThat(outcome.done()).containsExactly(Step.START, Step.PUT, Step.KILL, Step.READ);
  }

  @Test
  public void nothingComesAfterAClusterThatDoesNotStart() throws Exception {
    Outcome outcome = ofFiles(Trial.Roles.all(new Installation("nothing", "/nowhere")));
    assertThat(outcome.done()).isEmpty();
    assertThat(outcome.failures()).containsOnlyKeys(Step.START);
    assertThat(outcome.failures().get(Step.START)).contains("NameNode");
    assertThat(outcome.firstNodeAcks()).isZero();
  }
}
