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
package org.apache.hadoop.hdfs;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.apache.hadoop.io.IOUtils;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.apache.hadoop.hdfs.SmarthCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A file that is deleted while its blocks drain, and is kept by a snapshot: to
 * the namenode it stays open, and nobody writes it.
 */
public class SnapshotRepairIT {
  @Rule
  public final Timeout timeout = new Timeout(300, TimeUnit.SECONDS);

  private final Path directory = new Path("/dir");
  private final Path path = new Path(directory, "file");
  private SmarthCluster cluster;

  @After
  public void stop() {
    IOUtils.cleanupWithLogger(null, cluster);
  }

  private void deleteWhileItDrains() throws IOException {
    cluster = new SmarthCluster(9);
    cluster.getFs().mkdirs(directory);
    cluster.getFs().allowSnapshot(directory);
    DrainingFile file = new DrainingFile(cluster.getFs(), path,
        SmarthCluster.bytes(3 * BLOCK, 1));
    cluster.getFs().createSnapshot(directory, "before");
    assertThat(cluster.getFs().delete(path, false)).isTrue();
    SmarthCluster.stream(file.getOut()).abort();
    // What stalls stalls on; copies do not, though they have mirrors, too.
    DataNodeFaultInjector.set(new DataNodeFaultInjector());
  }

  private void assertCopied() {
    Path kept = new Path(directory, ".snapshot/before/file");
    Awaitility.await().atMost(120, TimeUnit.SECONDS)
        .untilAsserted(() -> assertThat(
            cluster.blocks(kept).get(0).getLocations()).hasSize(3));
  }

  @Test
  public void whatOnlyASnapshotKeepsIsCopiedThoughItsFileStaysOpen()
      throws IOException {
    try (StalledMirror stalled = new StalledMirror()) {
      deleteWhileItDrains();
      assertCopied();
    }
  }

  /** Datanodes that have a part report it as being written. */
  @Test
  public void aPartThatIsReportedIsNotWaitedForOnceOnlyASnapshotKeepsIt()
      throws IOException {
    try (StalledMirror stalled = new StalledMirror()) {
      deleteWhileItDrains();
      cluster.getCluster().triggerBlockReports();
      assertCopied();
    }
  }
}
