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
import java.io.InterruptedIOException;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import com.google.common.util.concurrent.Uninterruptibles;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.smarth.client.SmarthClient;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.apache.hadoop.hdfs.smarth.client.pipelines.OpenPipelines;
import org.apache.hadoop.hdfs.smarth.client.plan.auto.AutoPlanTest;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

/** Files of a process that may have no more threads. */
public class StreamerThreadsTest {
  /** Stock has a streamer for the file, and takes the acks of one block. */
  private static final int OF_STOCK = 2;
  private static final int BLOCKS = 30;
  private static final int SMALL = 512;
  /** How often a file asks for a thread where no other has one to spare. */
  private static final int TRIES = 20;
  /** Refusals, for longer than that. */
  private static final int MANY = TRIES + 20;

  @Rule
  public final Timeout timeout = new Timeout(60, TimeUnit.SECONDS);

  private final Configuration conf = new Configuration();
  private ScriptedCluster cluster;
  private Limit limit;

  /** Starts threads of a file as long as there are fewer. */
  private static final class Limit implements Consumer<Thread> {
    private final Set<Thread> started = ConcurrentHashMap.newKeySet();
    private volatile int most;
    private volatile int refused;

    private Limit(int most) {
      this.most = most;
    }

    @Override
    public synchronized void accept(Thread thread) {
      started.removeIf(any -> !any.isAlive());
      if (started.size() >= most) {
        refused++;
        throw new OutOfMemoryError("unable to create new native thread");
      }
      thread.start();
      started.add(thread);
    }
  }

  @After
  public void nothingIsLeft() throws IOException {
    cluster.close();
    SpareThreads.reset();
    Awaitility.await().untilAsserted(
        () -> assertThat(ScriptedCluster.threads()).isEmpty());
    assertThat(cluster.getBudget().getUsed()).isZero();
    assertThat(cluster.getBudget().getHeld()).isZero();
  }

  /** @return a file with its first thread. */
  private SmarthOutputStream create(int most) throws Exception {
    cluster = new ScriptedCluster(conf);
    limit = new Limit(most);
    SpareThreads.setStart(limit, TRIES);
    return another("/file");
  }

  private SmarthOutputStream another(String path) throws Exception {
    return cluster.create((client, stat, sum) ->
        new SmarthOutputStream(client, path, stat,
            EnumSet.of(CreateFlag.CREATE), null, sum, null));
  }

  private void assertWritten(int most, int bytes) throws Exception {
    SmarthOutputStream out = create(most);
    out.write(new byte[bytes]);
    out.close();
    assertThat(cluster.getDatanode().stored()).hasSize(bytes);
  }

  @Test
  public void aFileNeedsNoMoreThreadsThanInStock() throws Exception {
    assertWritten(OF_STOCK, BLOCKS * ScriptedCluster.BLOCK);
    assertThat(limit.refused).isPositive();
  }

  @Test
  public void norDoesItWithOnePipeline() throws Exception {
    conf.setInt(SmarthClientConf.PIPELINES_MAX_KEY, 1);
    assertWritten(OF_STOCK, BLOCKS * ScriptedCluster.BLOCK);
    assertThat(limit.refused).isPositive();
  }

  @Test
  public void norIfItsWriterIsAlwaysABlockAhead() throws Exception {
    conf.setLong(HdfsClientConfigKeys.DFS_BLOCK_SIZE_KEY, SMALL);
    assertWritten(OF_STOCK, BLOCKS * SMALL);
    assertThat(limit.refused).isPositive();
  }

  @Test
  public void norWithOneThreadThatIsNotEnoughForAnotherPipeline()
      throws Exception {
    conf.setLong(HdfsClientConfigKeys.DFS_BLOCK_SIZE_KEY, SMALL);
    assertWritten(OF_STOCK + 1, BLOCKS * SMALL);
  }

  private CompletableFuture<Throwable> inBackground(SmarthOutputStream out) {
    return CompletableFuture.supplyAsync(() -> catchThrowable(() -> {
      out.write(new byte[ScriptedCluster.PACKET]);
      out.hflush();
    }));
  }

  /** @return what a write and a flush of the second block end with. */
  private CompletableFuture<Throwable> flushWhileTheFirstDrains(
      SmarthOutputStream out) throws Exception {
    cluster.getDatanode().holdAcks();
    out.write(new byte[ScriptedCluster.BLOCK]);
    CompletableFuture<Throwable> flushed = inBackground(out);
    Awaitility.await().until(() -> limit.refused > 0);
    assertThat(flushed).isNotDone();
    return flushed;
  }

  /** The JVM tells of each thread that is refused. */
  @Test
  public void noPacketAsksForAThreadThatAnEarlierBlockHas() throws Exception {
    SmarthOutputStream out = create(OF_STOCK);
    cluster.getDatanode().holdAcks();
    out.write(new byte[ScriptedCluster.BLOCK]);
    Awaitility.await().until(() -> threads() == OF_STOCK);
    int more = 3 * ScriptedCluster.PACKET;
    out.write(new byte[more]);
    assertThat(limit.refused).isEqualTo(1);
    cluster.getDatanode().letAcks();
    out.close();
    assertThat(cluster.getDatanode().stored())
        .hasSize(ScriptedCluster.BLOCK + more);
  }

  @Test
  public void aBlockWithoutAThreadWaitsForTheOneBefore() throws Exception {
    SmarthOutputStream out = create(OF_STOCK);
    CompletableFuture<Throwable> flushed = flushWhileTheFirstDrains(out);
    cluster.getDatanode().letAcks();
    assertThat(flushed.get()).isNull();
    out.close();
    assertThat(cluster.getDatanode().stored())
        .hasSize(ScriptedCluster.BLOCK + ScriptedCluster.PACKET);
  }

  @Test
  public void datanodesAreToldThatTheirClientWaitsForAThread()
      throws Exception {
    conf.setInt(HdfsClientConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY, 2000);
    SmarthOutputStream out = create(OF_STOCK + 1);
    CompletableFuture<Throwable> flushed = flushWhileTheFirstDrains(out);
    Awaitility.await().until(() -> cluster.getDatanode().heartbeats() > 1);
    assertThat(flushed).isNotDone();
    cluster.getDatanode().letAcks();
    assertThat(flushed.get()).isNull();
    out.close();
    assertThat(cluster.getDatanode().stored())
        .hasSize(ScriptedCluster.BLOCK + ScriptedCluster.PACKET);
  }

  @Test
  public void aDatanodeMayBeLostWhileAThreadIsWaitedFor() throws Exception {
    conf.setInt(HdfsClientConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY, 2000);
    SmarthOutputStream out = create(OF_STOCK + 1);
    CompletableFuture<Throwable> flushed = flushWhileTheFirstDrains(out);
    SmarthDataStreamer second = out.getStreamer();
    ExtendedBlock block = second.getBlock();
    block.setGenerationStamp(2);
    Mockito.when(cluster.getNamenode().updateBlockForPipeline(Mockito.any(),
        Mockito.any())).thenReturn(new LocatedBlock(block, second.getNodes()));
    Awaitility.await().until(() -> cluster.getDatanode().heartbeats() > 0);
    cluster.getDatanode().disconnect(1);
    Awaitility.await().until(() -> second.getPipelineRecoveryCount() > 0);
    cluster.getDatanode().letAcks();
    assertThat(flushed.get()).isNull();
    out.close();
    assertThat(cluster.getDatanode().stored())
        .hasSize(ScriptedCluster.BLOCK + ScriptedCluster.PACKET);
  }

  private long threads() {
    return limit.started.stream().filter(Thread::isAlive).count();
  }

  /**
   * The next block must not take the thread that the recovery needs.
   *
   * @param meanwhile what the writer does while the block is recovered
   */
  private void assertRecoversInTheDrain(int most,
      Consumer<SmarthOutputStream> meanwhile) throws Exception {
    SmarthOutputStream out = create(most);
    SmarthDataStreamer first = out.getStreamer();
    CompletableFuture<Throwable> flushed = flushWhileTheFirstDrains(out);
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    cluster.getDatanode().finalReplicas(request -> {
      asked.countDown();
      Uninterruptibles.awaitUninterruptibly(answer);
      return request != 2;
    });
    cluster.getDatanode().disconnect(0);
    asked.await();
    meanwhile.accept(out);
    answer.countDown();
    Awaitility.await().until(() -> first.getNodes().length == 1);
    cluster.getDatanode().letAcks();
    assertThat(flushed.get()).isNull();
    out.close();
    assertThat(cluster.getDatanode().stored())
        .hasSize(ScriptedCluster.BLOCK + ScriptedCluster.PACKET);
  }

  @Test
  public void aDatanodeMayBeLostInTheDrain() throws Exception {
    assertRecoversInTheDrain(OF_STOCK + 1, out -> Awaitility.await()
        .during(2, TimeUnit.SECONDS).until(() -> threads() == OF_STOCK));
  }

  @Test
  public void norDoesTheNextBlockOfStocksThreadsTakeIt() throws Exception {
    assertRecoversInTheDrain(OF_STOCK, out -> {
      out.getFile().getThreads().beginWaiting();
      assertThat(threads()).isEqualTo(OF_STOCK - 1);
    });
  }

  /** @return a file that is between two blocks, and has no thread. */
  private SmarthOutputStream idle(String path) throws Exception {
    SmarthOutputStream out = another(path);
    idleThreads(out);
    return out;
  }

  private static void idleThreads(SmarthOutputStream out) throws Exception {
    SmarthDataStreamer first = out.getStreamer();
    out.write(new byte[ScriptedCluster.BLOCK]);
    Awaitility.await().until(() -> !first.isAlive());
  }

  /** @return another file, that can have no thread until acks are let. */
  private SmarthOutputStream withoutThread(SmarthOutputStream out)
      throws Exception {
    SmarthOutputStream other = idle("/other");
    cluster.getDatanode().holdAcks();
    out.write(new byte[ScriptedCluster.BLOCK + ScriptedCluster.PACKET]);
    Awaitility.await().until(() -> threads() == 2 * OF_STOCK);
    return other;
  }

  private void assertBothEnd(SmarthOutputStream out, SmarthOutputStream other)
      throws IOException {
    out.close();
    other.close();
    assertThat(cluster.getDatanode().stored())
        .hasSize(2 * (ScriptedCluster.BLOCK + ScriptedCluster.PACKET));
  }

  @Test
  public void aFileWaitsForThreadsThatOthersHaveBeyondStocks()
      throws Exception {
    SmarthOutputStream out = create(2 * OF_STOCK);
    SmarthOutputStream other = withoutThread(out);
    CompletableFuture<Throwable> flushed = inBackground(other);
    Awaitility.await().atMost(30, TimeUnit.SECONDS)
        .until(() -> limit.refused > MANY);
    assertThat(flushed).isNotDone();
    cluster.getDatanode().letAcks();
    assertThat(flushed.get()).isNull();
    assertBothEnd(out, other);
  }

  /** @return a file whose first thread is refused until others end. */
  private CompletableFuture<SmarthOutputStream> createRefused() {
    CompletableFuture<SmarthOutputStream> created =
        CompletableFuture.supplyAsync(() -> {
          try {
            return another("/other");
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
    Awaitility.await().atMost(30, TimeUnit.SECONDS)
        .until(() -> limit.refused > MANY);
    assertThat(created).isNotDone();
    return created;
  }

  @Test
  public void whoIsRefusedAThreadWaitsForFilesThatAreSent() throws Exception {
    SmarthOutputStream out = create(OF_STOCK);
    CompletableFuture<Throwable> closed = closeUntilSent(out);
    CompletableFuture<SmarthOutputStream> next = createRefused();
    assertThat(closed).isNotDone();
    cluster.getDatanode().letAcks();
    assertThat(closed.get()).isNull();
    next.get().close();
  }

  @Test
  public void afterARefusalNoFileIsToldToBeSent() throws Exception {
    SmarthOutputStream out = create(OF_STOCK);
    SpareThreads.refused();
    AtomicBoolean sent = new AtomicBoolean();
    out.whenSent(bytes -> sent.set(true));
    sendAhead();
    cluster.getDatanode().holdAcks();
    out.write(new byte[ScriptedCluster.BLOCK]);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread closer = new Thread(() -> failure.set(catchThrowable(out::close)));
    closer.start();
    // It has asked, and does so again.
    Awaitility.await().until(() -> closer.getState()
        == Thread.State.TIMED_WAITING && Arrays.stream(closer.getStackTrace())
            .anyMatch(frame -> frame.getMethodName().equals("awaitDoneOr")));
    assertThat(sent).isFalse();
    cluster.getDatanode().letAcks();
    closer.join();
    assertThat(failure.get()).isNull();
  }

  /** Whatever it brings. */
  private void sendAhead() throws ReflectiveOperationException {
    Field control = SmarthClient.class.getDeclaredField("control");
    control.setAccessible(true);
    control.set(cluster.getClient().smarth, AutoPlanTest.eager(0));
  }

  private Set<?> draining() throws ReflectiveOperationException {
    Field draining = OpenPipelines.class.getDeclaredField("draining");
    draining.setAccessible(true);
    return (Set<?>) draining.get(
        cluster.getClient().smarth.getOpenPipelines());
  }

  @Test
  public void aFileThatWasSentAndFailsDrainsNoMore() throws Exception {
    SmarthOutputStream out = create(2 * OF_STOCK);
    CompletableFuture<Throwable> closed = closeUntilSent(out);
    assertThat(draining()).hasSize(1);
    out.getFile().getPipelines().fail(new IOException("expected by the test"));
    assertThat(closed.get()).hasMessage("expected by the test");
    assertThat(draining()).isEmpty();
  }

  /** @return what close ends with; it waits for acks. */
  private CompletableFuture<Throwable> closeUntilSent(SmarthOutputStream out)
      throws Exception {
    sendAhead();
    cluster.getDatanode().holdAcks();
    out.write(new byte[ScriptedCluster.BLOCK]);
    CountDownLatch sent = new CountDownLatch(1);
    out.whenSent(bytes -> sent.countDown());
    CompletableFuture<Throwable> closed =
        CompletableFuture.supplyAsync(() -> catchThrowable(out::close));
    sent.await();
    return closed;
  }

  @Test
  public void anInterruptEndsAWriteThatWaitsForOthersThreads()
      throws Exception {
    SmarthOutputStream out = create(2 * OF_STOCK);
    SmarthOutputStream other = withoutThread(out);
    Thread.currentThread().interrupt();
    other.write(new byte[ScriptedCluster.PACKET]);
    assertThat(Thread.interrupted()).isTrue();
    cluster.getDatanode().letAcks();
    other.hflush();
    assertBothEnd(out, other);
  }

  @Test
  public void norDoesItHoldUpWhatIsWrittenAfterIt() throws Exception {
    conf.setInt(HdfsClientConfigKeys.Write.MAX_PACKETS_IN_FLIGHT_KEY, 0);
    SmarthOutputStream out = create(OF_STOCK);
    idleThreads(out);
    limit.most = 0;
    Thread.currentThread().interrupt();
    out.write(new byte[2 * ScriptedCluster.PACKET]);
    assertThat(Thread.interrupted()).isTrue();
    limit.most = OF_STOCK;
    out.write(new byte[ScriptedCluster.PACKET]);
    out.close();
    assertThat(cluster.getDatanode().stored())
        .hasSize(ScriptedCluster.BLOCK + 3 * ScriptedCluster.PACKET);
  }

  @Test
  public void norTheBlockAfterIts() throws Exception {
    SmarthOutputStream out = create(OF_STOCK);
    idleThreads(out);
    limit.most = 0;
    Thread.currentThread().interrupt();
    out.write(new byte[ScriptedCluster.BLOCK]);
    assertThat(Thread.interrupted()).isTrue();
    limit.most = OF_STOCK;
    out.write(new byte[ScriptedCluster.PACKET]);
    out.close();
    assertThat(cluster.getDatanode().stored())
        .hasSize(2 * ScriptedCluster.BLOCK + ScriptedCluster.PACKET);
  }

  @Test
  public void aFileIsCreatedWithThreadsThatOthersHaveBeyondStocks()
      throws Exception {
    SmarthOutputStream out = create(2 * OF_STOCK);
    cluster.getDatanode().holdAcks();
    out.write(new byte[ScriptedCluster.BLOCK + ScriptedCluster.PACKET]);
    Awaitility.await().until(() -> threads() == 2 * OF_STOCK);
    CompletableFuture<SmarthOutputStream> created = createRefused();
    cluster.getDatanode().letAcks();
    SmarthOutputStream other = created.get();
    other.write(new byte[ScriptedCluster.BLOCK + ScriptedCluster.PACKET]);
    assertBothEnd(out, other);
  }

  @Test
  public void aFileIsNotCreatedWithoutAnyThread() {
    assertThatThrownBy(() -> create(0)).isInstanceOf(OutOfMemoryError.class);
    assertThat(limit.refused).isEqualTo(1);
  }

  @Test
  public void twoFilesNeedNoMoreThreadsThanInStock() throws Exception {
    SmarthOutputStream out = create(2 * OF_STOCK);
    SmarthOutputStream other = another("/other");
    CompletableFuture<Throwable> written = CompletableFuture.supplyAsync(
        () -> catchThrowable(() -> {
          other.write(new byte[BLOCKS * ScriptedCluster.BLOCK]);
          other.close();
        }));
    out.write(new byte[BLOCKS * ScriptedCluster.BLOCK]);
    out.close();
    assertThat(written.get()).isNull();
    assertThat(cluster.getDatanode().stored())
        .hasSize(2 * BLOCKS * ScriptedCluster.BLOCK);
    assertThat(limit.refused).isPositive();
  }

  private void assertAborts(int most) throws Exception {
    SmarthOutputStream out = create(most);
    CompletableFuture<Throwable> flushed = flushWhileTheFirstDrains(out);
    out.abort();
    assertThat(flushed.get()).isInstanceOf(IOException.class);
    assertThatThrownBy(out::hflush)
        .hasMessageStartingWith("Lease timeout of ");
  }

  @Test
  public void anAbortWaitsForNoThread() throws Exception {
    assertAborts(OF_STOCK);
  }

  @Test
  public void anAbortEndsAPipelineThatWaitsForAThread() throws Exception {
    assertAborts(OF_STOCK + 1);
  }

  @Test
  public void anInterruptEndsAFlushThatWaitsForAThread() throws Exception {
    SmarthOutputStream out = create(OF_STOCK);
    cluster.getDatanode().holdAcks();
    out.write(new byte[ScriptedCluster.BLOCK + ScriptedCluster.PACKET]);
    Thread.currentThread().interrupt();
    assertThatThrownBy(out::hflush).isInstanceOf(InterruptedIOException.class);
    cluster.getDatanode().letAcks();
    out.close();
    assertThat(cluster.getDatanode().stored())
        .hasSize(ScriptedCluster.BLOCK + ScriptedCluster.PACKET);
  }

  private static void assertFailed(SmarthOutputStream out) {
    assertThatThrownBy(out::hflush).isInstanceOf(IOException.class)
        .hasRootCauseInstanceOf(OutOfMemoryError.class);
    assertThatThrownBy(out::close).isInstanceOf(IOException.class)
        .hasRootCauseInstanceOf(OutOfMemoryError.class);
  }

  @Test
  public void aFileWithoutAnyThreadLeftFails() throws Exception {
    SmarthOutputStream out = create(OF_STOCK);
    CompletableFuture<Throwable> flushed = flushWhileTheFirstDrains(out);
    limit.most = 0;
    cluster.getDatanode().letAcks();
    assertThat(flushed.get()).isInstanceOf(IOException.class)
        .hasRootCauseInstanceOf(OutOfMemoryError.class);
    assertFailed(out);
  }

  @Test
  public void aFileThatCanTakeNoAcksFails() throws Exception {
    SmarthOutputStream out = create(OF_STOCK - 1);
    out.write(new byte[ScriptedCluster.PACKET]);
    assertFailed(out);
  }
}
