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
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.hdfs.tools.DFSck;
import org.apache.hadoop.hdfs.tools.DebugAdmin;
import org.junit.After;
import org.junit.Before;
import org.junit.ClassRule;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

/**
 * A host that runs a writer and a DataNode dies: both are killed at once while blocks drain. The
 * commands are those of the operators' manual. Needs root, and says so without.
 */
public class OwnDatanodeKilledIT {
  @ClassRule
  public static final TemporaryFolder FOLDER = new TemporaryFolder();

  private static final int BLOCK_BYTES = 1 << 20;
  private static final int BLOCKS = 16;
  /** Written when the host dies: more than the links have carried then. */
  private static final long KILL_AT = 6L * BLOCK_BYTES;
  private static final Racks RACKS = new Racks(9, 1);
  private static final Rate CROSS = new Rate(8);
  private static final Map<String, String> SOON_DEAD =
      Map.of("dfs.heartbeat.interval", "1", "dfs.namenode.heartbeat.recheck-interval", "1000");
  /** How many mode auto has depends on how fast the machine is. */
  private static final Map<String, String> THREE_PIPELINES =
      Map.of("dfs.client.smarth.pipelines.mode", "paper");
  private static final Pattern BLOCK_LINE =
      Pattern.compile("\\d+\\. \\S+:blk_\\S+ len=(\\d+) (.*)");

  @Rule
  public final Timeout timeout = Timeout.seconds(300);

  private final Cleanup cleanup = new Cleanup();
  private RunningCluster cluster;
  private int commands;

  @Before
  public void start() throws Exception {
    Namespaces.assumeUsable("OwnDatanodeKilledIT");
    Workspace workspace = cleanup.make(() -> Workspace.create(FOLDER.newFolder().toPath(), false));
    UploadSpec spec = new UploadSpec(workspace.dir().resolve("input"), BLOCK_BYTES, 3,
        Links.uniform(RACKS, Rate.NONE, CROSS), 0, workspace.dir(), Protection.NONE);
    InputFile.generate(spec.file(), (long) BLOCKS * BLOCK_BYTES);
    cluster = new RealClusters(workspace.name(), cleanup).start(
        DropIns.patched(FOLDER).withClusterSettings(SOON_DEAD), spec, 1);
  }

  @After
  public void stop() {
    cleanup.close();
  }

  @Test
  public void aFileHasAHoleUnlessNoBlockIsOnTheWritersHostAlone() throws Exception {
    List<Conversation> writers = List.of(writer(1, "/default", THREE_PIPELINES),
        writer(2, "/safe", Map.of("dfs.client.smarth.first.node.local", "false",
            "dfs.client.smarth.pipelines.mode", "paper")),
        writer(3, "/stock", Map.of("dfs.client.smarth.enabled", "false")));
    // First all of them: a client waits for every DataNode.
    for (Conversation writer : writers) {
      writer.untilStage(ClientJob.READY, Listener.NONE);
    }
    for (int i = 0; i < writers.size(); i++) {
      killHost(i + 1, writers.get(i));
    }
    await().atMost(Duration.ofSeconds(60)).until(() -> corruptFiles().contains("/default"));

    assertThat(corruptFiles()).doesNotContain("/safe", "/stock");
    recoverLease("/safe");
    assertPrefix("/safe", BLOCK_BYTES);
    recoverLease("/stock");
    assertPrefix("/stock", BLOCK_BYTES);
    recoverLease("/default");
    assertThat(get("/default").status()).isNotZero();

    long hole = bytesBeforeHole("/default");
    assertThat(run(FsShell.class, "-truncate", "-w", Long.toString(hole), file("/default"))
        .status()).isZero();
    assertPrefix("/default", (int) hole);
    assertThat(corruptFiles()).doesNotContain("/default", "/safe", "/stock");
  }

  private Conversation writer(int node, String target, Map<String, String> settings)
      throws Exception {
    return cluster.startClientBeside("writer-" + node, node, settings,
        new UploadJob(target, false));
  }

  /** Kills a DataNode and the writer beside it, which has written some of its file. */
  private void killHost(int node, Conversation writer) throws Exception {
    writer.go();
    boolean[] killed = new boolean[1];
    Listener killer = new Listener.Forwarding(Listener.NONE) {
      @Override
      public void bytes(long done) {
        if (done >= KILL_AT && !killed[0]) {
          killed[0] = true;
          kill(node, writer);
        }
      }
    };
    try {
      writer.untilStage(ClientJob.DONE, killer);
    } catch (Failure e) {
      assertThat(killed[0]).as("killed, %s", e.getMessage()).isTrue();
    }
    assertThat(killed[0]).isTrue();
  }

  private void kill(int node, Conversation writer) {
    try {
      // First, for the DataNode delivers what a client that is gone has left with it.
      cluster.killDataNode(node);
      writer.kill();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String file(String target) {
    return target + "._COPYING_";
  }

  private ClusterJvms.Ended run(Class<?> main, String... args) throws Exception {
    List<String> words = new ArrayList<>(List.of(main.getName()));
    words.addAll(Arrays.asList(args));
    return cluster.run("command-" + ++commands, words);
  }

  private String corruptFiles() throws Exception {
    return String.join("\n", run(DFSck.class, "/", "-list-corruptfileblocks").lines());
  }

  private void recoverLease(String target) throws Exception {
    assertThat(run(DebugAdmin.class, "recoverLease", "-path", file(target), "-retries", "12")
        .status()).as("recovering " + target).isZero();
  }

  private ClusterJvms.Ended get(String target) throws Exception {
    return run(FsShell.class, "-get", file(target), copy(target).toString());
  }

  private Path copy(String target) {
    return cluster.spec().dir().resolve("read" + target.replace('/', '-'));
  }

  /** It can be read, has at least so many bytes, and they are those that were written. */
  private void assertPrefix(String target, int least) throws Exception {
    assertThat(get(target).status()).as("reading " + target).isZero();
    byte[] read = Files.readAllBytes(copy(target));
    assertThat(read.length).isGreaterThanOrEqualTo(least);
    assertThat(read).isEqualTo(
        Arrays.copyOf(Files.readAllBytes(cluster.spec().file()), read.length));
  }

  /** What fsck says of the blocks before the first one that is missing. */
  private long bytesBeforeHole(String target) throws Exception {
    long bytes = 0;
    for (String line : run(DFSck.class, file(target), "-files", "-blocks").lines()) {
      Matcher block = BLOCK_LINE.matcher(line.trim());
      if (block.matches() && block.group(2).contains("MISSING")) {
        return bytes;
      }
      bytes += block.matches() ? Long.parseLong(block.group(1)) : 0;
    }
    throw new AssertionError("fsck names no block of " + target + " that is missing");
  }
}
