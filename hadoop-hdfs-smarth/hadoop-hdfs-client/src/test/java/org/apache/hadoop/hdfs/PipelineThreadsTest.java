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
import java.lang.reflect.Field;
import java.net.Socket;
import java.nio.channels.ClosedChannelException;
import java.util.EnumSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelinePlan;
import org.apache.hadoop.hdfs.smarth.client.speeds.NameNodes;
import org.apache.hadoop.util.Progressable;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;
import org.mockito.Mockito;
import org.mockito.stubbing.Answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Threads of a pipeline that end, or do not begin: the writer learns why, and
 * waits for nobody.
 */
public class PipelineThreadsTest {
  private static final Error CAUSE =
      new OutOfMemoryError("expected by the test");
  /** Of this one stock asserts that it does not come. */
  private static final RuntimeException DEATH =
      new NullPointerException("expected by the test");
  /** Of this size a block is measured. */
  private static final int MEASURED = 17 * ScriptedCluster.PACKET;
  /** So many bytes stock buffers for its checksums. */
  private static final int SUMMED = 9 * 512;

  @Rule
  public final Timeout timeout = new Timeout(30, TimeUnit.SECONDS);

  private final Configuration conf = new Configuration();
  private ScriptedCluster cluster;

  @After
  public void nothingIsLeft() throws IOException {
    SpareThreads.reset();
    cluster.close();
    Awaitility.await().untilAsserted(
        () -> assertThat(ScriptedCluster.threads()).isEmpty());
    assertThat(cluster.getBudget().getHeld()).isZero();
  }

  private SmarthOutputStream create(Progressable progress)
      throws IOException {
    cluster = new ScriptedCluster(conf);
    return cluster.create((client, stat, sum) -> new SmarthOutputStream(client,
        "/file", stat, EnumSet.of(CreateFlag.CREATE), progress, sum, null));
  }

  /** The file fails, and gives back its memory before its writer knows. */
  private void assertFailed(SmarthOutputStream out, Throwable cause) {
    // One packet is within the file's allowance, of which getUsed says nothing.
    Awaitility.await().untilAsserted(
        () -> assertThat(cluster.getBudget().getHeld()).isZero());
    assertTold(out, cause);
  }

  private static void assertTold(SmarthOutputStream out, Throwable cause) {
    assertThatThrownBy(out::hflush).isInstanceOf(IOException.class)
        .hasRootCause(cause);
    assertThatThrownBy(() -> out.write(new byte[ScriptedCluster.PACKET]))
        .isInstanceOf(IOException.class).hasRootCause(cause);
    assertThatThrownBy(out::close).isInstanceOf(IOException.class)
        .hasRootCause(cause);
  }

  @Test
  public void anErrorInTheThreadThatTakesAcksReachesTheWriter()
      throws IOException {
    SmarthOutputStream out = create(null);
    StreamerHooks hooks = out.getStreamer().hooks;
    out.getStreamer().hooks = new StreamerHooks() {
      @Override
      boolean consume(PipelineAck ack) {
        throw TestedHadoop.fatalForAcks(CAUSE);
      }

      @Override
      Thread.UncaughtExceptionHandler responderHandler() {
        return hooks.responderHandler();
      }
    };
    out.write(new byte[ScriptedCluster.PACKET]);
    assertFailed(out, CAUSE);
  }

  @Test
  public void aThreadForAcksThatCannotBeginReachesTheWriter()
      throws IOException {
    SmarthOutputStream out = create(null);
    SpareThreads.setStart(thread -> {
      if (!(thread instanceof DataStreamer)) {
        throw CAUSE;
      }
      thread.start();
    }, 1);
    out.write(new byte[ScriptedCluster.PACKET]);
    assertFailed(out, CAUSE);
  }

  @Test
  public void aStreamerThatDiesTellsTheWriterWhy() throws IOException {
    SmarthOutputStream out = create(() -> {
      throw DEATH;
    });
    cluster.getDatanode().holdAcks();
    out.write(new byte[ScriptedCluster.PACKET]);
    assertFailed(out, DEATH);
  }

  @Test
  public void whatFollowsAStreamersDeathIsNotItsCause() throws Exception {
    assertFailed(written(streamer -> { }), DEATH);
  }

  @Test
  public void norIsItWhereTheWriterCloses() throws Exception {
    // The writer learns of the failure first, and ends the streamer.
    AtomicBoolean isFirst = new AtomicBoolean();
    SmarthOutputStream out = written(streamer -> {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (!streamer.streamerClosed() && System.nanoTime() < end) {
        Thread.yield();
      }
      isFirst.set(streamer.streamerClosed());
    });
    assertTold(out, DEATH);
    Awaitility.await().untilTrue(isFirst);
  }

  /**
   * @param before what the streamer does before it closes its connection
   * @return a stream whose streamer dies
   */
  private SmarthOutputStream written(Consumer<SmarthDataStreamer> before)
      throws Exception {
    Field socket = DataStreamer.class.getDeclaredField("s");
    socket.setAccessible(true);
    SmarthOutputStream[] made = new SmarthOutputStream[1];
    made[0] = create(() -> {
      SmarthDataStreamer streamer = made[0].getStreamer();
      try {
        socket.set(streamer, new NoticedSocket(
            (Socket) socket.get(streamer), streamer, before));
      } catch (IllegalAccessException e) {
        throw new AssertionError(e);
      }
      throw DEATH;
    });
    cluster.getDatanode().holdAcks();
    made[0].write(new byte[ScriptedCluster.PACKET]);
    return made[0];
  }

  /** The thread that takes acks notices at once that it is closed. */
  private static final class NoticedSocket extends Socket {
    private final Socket socket;
    private final SmarthDataStreamer streamer;
    private final Consumer<SmarthDataStreamer> before;

    NoticedSocket(Socket socket, SmarthDataStreamer streamer,
        Consumer<SmarthDataStreamer> before) {
      this.socket = socket;
      this.streamer = streamer;
      this.before = before;
    }

    @Override
    public synchronized void close() throws IOException {
      before.accept(streamer);
      socket.close();
      streamer.getLastException().set(new ClosedChannelException());
    }
  }

  @Test
  public void aStreamerThatCannotBeginTellsTheWriterWhy() throws Exception {
    cluster = new ScriptedCluster(conf);
    ThreadGroup group = new ThreadGroup("destroyed by the test");
    SmarthOutputStream[] made = new SmarthOutputStream[1];
    Thread maker = new Thread(group, () -> {
      try {
        made[0] = cluster.create((client, stat, sum) ->
            new SmarthOutputStream(client, "/file", stat,
                EnumSet.of(CreateFlag.CREATE), null, sum, null));
        made[0].write(new byte[ScriptedCluster.BLOCK]);
        made[0].hflush();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    });
    maker.start();
    maker.join();
    SmarthOutputStream out = made[0];
    SpareThreads.setStart(Thread::start, 2);
    // Of a group that is destroyed no thread starts.
    Awaitility.await().until(() -> group.activeCount() == 0);
    group.destroy();
    assertThatThrownBy(() -> {
      out.write(new byte[ScriptedCluster.PACKET]);
      out.hflush();
    }).isInstanceOf(IOException.class)
        .hasRootCauseInstanceOf(IllegalThreadStateException.class);
    assertThatThrownBy(out::close).isInstanceOf(IOException.class)
        .hasRootCauseInstanceOf(IllegalThreadStateException.class);
  }

  /** @return a file whose writer waits at the end of its first block. */
  private SmarthOutputStream createWithoutRoom() throws IOException {
    // The only packet with data leaves no room for the end of the block.
    conf.setInt(HdfsClientConfigKeys.Write.MAX_PACKETS_IN_FLIGHT_KEY, 0);
    conf.setLong(HdfsClientConfigKeys.DFS_BLOCK_SIZE_KEY, SUMMED);
    return create(null);
  }

  private void onAddBlock(Answer<LocatedBlock> answer) throws IOException {
    Mockito.when(cluster.getNamenode().addBlock(Mockito.any(), Mockito.any(),
        Mockito.any(), Mockito.any(), Mockito.anyLong(), Mockito.any(),
        Mockito.any())).thenAnswer(answer);
  }

  @Test
  public void aWriterThatWaitsAtABlocksEndLearnsThatAnotherPipelineFailed()
      throws Exception {
    SmarthOutputStream out = createWithoutRoom();
    CountDownLatch answered = new CountDownLatch(1);
    onAddBlock(call -> {
      answered.await();
      throw new IOException("not the first failure");
    });
    SmarthDataStreamer filled = out.getStreamer();
    CompletableFuture<Throwable> written = CompletableFuture.supplyAsync(() ->
        catchThrowable(() -> out.write(new byte[SUMMED])));
    Awaitility.await().until(() -> out.getStreamer() != filled);
    IOException cause = new IOException("expected by the test");
    try {
      out.getFile().getPipelines().fail(cause);
      assertThat(written.get(20, TimeUnit.SECONDS)).hasCause(cause);
    } finally {
      answered.countDown();
    }
    assertThatThrownBy(out::close).hasCause(cause);
  }

  @Test
  public void aThreadThatIgnoresAnInterruptHoldsUpNoAbort() throws Exception {
    conf.setInt(HdfsClientConfigKeys.Write.MAX_PACKETS_IN_FLIGHT_KEY, 8);
    SmarthOutputStream out = create(null);
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    onAddBlock(call -> {
      asked.countDown();
      try {
        answered.await();
      } catch (InterruptedException e) {
        // As where stock logs it and goes on.
        answered.await();
      }
      throw new IOException("not asked for any more");
    });
    // So that another one is current.
    out.write(new byte[ScriptedCluster.BLOCK]);
    asked.await();
    CompletableFuture<Throwable> aborted =
        CompletableFuture.supplyAsync(() -> catchThrowable(out::abort));
    try {
      assertThat(aborted.get(20, TimeUnit.SECONDS)).isNull();
    } finally {
      answered.countDown();
    }
  }

  /** Stock's only streamer keeps the reason, however its thread ends. */
  @Test
  public void anAbortIsToldThoughTheBlockBeingFilledHasNoThreadYet()
      throws Exception {
    conf.setInt(HdfsClientConfigKeys.Write.MAX_PACKETS_IN_FLIGHT_KEY, 8);
    SmarthOutputStream out = create(null);
    CountDownLatch asked = new CountDownLatch(1);
    onAddBlock(call -> {
      asked.countDown();
      new CountDownLatch(1).await();
      return null;
    });
    out.write(new byte[ScriptedCluster.BLOCK]);
    asked.await();
    out.write(new byte[2 * ScriptedCluster.PACKET]);
    SmarthDataStreamer filled = out.getStreamer();
    out.abort();
    filled.join();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(out::hflush).isExactlyInstanceOf(IOException.class)
          .hasMessageStartingWith("Lease timeout of");
    }
    assertThatThrownBy(out::close).isExactlyInstanceOf(IOException.class)
        .hasMessageStartingWith("Lease timeout of");
    out.close();
  }

  /** Or it would hold up all writers of the process until it is acked. */
  @Test
  public void ofStocksLimitedBuffersAFileTakesNoMoreThanInStock()
      throws Exception {
    int packets = 4;
    conf.setInt(HdfsClientConfigKeys.Write.MAX_PACKETS_IN_FLIGHT_KEY, packets);
    conf.setBoolean(
        HdfsClientConfigKeys.Write.ByteArrayManager.ENABLED_KEY, true);
    conf.setInt(
        HdfsClientConfigKeys.Write.ByteArrayManager.COUNT_THRESHOLD_KEY, 0);
    conf.setInt(HdfsClientConfigKeys.Write.ByteArrayManager.COUNT_LIMIT_KEY,
        packets + 1);
    SmarthOutputStream out = create(null);
    cluster.getDatanode().holdAcks();
    out.write(new byte[2 * ScriptedCluster.BLOCK - 1]);
    cluster.getDatanode().letAcks();
    out.close();
    assertThat(cluster.getDatanode().stored())
        .hasSize(2 * ScriptedCluster.BLOCK - 1);
  }

  @Test
  public void whatOnlyMeasuresFailsNoWrite() throws Exception {
    conf.setLong(HdfsClientConfigKeys.DFS_BLOCK_SIZE_KEY, MEASURED);
    cluster = new ScriptedCluster(conf);
    AtomicInteger speeds = new AtomicInteger();
    NameNodes namenodes = Mockito.mock(NameNodes.class);
    Mockito.when(namenodes.getCluster()).thenReturn(null).thenAnswer(call -> {
      speeds.incrementAndGet();
      throw CAUSE;
    });
    // The client's first file decides how all of its files measure.
    cluster.getClient().smarth.getSpeeds(namenodes);
    SmarthOutputStream out = cluster.create();
    AtomicInteger arrivals = new AtomicInteger();
    Field plan = SmarthFile.class.getDeclaredField("plan");
    plan.setAccessible(true);
    plan.set(out.getFile(), Mockito.mock(PipelinePlan.class, (Answer<?>) call -> {
      arrivals.incrementAndGet();
      throw new IllegalStateException("expected by the test");
    }));
    int blocks = 0;
    // A block that its writer was too slow for is not measured.
    while (speeds.get() == 0 || arrivals.get() == 0) {
      out.write(new byte[MEASURED]);
      out.hflush();
      blocks++;
    }
    out.close();
    assertThat(cluster.getDatanode().stored()).hasSize(blocks * MEASURED);
  }

  @Test
  public void anErrorAfterTheLastAckEndsTheBlockAsItIs() throws IOException {
    SmarthOutputStream out = create(null);
    SmarthDataStreamer streamer = out.getStreamer();
    StreamerHooks hooks = streamer.hooks;
    streamer.hooks = new StreamerHooks() {
      @Override
      BlockConstructionStage lastPacketStage() {
        return hooks.lastPacketStage();
      }

      @Override
      boolean consume(PipelineAck ack) {
        if (ack.getSeqno() == 1) {
          streamer.getLastException().set(CAUSE);
          streamer.errorState.setBadNodeIndex(0);
          TestedHadoop.setError(streamer);
        }
        return false;
      }
    };
    out.write(new byte[ScriptedCluster.PACKET]);
    out.close();
    assertThat(cluster.getDatanode().stored())
        .hasSize(ScriptedCluster.PACKET);
  }
}
