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
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNodeInsides;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;

/** Syncs, with and without anything new, never wait and leave nothing. */
public class SyncedFilesIT {
  private static final int SYNCS = 400;
  private static final int FILES = 60;
  /** Its last chunk is not full. */
  private static final byte[] LINE = SmarthCluster.bytes(100, 1);

  @Rule
  public final Timeout timeout = new Timeout(120, TimeUnit.SECONDS);

  private final ExecutorService executor = Executors.newSingleThreadExecutor();
  private SmarthCluster cluster;
  private DFSClient client;
  private ClusterLeaks leaks;

  @Before
  public void start() throws IOException {
    cluster = new SmarthCluster(3);
    client = cluster.getFs().getClient();
    leaks = new ClusterLeaks(cluster.getCluster(), client);
  }

  @After
  public void nothingIsLeft() throws IOException {
    executor.shutdownNow();
    leaks.assertNone();
    assertThat(client.smarth.getSpillSpace().getUsed()).isZero();
    cluster.close();
  }

  @Test
  public void aFileIsSyncedAsOftenAsItsWriterLikes() throws IOException {
    Path path = new Path("/log");
    try (FSDataOutputStream out = cluster.getFs().create(path)) {
      out.write(LINE);
      for (int i = 0; i < SYNCS; i++) {
        out.hsync();
      }
    }
    cluster.assertReplicas(path, LINE, 3);
  }

  @Test
  public void severalThreadsSyncTheSameBytesOfManyFiles() throws Exception {
    for (int file = 0; file < FILES; file++) {
      try (FSDataOutputStream out =
          cluster.getFs().create(new Path("/log" + file))) {
        CyclicBarrier together = new CyclicBarrier(2);
        Future<?> other = executor.submit(() -> sync(out, together));
        sync(out, together);
        other.get();
      }
    }
  }

  /** Has told the length, and waits for reports of the datanodes. */
  private void beginClose(Path path, FSDataOutputStream out)
      throws IOException {
    out.write(LINE);
    out.hflush();
    DFSOutputStream stream = SmarthCluster.stream(out);
    assertThat(client.namenode.complete(path.toString(), client.clientName,
        stream.getBlock(), stream.getFileId())).isFalse();
  }

  private void overtakenSync(Path path, FSDataOutputStream out)
      throws IOException {
    client.namenode.fsync(path.toString(),
        SmarthCluster.stream(out).getFileId(), client.clientName, 1);
  }

  private void assertWhole(Path path) throws IOException {
    assertThat(cluster.getFs().getFileStatus(path).getLen())
        .isEqualTo(LINE.length);
    cluster.assertReplicas(path, LINE, 3);
  }

  @Test
  public void aSyncThatACloseOvertookDoesNotFailTheClose() throws IOException {
    Path path = new Path("/log");
    try (FSDataOutputStream out = cluster.getFs().create(path)) {
      beginClose(path, out);
      overtakenSync(path, out);
    }
    assertWhole(path);
  }

  @Test
  public void aSyncThatACloseOvertookDoesNotShortenTheFile() throws Exception {
    Path path = new Path("/log");
    ClientProtocol namenode = client.namenode;
    try (FSDataOutputStream out = cluster.getFs().create(path)) {
      beginClose(path, out);
      ClientProtocol late = Mockito.mock(ClientProtocol.class,
          SmarthCluster.delegatesTo(namenode));
      Mockito.doAnswer(call -> {
        // Once the datanodes have reported, nothing is looked at any more.
        Awaitility.await().until(() -> namenode.getBlockLocations(
            path.toString(), 0, 1).isLastBlockComplete());
        overtakenSync(path, out);
        Object[] args = call.getArguments();
        return namenode.complete((String) args[0], (String) args[1],
            (ExtendedBlock) args[2], (long) args[3]);
      }).when(late).complete(any(), any(), any(), anyLong());
      DataNodeInsides.set(client, "namenode", late);
    } finally {
      DataNodeInsides.set(client, "namenode", namenode);
    }
    assertWhole(path);
  }

  private static Void sync(FSDataOutputStream out, CyclicBarrier together)
      throws Exception {
    for (int i = 0; i < 5; i++) {
      together.await();
      out.write(LINE);
      out.hsync();
      together.await();
      out.hsync();
      out.hflush();
    }
    return null;
  }
}
