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

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;

import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

/**
 * Clients and clusters of stock Hadoop and of the drop-in jars understand each other: they run in
 * JVMs of their own on the jars that are installed. Whoever writes, both clients read:
 * the one that wrote, and the other with `hdfs dfs -get`.
 */
public class MixedVersionsIT {
  @ClassRule
  public static final TemporaryFolder FOLDER = new TemporaryFolder();

  private static final String DATA_NODE = "org.apache.hadoop.hdfs.server.datanode.DataNode";
  private static final String DFS_CLIENT = "org.apache.hadoop.hdfs.DFSClient";

  private static Installation stock;
  private static Installation patched;

  @Rule
  public final Timeout timeout = Timeout.seconds(120);

  @BeforeClass
  public static void contenders() throws Exception {
    stock = DropIns.stock();
    patched = DropIns.patched(FOLDER);
  }

  @Test
  public void stockClientWithStockDataNodesWritesWithoutSmarth() throws Exception {
    assertThat(writeAndRead(stock, stock)).isEmpty();
  }

  @Test
  public void stockClientWithPatchedDataNodesWritesWithoutSmarth() throws Exception {
    assertThat(writeAndRead(stock, patched)).isEmpty();
  }

  @Test
  public void patchedClientWithStockDataNodesWritesThroughOnePipelineAtATime() throws Exception {
    assertThat(writeAndRead(patched, stock)).hasValue(1);
  }

  @Test
  public void patchedClientWithPatchedDataNodesWritesThroughSeveralPipelines() throws Exception {
    assertThat(writeAndRead(patched, patched).orElse(0)).isGreaterThan(1);
  }

  /** How many pipelines were open at once; empty when SMARTH did not write. */
  private static OptionalInt writeAndRead(Installation client, Installation dataNodes)
      throws Exception {
    Path base = FOLDER.newFolder().toPath();
    OptionalInt pipelines;
    try (Cleanup cleanup = new Cleanup()) {
      MixedRun run = new MixedRun(base, cleanup);
      run.startCluster(dataNodes);
      assertLoaded(run, MixedRun.CLUSTER, DATA_NODE, dataNodes);
      UploadResult written = run.put(client);
      assertLoaded(run, MixedRun.CLIENT, DFS_CLIENT, client);
      assertThat(written.bytes()).isEqualTo(Files.size(run.input()));
      assertThat(written.blocks()).isEqualTo(MixedRun.BLOCKS);
      assertThat(written.replicas()).isEqualTo(MixedRun.BLOCKS * MixedRun.REPLICATION);
      assertReads(run, client == stock ? patched : stock);
      pipelines = run.mostPipelinesAtOnce();
    }
    assertThat(base).isEmptyDirectory();
    assertThat(ProcessHandle.current().descendants()).isEmpty();
    return pipelines;
  }

  private static void assertReads(MixedRun run, Installation reader) throws Exception {
    Path read = run.get(reader);
    String jvm = MixedRun.getter(reader);
    assertThat(read).as(run.errors(jvm)).hasSameBinaryContentAs(run.input());
    assertLoaded(run, jvm, DFS_CLIENT, reader);
  }

  /** The class paths of the contenders differ in the drop-in jars only. */
  private static void assertLoaded(MixedRun run, String jvm, String className,
      Installation installation) throws Exception {
    assertThat(installation.classPath().split(":")).as("jars of " + jvm)
        .contains(run.sourceOf(className, jvm));
  }
}
