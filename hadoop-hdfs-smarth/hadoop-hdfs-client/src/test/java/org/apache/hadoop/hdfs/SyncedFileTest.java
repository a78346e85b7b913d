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

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** A sync leaves nothing behind, whether or not there is anything new. */
public class SyncedFileTest {
  private static final int SYNCS = 400;
  private static final int FILES = 20;
  /** Its last chunk is not full. */
  private static final byte[] LINE = new byte[100];

  @Rule
  public final Timeout timeout = new Timeout(120, TimeUnit.SECONDS);

  private final ExecutorService executor = Executors.newFixedThreadPool(2);
  private ScriptedCluster cluster;

  @Before
  public void start() throws IOException {
    Configuration conf = new Configuration();
    conf.setBoolean(
        HdfsClientConfigKeys.Write.ByteArrayManager.ENABLED_KEY, true);
    conf.setInt(
        HdfsClientConfigKeys.Write.ByteArrayManager.COUNT_THRESHOLD_KEY, 1);
    cluster = new ScriptedCluster(conf);
  }

  @After
  public void nothingIsHeld() throws IOException {
    executor.shutdownNow();
    assertThat(cluster.getBudget().getHeld()).isZero();
    cluster.close();
  }

  private static void syncOften(SmarthOutputStream out) throws IOException {
    for (int i = 0; i < SYNCS; i++) {
      out.hsync();
    }
  }

  @Test
  public void syncsWithoutNewBytesHoldNothingAndNeverWait()
      throws IOException {
    SmarthOutputStream out = cluster.create();
    out.write(LINE);
    syncOften(out);
    assertThat(cluster.getBudget().getHeld()).isZero();
    out.write(LINE);
    syncOften(out);
    out.hflush();
    out.close();
    assertThat(cluster.getDatanode().stored()).hasSize(2 * LINE.length);
  }

  @Test
  public void laterBlocksOfAFlushedFileReplaceDatanodesAsEagerlyAsInStock()
      throws IOException {
    SmarthOutputStream out = cluster.create();
    out.write(LINE);
    assertThat(out.getStreamer().isHflushed).isFalse();
    out.hflush();
    out.write(new byte[ScriptedCluster.BLOCK]);
    assertThat(out.getStreamer().isHflushed).isTrue();
    out.write(new byte[ScriptedCluster.BLOCK]);
    assertThat(out.getStreamer().isHflushed).isTrue();
    out.close();
  }

  /** All data is acknowledged, so stock would recover none. */
  @Test
  public void theEndFollowsTheAckOfAChunkThatIsSentOnceMore()
      throws Exception {
    SmarthOutputStream out = cluster.create();
    out.write(LINE);
    out.hflush();
    cluster.getDatanode().holdAcks();
    SmarthDataStreamer streamer = out.getStreamer();
    Future<?> closed = close(out);
    // The last chunk goes once more, as it is not full.
    Awaitility.await().until(() -> {
      synchronized (streamer.dataQueue) {
        return streamer.ackQueue.size() == 1 && streamer.dataQueue.size() == 1
            && streamer.getState() == Thread.State.TIMED_WAITING;
      }
    });
    cluster.getDatanode().letAcks();
    closed.get();
    assertThat(cluster.getDatanode().stored()).hasSize(LINE.length);
  }

  private Future<?> close(SmarthOutputStream out) {
    return executor.submit(() -> {
      out.close();
      return null;
    });
  }

  @Test
  public void theEndAwaitsNoAcksOfWhatIsNewSinceAFlush() throws Exception {
    SmarthOutputStream out = cluster.create();
    out.write(LINE);
    out.hflush();
    cluster.getDatanode().holdAcks();
    SmarthDataStreamer streamer = out.getStreamer();
    out.write(LINE);
    Future<?> closed = close(out);
    Awaitility.await().until(streamer::isFirstFinished);
    cluster.getDatanode().letAcks();
    closed.get();
    assertThat(cluster.getDatanode().stored()).hasSize(2 * LINE.length);
  }

  @Test
  public void threadsThatSyncTheSameBytesHoldNothing() throws Exception {
    for (int file = 0; file < FILES; file++) {
      SmarthOutputStream out = cluster.create();
      CyclicBarrier together = new CyclicBarrier(2);
      Future<?> other = executor.submit(() -> writeAndSync(out, together));
      writeAndSync(out, together);
      other.get();
      out.close();
      assertThat(cluster.getBudget().getHeld()).as("file %s", file).isZero();
    }
  }

  /** One of two writers of the same file. */
  private static Void writeAndSync(SmarthOutputStream out,
      CyclicBarrier together) throws Exception {
    for (int i = 0; i < 10; i++) {
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
