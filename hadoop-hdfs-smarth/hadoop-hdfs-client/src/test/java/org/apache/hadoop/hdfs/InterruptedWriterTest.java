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
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * An interrupt of a writer that waits: as in stock the write ends, its data are
 * queued, and the writer finds itself interrupted.
 */
public class InterruptedWriterTest {
  private static final int WRITE = 4096;

  @Rule
  public final Timeout timeout = new Timeout(60, TimeUnit.SECONDS);

  private final Configuration conf = new Configuration();
  private final byte[] data = new byte[8 << 20];
  private final AtomicInteger written = new AtomicInteger();
  private final ExecutorService executor = Executors.newSingleThreadExecutor();
  private ScriptedCluster cluster;
  private SmarthOutputStream out;

  @After
  public void after() throws Exception {
    executor.shutdownNow();
    cluster.close();
    assertThat(cluster.getBudget().getHeld()).isZero();
  }

  /**
   * Writes until it is interrupted, while nothing is acknowledged.
   *
   * @param where the class or method in which it waits then
   */
  private Future<?> startAWriterThatWaitsIn(String where) throws Exception {
    new Random(1).nextBytes(data);
    cluster = new ScriptedCluster(conf);
    cluster.getDatanode().holdAcks();
    out = cluster.create();
    AtomicReference<Thread> writer = new AtomicReference<>();
    Future<?> writing = executor.submit(() -> {
      writer.set(Thread.currentThread());
      while (!Thread.currentThread().isInterrupted()) {
        out.write(data, written.get(), WRITE);
        written.addAndGet(WRITE);
      }
      return null;
    });
    Awaitility.await().untilAsserted(
        () -> assertIsWaitingIn(where, writer.get()));
    return writing;
  }

  private void interruptAWriterThatWaitsIn(String where) throws Exception {
    startAWriterThatWaitsIn(where).cancel(true);
    executor.shutdown();
    assertThat(executor.awaitTermination(30, TimeUnit.SECONDS))
        .as("the write ends though no memory comes").isTrue();
  }

  private static void assertIsWaitingIn(String where, Thread thread) {
    assertThat(thread).isNotNull();
    assertThat(thread.getStackTrace())
        .anyMatch(frame -> frame.toString().contains(where));
    assertThat(thread.getState())
        .isIn(Thread.State.WAITING, Thread.State.TIMED_WAITING);
  }

  private void assertWrittenOnce() throws Exception {
    cluster.getDatanode().letAcks();
    out.close();
    byte[] stored = cluster.getDatanode().stored();
    assertThat(stored.length).isEqualTo(written.get());
    assertThat(stored).isEqualTo(Arrays.copyOf(data, stored.length));
  }

  @Test
  public void aWriterThatWaitsForMemoryWritesEveryByteOnce() throws Exception {
    interruptAWriterThatWaitsIn("RetentionBudget");
    assertWrittenOnce();
  }

  @Test
  public void aWriterThatWaitsForStocksBuffersWritesEveryByteOnce()
      throws Exception {
    conf.setBoolean(
        HdfsClientConfigKeys.Write.ByteArrayManager.ENABLED_KEY, true);
    conf.setInt(
        HdfsClientConfigKeys.Write.ByteArrayManager.COUNT_THRESHOLD_KEY, 0);
    conf.setInt(
        HdfsClientConfigKeys.Write.ByteArrayManager.COUNT_LIMIT_KEY, 2);
    interruptAWriterThatWaitsIn("FixedLengthManager");
    assertWrittenOnce();
  }

  @Test
  public void aWriterThatWaitsForItsPipelineWritesEveryByteOnce()
      throws Exception {
    conf.setInt(SmarthClientConf.PIPELINES_MAX_KEY, 1);
    conf.setInt(HdfsClientConfigKeys.Write.MAX_PACKETS_IN_FLIGHT_KEY, 20);
    interruptAWriterThatWaitsIn("awaitPreviousTurn");
    assertWrittenOnce();
  }

  @Test
  public void aWriterThatWaitsForItsQueueWritesEveryByteOnce()
      throws Exception {
    conf.setInt(SmarthClientConf.PIPELINES_MAX_KEY, 1);
    interruptAWriterThatWaitsIn("awaitRoom");
    assertWrittenOnce();
  }

  @Test
  public void aPipelineThatTimedOutFailsTheFileAndInterruptsNobody()
      throws Exception {
    Future<?> writing = startAWriterThatWaitsIn("RetentionBudget");
    // An InterruptedIOException, by its class.
    IOException cause = new SocketTimeoutException("expected by the test");
    out.getFile().getPipelines().fail(cause);
    assertThatThrownBy(writing::get).hasRootCause(cause)
        .hasCauseExactlyInstanceOf(SocketTimeoutException.class);
    executor.submit(() -> assertThat(Thread.interrupted()).isFalse()).get();
    assertThatThrownBy(out::close).hasCause(cause)
        .isExactlyInstanceOf(SocketTimeoutException.class);
  }

  @Test
  public void aWriteThatBreaksOffAmidAChunkFailsTheFileWithTheCause()
      throws Exception {
    cluster = new ScriptedCluster(conf);
    Error cause = new OutOfMemoryError("expected by the test");
    out = cluster.create((client, stat, sum) -> new SmarthOutputStream(client,
        "/file", stat, EnumSet.of(CreateFlag.CREATE), null, sum, null) {
      @Override
      protected void adjustChunkBoundary() {
        throw cause;
      }
    });
    assertThatThrownBy(() -> {
      while (true) {
        out.write(data, 0, WRITE);
      }
    }).isSameAs(cause);
    assertThatThrownBy(out::flush).isInstanceOf(IOException.class)
        .hasRootCause(cause);
    assertThatThrownBy(() -> out.write(data)).isInstanceOf(IOException.class)
        .hasRootCause(cause);
    assertThatThrownBy(out::hflush).isInstanceOf(IOException.class)
        .hasRootCause(cause);
    assertThatThrownBy(out::close).isInstanceOf(IOException.class)
        .hasRootCause(cause);
  }
}
