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

import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.compat.Pair.Side;
import org.smarth.hadoop.benchmarks.harness.ChildJvm;
import org.smarth.hadoop.benchmarks.harness.Cleanup;
import org.smarth.hadoop.benchmarks.harness.DropInJars;
import org.smarth.hadoop.benchmarks.harness.Installation;

/** Pairs of one release: what dev-support/pairs.sh does with several. */
public class PairTrialIT {
  @ClassRule
  public static final TemporaryFolder FOLDER = new TemporaryFolder();
  @ClassRule
  public static final Timeout TIMEOUT = Timeout.seconds(240);

  private static Side stock;
  private static Side patched;
  private static Inputs inputs;

  @BeforeClass
  public static void sides() throws Exception {
    Installation jars = new Installation("stock", System.getProperty("java.class.path"));
    stock = new Side(Installation.HADOOP, false, jars);
    patched = new Side(Installation.HADOOP, true,
        jars.with(DropInJars.copyTo(FOLDER.newFolder().toPath()), Installation.HDFS, "patched",
            FOLDER.newFolder().toPath()));
    inputs = Inputs.make(FOLDER.newFolder().toPath());
  }

  private static PairTrial trial(Cleanup cleanup, Side side) throws Exception {
    Path dir = FOLDER.newFolder().toPath();
    return new PairTrial(cleanup.make(
        () -> new PlainCluster(dir, ChildJvm.OWN_JAVA, inputs.file())), side, inputs.file());
  }

  @Test
  public void onPatchedDataNodesThePatchedClientGetsFirstNodeAcks() throws Exception {
    try (Cleanup cleanup = new Cleanup()) {
      assertThat(trial(cleanup, patched).of(patched).path())
          .matches("SMARTH's, FNFA of [1-6] blocks");
    }
  }

  @Test
  public void aClusterThatDoesNotStartFailsForEachClient() throws Exception {
    Side nothing = new Side("nothing", false, new Installation("nothing", "/nowhere"));
    try (Cleanup cleanup = new Cleanup()) {
      PairTrial trial = trial(cleanup, nothing);
      assertThat(trial.of(stock).failure()).contains("NameNode");
      assertThat(trial.of(patched).failure()).isEqualTo("the cluster does not start");
    }
  }
}
