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
import java.util.EnumSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import com.google.common.util.concurrent.Uninterruptibles;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.hdfs.protocol.DSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.apache.hadoop.hdfs.smarth.client.retention.SharedLimits;
import org.apache.hadoop.hdfs.util.ByteArrayManager;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.DataChecksum;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** However a file ends, its memory, disk space and threads are given back. */
public class FailedFileTest {
  /** More than there is memory for. */
  private static final byte[] MUCH = new byte[6 * ScriptedCluster.BLOCK];

  @Rule
  public final Timeout timeout = new Timeout(60, TimeUnit.SECONDS);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private ScriptedCluster cluster;

  @Before
  public void start() throws IOException {
    Configuration conf = new Configuration();
    conf.set(SmarthClientConf.SPILL_DIR_KEY, folder.getRoot().getPath());
    cluster = new ScriptedCluster(conf);
  }

  @After
  public void nothingIsLeft() throws IOException {
    cluster.close();
    Awaitility.await().untilAsserted(
        () -> assertThat(ScriptedCluster.threads()).isEmpty());
    assertThat(cluster.getBudget().getHeld()).isZero();
    assertThat(cluster.getSpillSpace().getUsed()).isZero();
  }

  /** Writes blocks that drain, some of their packets in the spill file. */
  private void writeMuch(SmarthOutputStream out) throws IOException {
    cluster.getDatanode().holdAcks();
    out.write(MUCH);
    assertThat(cluster.getSpillSpace().getUsed()).isPositive();
  }

  @Test
  public void aFailureBeforeTheEndOfABlockIsTheOneThatCloseTells()
      throws IOException {
    IOException cause = new IOException("expected by the test");
    SmarthOutputStream out = cluster.create((client, stat, sum) ->
        new SmarthOutputStream(client, "/file", stat,
            EnumSet.of(CreateFlag.CREATE), null, sum, null) {
          @Override
          protected void endBlock() throws IOException {
            if (getStreamer().getBytesCurBlock() == ScriptedCluster.BLOCK) {
              getFile().getPipelines().fail(cause);
            }
            super.endBlock();
          }
        });
    assertThatThrownBy(() -> out.write(new byte[ScriptedCluster.BLOCK]))
        .hasRootCause(cause);
    assertThatThrownBy(out::close).hasRootCause(cause);
  }

  @Test
  public void anInterruptedCloseEndsEveryPipeline() throws IOException {
    CountDownLatch thrown = new CountDownLatch(1);
    SmarthOutputStream out = cluster.create((client, stat, sum) ->
        new SmarthOutputStream(client, "/file", stat,
            EnumSet.of(CreateFlag.CREATE), null, sum, null) {
          @Override
          public void ended(SmarthDataStreamer which) {
            // There is one to wait for.
            Uninterruptibles.awaitUninterruptibly(thrown);
            super.ended(which);
          }
        });
    writeMuch(out);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> out.closeThreads(true))
        .isInstanceOf(IOException.class)
        .hasMessage("Failed to shutdown streamer");
    assertThat(cluster.getSpillSpace().getUsed()).isZero();
    thrown.countDown();
    Awaitility.await().untilAsserted(
        () -> assertThat(ScriptedCluster.threads()).isEmpty());
    assertThat(cluster.getBudget().getHeld()).isZero();
  }

  @Test
  public void aCloseThatBreaksOffGivesBackWhatTheFileHolds()
      throws IOException {
    SmarthOutputStream out = cluster.create((client, stat, sum) ->
        new SmarthOutputStream(client, "/file", stat,
            EnumSet.of(CreateFlag.CREATE), null, sum, null) {
          @Override
          void setClosed() {
            throw new IllegalStateException("expected by the test");
          }
        });
    writeMuch(out);
    out.write(new byte[ScriptedCluster.PACKET / 2]);
    assertThatThrownBy(out::abort).hasMessage("expected by the test");
    assertThat(cluster.getSpillSpace().getUsed()).isZero();
    assertThat(cluster.getBudget().getHeld()).isZero();
  }

  @Test
  public void anAbortOfAFileWhosePipelineHasEndedGivesBackWhatItHolds()
      throws IOException {
    SmarthOutputStream out = cluster.create();
    writeMuch(out);
    out.write(new byte[ScriptedCluster.PACKET / 2]);
    out.getStreamer().close(false);
    cluster.getClient().closeAllFilesBeingWritten(true);
    assertThat(cluster.getBudget().getHeld()).isZero();
    assertThat(cluster.getSpillSpace().getUsed()).isZero();
    assertThat(SharedLimits.areFree(cluster.getClient().smarth)).isTrue();
    assertThatThrownBy(() -> out.write(MUCH)).isInstanceOf(IOException.class);
  }

  @Test
  public void aPacketThatGetsNoHeapHoldsNothing() throws IOException {
    Error cause = new OutOfMemoryError("expected by the test");
    ClientContext context = Mockito.mock(ClientContext.class);
    Mockito.when(context.getByteArrayManager())
        .thenReturn(new ByteArrayManager() {
          @Override
          public byte[] newByteArray(int size) {
            throw cause;
          }

          @Override
          public int release(byte[] buffer) {
            return 0;
          }
        });
    DFSClient client = Mockito.spy(cluster.getClient());
    Mockito.doReturn(context).when(client).getClientContext();
    SmarthOutputStream out =
        cluster.create((own, stat, sum) -> make(client, stat, sum));
    assertThatThrownBy(() -> out.write(MUCH)).isSameAs(cause);
    assertThat(cluster.getBudget().getHeld()).isZero();
    assertThatThrownBy(out::close).isInstanceOf(IOException.class)
        .hasRootCause(cause);
  }

  @Test
  public void tryWithResourcesTellsWhyAWriteFailed() throws IOException {
    IOException cause = new DSQuotaExceededException("expected by the test");
    assertThatThrownBy(() -> {
      try (SmarthOutputStream out = cluster.create()) {
        out.write(MUCH, 0, ScriptedCluster.PACKET);
        out.getFile().getPipelines().fail(cause);
        out.write(MUCH);
      }
    }).isInstanceOf(DSQuotaExceededException.class).hasCause(cause)
        .hasMessage(cause.getMessage());
  }

  @Test
  public void tryWithResourcesTellsWhyAFlushFailed() throws IOException {
    IOException cause = new AccessControlException("expected by the test");
    Mockito.doThrow(cause).when(cluster.getNamenode()).fsync(Mockito.any(),
        Mockito.anyLong(), Mockito.any(), Mockito.anyLong());
    assertThatThrownBy(() -> {
      try (SmarthOutputStream out = cluster.create()) {
        out.write(MUCH, 0, 1);
        out.hflush();
      }
    }).isSameAs(cause);
    assertThat(cause.getSuppressed()).hasSize(1);
    assertThat(cause.getSuppressed()[0]).hasCause(cause)
        .isExactlyInstanceOf(cause.getClass());
  }

  @Test
  public void aCloseThatWaitsForTheNamenodeEndsWithItsClient()
      throws IOException {
    AtomicInteger asked = new AtomicInteger();
    Mockito.when(cluster.getNamenode().complete(Mockito.any(), Mockito.any(),
        Mockito.any(), Mockito.anyLong())).thenAnswer(call -> {
          asked.incrementAndGet();
          cluster.getClient().clientRunning = false;
          return false;
        });
    SmarthOutputStream out = cluster.create();
    out.write(MUCH, 0, 1);
    assertThatThrownBy(out::close).isInstanceOf(IOException.class)
        .hasMessageContaining("clientRunning false");
    assertThat(asked.get()).isLessThanOrEqualTo(2);
    cluster.getClient().clientRunning = true;
  }

  private static SmarthOutputStream make(DFSClient client,
      HdfsFileStatus stat, DataChecksum sum) throws IOException {
    return new SmarthOutputStream(client, "/file", stat,
        EnumSet.of(CreateFlag.CREATE), null, sum, null);
  }

  @Test
  public void aFileThatCannotBeMadeKeepsNoLimit() throws IOException {
    DFSClient client = Mockito.spy(cluster.getClient());
    AtomicInteger calls = new AtomicInteger();
    AtomicInteger failing = new AtomicInteger();
    Mockito.doAnswer(call -> {
      if (calls.incrementAndGet() == failing.get()) {
        throw new IllegalStateException("expected by the test");
      }
      return call.callRealMethod();
    }).when(client).getConf();
    SmarthOutputStream out = null;
    // Every call of the constructor fails once, then none.
    while (out == null) {
      calls.set(0);
      failing.incrementAndGet();
      try {
        out = cluster.make((own, stat, sum) -> make(client, stat, sum));
      } catch (IllegalStateException e) {
        assertThat(e).hasMessage("expected by the test");
        assertThat(SharedLimits.areFree(client.smarth))
            .as("call %s", failing).isTrue();
      }
    }
    assertThat(failing.get()).isGreaterThan(1);
    failing.set(0);
    assertThat(SharedLimits.areFree(client.smarth)).isFalse();
    out.start();
    out.close();
    assertThat(SharedLimits.areFree(client.smarth)).isTrue();
  }

  @Test
  public void aFileWhoseFirstThreadCannotBeginKeepsNoLimit()
      throws Exception {
    ThreadGroup group = new ThreadGroup("destroyed by the test");
    SmarthOutputStream[] made = new SmarthOutputStream[1];
    Thread maker = new Thread(group, () -> {
      try {
        made[0] = cluster.make(FailedFileTest::make);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    });
    maker.start();
    maker.join();
    // Of a group that is destroyed no thread starts.
    Awaitility.await().until(() -> group.activeCount() == 0);
    group.destroy();
    assertThatThrownBy(made[0]::start)
        .isInstanceOf(IllegalThreadStateException.class);
    assertThat(SharedLimits.areFree(cluster.getClient().smarth)).isTrue();
  }
}
