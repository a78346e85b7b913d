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
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A flush in one thread, a close in another. */
public class FlushBesideCloseTest {
  private static final int PART = ScriptedCluster.PACKET;
  private static final int SIZE = ScriptedCluster.BLOCK + PART;

  @Rule
  public final Timeout timeout = new Timeout(60, TimeUnit.SECONDS);

  private ScriptedCluster cluster;
  private SmarthOutputStream out;

  @Before
  public void start() throws IOException {
    cluster = new ScriptedCluster(new Configuration());
    out = cluster.create();
  }

  @After
  public void stop() throws IOException {
    cluster.close();
  }

  /** @return the hflush of these bytes, which waits for acks. */
  private CompletableFuture<Void> flushThatWaits(int size)
      throws IOException {
    cluster.getDatanode().holdAcks();
    out.write(new byte[size]);
    CompletableFuture<Void> flushed = new CompletableFuture<>();
    Thread flusher = new Thread(() -> {
      try {
        out.hflush();
        flushed.complete(null);
      } catch (Throwable e) {
        flushed.completeExceptionally(e);
      }
    });
    flusher.setDaemon(true);
    flusher.start();
    Awaitility.await().untilAsserted(() -> assertThat(flusher.getStackTrace())
        .anyMatch(frame -> frame.getMethodName().equals("waitForAckedSeqno")));
    return flushed;
  }

  @Test
  public void aFlushOfWhatIsAcknowledgedSucceedsThoughTheFileIsClosed()
      throws Exception {
    out.write(new byte[SIZE]);
    out.hflush();
    SmarthDataStreamer last = out.getStreamer();
    long seqno = last.getLastQueuedSeqno();
    out.close();
    // As by a flush that began before.
    last.waitForAckedSeqno(seqno);
    out.getStreamer().waitForAckedSeqno(seqno);
  }

  @Test
  public void aFlushThatWaitsWhileTheFileIsClosedSucceeds() throws Exception {
    CompletableFuture<Void> flushed = flushThatWaits(SIZE);
    cluster.getDatanode().letAcks();
    out.close();
    flushed.get();
  }

  @Test
  public void aFlushOfWhatIsNotAcknowledgedFailsWhenTheFileIsClosed()
      throws Exception {
    CompletableFuture<Void> flushed = flushThatWaits(SIZE);
    out.closeThreads(true);
    assertThatThrownBy(flushed::get)
        .hasCauseInstanceOf(ClosedChannelException.class);
  }

  @Test
  public void aFlushOfTheBlockBeingWrittenFailsToo() throws Exception {
    CompletableFuture<Void> flushed = flushThatWaits(PART);
    out.closeThreads(true);
    assertThatThrownBy(flushed::get)
        .hasCauseInstanceOf(ClosedChannelException.class);
  }
}
