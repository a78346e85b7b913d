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
package org.apache.hadoop.hdfs.smarth.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketReceiver;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

@RunWith(Parameterized.class)
public class MirrorForwarderTest {
  private static final long PATIENCE_MILLIS = 20_000;

  private final byte[] block = new byte[200_000];
  private final ForwardMemory memory = new ForwardMemory(1 << 20);
  private final ScriptedReplica replica = new ScriptedReplica();
  private final ScriptedMirror mirror;
  private final Told told = new Told();
  private MirrorForwarder forwarder;

  public MirrorForwarderTest(boolean direct) {
    new Random(1).nextBytes(block);
    mirror = new ScriptedMirror(direct);
    forwarder = forwarder(Thread::new, new ForwardQueue(memory));
  }

  private MirrorForwarder forwarder(ThreadFactory threads,
      ForwardQueue queue) {
    return new MirrorForwarder("blk_1", threads, queue, replica,
        new ChunkVerifier(Packets.checksum()), mirror, told);
  }

  @Parameters(name = "direct buffers: {0}")
  public static Object[] kindsOfBuffers() {
    return new Object[] {false, true};
  }

  /** In every test: it ended, and holds nothing any more. */
  @After
  public void nothingIsLeft() {
    forwarder.stop();
    assertThat(forwarder.join(PATIENCE_MILLIS)).isTrue();
    assertThat(replica.closed).isEqualTo(1);
    assertThat(told.ended).isEqualTo(1);
    assertThat(memory.getUsed()).isZero();
    assertThat(memory.getBacklog()).isZero();
  }

  @Test(timeout = 60_000)
  public void packetsArriveByteForByteAsTheClientSentThem() throws Exception {
    forwarder.start();
    assertThat(forwarder.add(Packets.of(0, block, 0, 64_512))).isTrue();
    forwarder.add(Packets.heartbeat());
    forwarder.add(Packets.of(1, block, 64_512, 65_000));
    // After an hflush the partial chunk comes again.
    forwarder.add(Packets.of(2, block, 64_512, 129_024));
    forwarder.add(Packets.last(3, 129_024));
    assertThat(forwarder.join(PATIENCE_MILLIS)).isTrue();
    assertThat(mirror.sent).hasSize(5);
    assertThat(mirror.sent.get(0))
        .isEqualTo(Packets.wire(0, block, 0, 64_512));
    assertThat(mirror.sent.get(2))
        .isEqualTo(Packets.wire(1, block, 64_512, 65_000));
    assertThat(mirror.sent.get(3))
        .isEqualTo(Packets.wire(2, block, 64_512, 129_024));
    assertThat(told.failures).isEmpty();
  }

  /** Each packet is of one chunk, to fill the queue with few data. */
  private static final int PACKETS = 300;

  private void addAPacketForEachChunk() throws InterruptedException {
    for (int i = 0; i < PACKETS; i++) {
      forwarder.add(Packets.of(i, block, i * Packets.CHUNK,
          (i + 1) * Packets.CHUNK));
    }
  }

  @Test(timeout = 60_000)
  public void aLongQueueReadsChecksumsBackAndSendsTheSameBytes()
      throws Exception {
    addAPacketForEachChunk();
    forwarder.add(Packets.last(PACKETS, PACKETS * Packets.CHUNK));
    forwarder.start();
    assertThat(forwarder.join(PATIENCE_MILLIS)).isTrue();
    assertThat(told.failures).isEmpty();
    assertThat(replica.checksumsRead).isBetween(1, PACKETS - 1);
    for (int i = 0; i < PACKETS; i++) {
      assertThat(mirror.sent.get(i)).isEqualTo(Packets.wire(i, block,
          i * Packets.CHUNK, (i + 1) * Packets.CHUNK));
    }
    assertThat(mirror.sent).hasSize(PACKETS + 1);
  }

  @Test(timeout = 60_000)
  public void aPartOfAChunkIsSentWithTheChecksumThatItHadThen()
      throws Exception {
    addAPacketForEachChunk();
    int from = PACKETS * Packets.CHUNK;
    forwarder.add(Packets.of(PACKETS, block, from, from + 100));
    // The file now has the checksum of the whole chunk.
    forwarder.add(Packets.of(PACKETS + 1, block, from, from + Packets.CHUNK));
    forwarder.add(Packets.last(PACKETS + 2, from + Packets.CHUNK));
    forwarder.start();
    assertThat(forwarder.join(PATIENCE_MILLIS)).isTrue();
    assertThat(told.failures).isEmpty();
    assertThat(mirror.sent.get(PACKETS))
        .isEqualTo(Packets.wire(PACKETS, block, from, from + 100));
    assertThat(mirror.sent.get(PACKETS + 1)).isEqualTo(
        Packets.wire(PACKETS + 1, block, from, from + Packets.CHUNK));
  }

  /** No client of Hadoop sends one, but stock passes it on. */
  @Test(timeout = 60_000)
  public void checksumsWithoutDataAreSentAsTheyCame() throws Exception {
    addAPacketForEachChunk();
    PacketHeader header = new PacketHeader(8, 0, PACKETS, false, 0, false);
    forwarder.add(ForwardedPacket.of(header,
        ByteBuffer.wrap(new byte[] {1, 2, 3, 4}), Packets.CHUNK, 0));
    forwarder.add(Packets.last(PACKETS + 1, PACKETS * Packets.CHUNK));
    forwarder.start();
    assertThat(forwarder.join(PATIENCE_MILLIS)).isTrue();
    assertThat(told.failures).isEmpty();
    assertThat(mirror.sent.get(PACKETS))
        .startsWith(header.getBytes()).endsWith(1, 2, 3, 4);
  }

  @Test(timeout = 60_000)
  public void checksumsDamagedOnDiskFailThisDatanode() throws Exception {
    addAPacketForEachChunk();
    replica.checksums = ByteBuffer.allocate(4);
    forwarder.start();
    assertThat(forwarder.join(PATIENCE_MILLIS)).isTrue();
    assertThat(mirror.sent).isNotEmpty().hasSizeLessThan(PACKETS);
    assertThat(told.failures).hasSize(1);
    assertThat(told.failures.get(0)).isInstanceOf(ChecksumException.class);
  }

  @Test(timeout = 60_000)
  public void dataThatDoNotMatchTheirChecksumsAreNotSent() throws Exception {
    forwarder.start();
    ForwardedPacket packet = Packets.of(7, block, 0, 64_512);
    block[1000] ^= 1;
    forwarder.add(packet);
    assertThat(forwarder.join(PATIENCE_MILLIS)).isTrue();
    assertThat(mirror.sent).isEmpty();
    assertThat(told.failedSeqno).isEqualTo(7);
    assertThat(told.failures).hasSize(1);
    assertThat(told.failures.get(0)).isInstanceOf(ChecksumException.class);
  }

  @Test(timeout = 60_000)
  public void replicaThatCannotBeReadFailsThisDatanode() throws Exception {
    replica.failure = new IOException("disk");
    forwarder.start();
    forwarder.add(Packets.of(0, block, 0, 1000));
    assertThat(forwarder.join(PATIENCE_MILLIS)).isTrue();
    assertThat(told.failures).containsExactly(replica.failure);
    assertThat(told.mirrorFailures).isEmpty();
  }

  @Test(timeout = 60_000)
  public void mirrorThatCannotBeWrittenToEndsForwardingOnly()
      throws Exception {
    mirror.failure = new IOException("broken pipe");
    forwarder.start();
    forwarder.add(Packets.of(0, block, 0, 1000));
    assertThat(forwarder.join(PATIENCE_MILLIS)).isTrue();
    assertThat(told.mirrorFailures).containsExactly(mirror.failure);
    assertThat(told.failures).isEmpty();
    assertThat(forwarder.add(Packets.of(1, block, 1000, 2000))).isFalse();
  }

  @Test(timeout = 60_000)
  public void unexpectedExceptionIsToldAndNotSwallowed() throws Exception {
    mirror.bug = new IllegalStateException("a bug");
    forwarder.start();
    forwarder.add(Packets.of(0, block, 0, 1000));
    assertThat(forwarder.join(PATIENCE_MILLIS)).isTrue();
    assertThat(told.failures).containsExactly(mirror.bug);
  }

  @Test(timeout = 60_000)
  public void wantOfMemoryForAPacketFailsThisDatanode() throws Exception {
    replica.error = new OutOfMemoryError("direct buffer memory");
    forwarder.start();
    forwarder.add(Packets.of(0, block, 0, 1000));
    assertThat(forwarder.join(PATIENCE_MILLIS)).isTrue();
    assertThat(told.failures).containsExactly(replica.error);
    assertThat(forwarder.add(Packets.of(1, block, 1000, 2000))).isFalse();
  }

  @Test(timeout = 60_000)
  public void anErrorBetweenPacketsFailsThisDatanode() throws Exception {
    Error error = new OutOfMemoryError("heap");
    forwarder = forwarder(Thread::new, new ForwardQueue(memory) {
      @Override
      synchronized ForwardedPacket take() {
        throw error;
      }
    });
    forwarder.add(Packets.of(0, block, 0, 1000));
    forwarder.start();
    assertThat(forwarder.join(PATIENCE_MILLIS)).isTrue();
    assertThat(told.failures).containsExactly(error);
    assertThat(told.failedSeqno).isEqualTo(PipelineAck.UNKOWN_SEQNO);
  }

  @Test(timeout = 60_000)
  public void aReplicaThatCannotBeClosedKeepsNothingElse() throws Exception {
    replica.closeFailure = new IllegalStateException("a bug");
    forwarder.start();
    forwarder.add(Packets.last(0, 0));
    assertThat(forwarder.join(PATIENCE_MILLIS)).isTrue();
    assertThat(mirror.sent).hasSize(1);
  }

  @Test(timeout = 60_000)
  public void aThreadThatCannotBeStartedFailsTheStartAndLeavesNothing()
      throws Exception {
    OutOfMemoryError error =
        new OutOfMemoryError("unable to create native thread");
    forwarder = forwarder(task -> new Thread(task) {
      @Override
      public void start() {
        throw error;
      }
    }, new ForwardQueue(memory));
    forwarder.add(Packets.of(0, block, 0, 1000));
    assertThatThrownBy(forwarder::start).isSameAs(error);
    assertThat(forwarder.add(Packets.of(1, block, 1000, 2000))).isFalse();
  }

  // ---- What the next datanode takes at once. ----

  @Test(timeout = 60_000)
  public void whatIsTakenAtOnceNeedsNeitherThreadNorDisk() throws Exception {
    replica.failure = new IOException("nothing is read back");
    byte[] wire = Packets.wire(0, block, 0, 64_512);
    assertThat(forwarder.sendAtOnce(Packets.received(0, block, 0, 64_512)))
        .isEqualTo(wire.length);
    assertThat(mirror.sent).containsExactly(wire);
    forwarder.stop();
    assertThat(told.ended).isEqualTo(1);
  }

  @Test(timeout = 60_000)
  public void theRestOfAPacketFollowsWhatWasTakenAtOnce() throws Exception {
    mirror.takes = 1000;
    int sent = forwarder.sendAtOnce(Packets.received(0, block, 0, 64_512));
    forwarder.start();
    forwarder.add(Packets.restOf(0, block, 0, 64_512, sent));
    forwarder.add(Packets.last(1, 64_512));
    assertThat(forwarder.join(PATIENCE_MILLIS)).isTrue();
    byte[] wire = Packets.wire(0, block, 0, 64_512);
    assertThat(mirror.sent.get(0)).isEqualTo(Arrays.copyOf(wire, 1000));
    assertThat(mirror.sent.get(1))
        .isEqualTo(Arrays.copyOfRange(wire, 1000, wire.length));
  }

  @Test(timeout = 60_000)
  public void nothingOvertakesAPacketThatWaitsOrIsBeingSent()
      throws Exception {
    mirror.stalled = new CountDownLatch(1);
    forwarder.add(Packets.of(0, block, 0, 1024));
    PacketReceiver next = Packets.received(1, block, 1024, 2048);
    assertThat(forwarder.sendAtOnce(next)).isZero();
    assertThat(forwarder.isIdle()).isFalse();
    forwarder.start();
    mirror.reached.await();
    assertThat(forwarder.sendAtOnce(next)).isZero();
    mirror.stalled.countDown();
    Awaitility.await().until(forwarder::isIdle);
    assertThat(forwarder.sendAtOnce(next)).isPositive();
    assertThat(mirror.sent).containsExactly(
        Packets.wire(0, block, 0, 1024), Packets.wire(1, block, 1024, 2048));
  }

  @Test(timeout = 60_000)
  public void aMirrorThatFailsAtOnceEndsForwardingOnly() throws Exception {
    mirror.failure = new IOException("broken pipe");
    assertThat(forwarder.sendAtOnce(Packets.received(0, block, 0, 1000)))
        .isZero();
    assertThat(told.mirrorFailures).containsExactly(mirror.failure);
    assertThat(forwarder.add(Packets.of(0, block, 0, 1000))).isFalse();
    assertThat(forwarder.sendAtOnce(Packets.received(1, block, 1000, 2000)))
        .isZero();
    assertThat(told.mirrorFailures).hasSize(1);
    assertThat(told.failures).isEmpty();
  }

  @Test(timeout = 60_000)
  public void stopEndsItThoughTheMirrorDoesNotRead() throws Exception {
    mirror.stalled = new CountDownLatch(1);
    forwarder.start();
    for (int i = 0; i < 3; i++) {
      forwarder.add(Packets.of(i, block, i * 1024, i * 1024 + 1024));
    }
    mirror.reached.await();
    forwarder.stop();
    assertThat(forwarder.join(PATIENCE_MILLIS)).isTrue();
    // Who stops it knows; nobody else is to blame.
    assertThat(told.mirrorFailures).isEmpty();
    assertThat(told.failures).isEmpty();
    assertThat(memory.getUsed()).isZero();
  }

  @Test(timeout = 60_000)
  public void joinOutlivesAnInterruptionAndKeepsIt() throws Exception {
    mirror.stalled = new CountDownLatch(1);
    forwarder.start();
    forwarder.add(Packets.of(0, block, 0, 1024));
    mirror.reached.await();
    Thread.currentThread().interrupt();
    assertThat(forwarder.join(50)).isFalse();
    assertThat(Thread.interrupted()).isTrue();
    mirror.stalled.countDown();
  }

  @Test(timeout = 60_000)
  public void anInterruptionDoesNotShortenAJoin() throws Exception {
    mirror.stalled = new CountDownLatch(1);
    forwarder.start();
    forwarder.add(Packets.last(0, 0));
    mirror.reached.await();
    FutureTask<Boolean> join = new FutureTask<>(() -> {
      Thread.currentThread().interrupt();
      return forwarder.join(PATIENCE_MILLIS);
    });
    Thread joining = new Thread(join);
    joining.start();
    Awaitility.await().until(
        () -> joining.getState() == Thread.State.TIMED_WAITING);
    mirror.stalled.countDown();
    assertThat(join.get()).isTrue();
  }

  @Test(timeout = 60_000)
  public void theThreadIsNamedAndKeepsNoJvmAlive() {
    AtomicReference<Thread> made = new AtomicReference<>();
    forwarder = forwarder(task -> {
      made.set(new Thread(task));
      // As one that is made in a daemon thread, like this one, is.
      made.get().setDaemon(false);
      return made.get();
    }, new ForwardQueue(memory));
    assertThat(made.get().isDaemon()).isTrue();
    assertThat(made.get().getName()).contains("blk_1");
  }

  /** Direct memory would be used up long before the garbage is collected. */
  @Test(timeout = 60_000)
  public void theNextBlockIsSentFromTheSameDirectBuffer() throws Exception {
    sendOnePacket();
    ByteBuffer first = mirror.latest;
    nothingIsLeft();
    replica.closed = 0;
    told.ended = 0;
    forwarder = forwarder(Thread::new, new ForwardQueue(memory));
    sendOnePacket();
    assertThat(mirror.latest == first).isEqualTo(first.isDirect());
  }

  /** One whose buffer is larger than those of the other tests. */
  private void sendOnePacket() throws InterruptedException {
    forwarder.start();
    forwarder.add(Packets.of(0, block, 0, block.length));
    forwarder.add(Packets.last(1, block.length));
    assertThat(forwarder.join(PATIENCE_MILLIS)).isTrue();
  }

  /** The replica: the block, as it is at the time of reading. */
  private final class ScriptedReplica implements MirrorForwarder.Source {
    private volatile IOException failure;
    private volatile Error error;
    private volatile RuntimeException closeFailure;
    /** What is read instead of those of the block. */
    private volatile ByteBuffer checksums;
    private volatile int checksumsRead;
    private volatile int closed;

    @Override
    public void readData(long position, ByteBuffer buffer)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      if (error != null) {
        throw error;
      }
      buffer.put(block, (int) position, buffer.remaining());
    }

    @Override
    public void readChecksums(long position, ByteBuffer buffer) {
      int chunks = buffer.remaining() / Packets.checksum().getChecksumSize();
      buffer.put(checksums != null ? checksums.duplicate()
          : Packets.sums(block, (int) position,
              (int) position + chunks * Packets.CHUNK));
      checksumsRead++;
    }

    @Override
    public void close() {
      closed++;
      if (closeFailure != null) {
        throw closeFailure;
      }
    }
  }

  private static final class ScriptedMirror implements MirrorForwarder.Sink {
    private final boolean direct;
    private final List<byte[]> sent = new CopyOnWriteArrayList<>();
    private final CountDownLatch reached = new CountDownLatch(1);
    private volatile ByteBuffer latest;
    private volatile IOException failure;
    private volatile RuntimeException bug;
    private volatile CountDownLatch stalled;
    /** How many bytes of a packet at once. */
    private volatile int takes = Integer.MAX_VALUE;

    private ScriptedMirror(boolean direct) {
      this.direct = direct;
    }

    @Override
    public boolean takesDirectBuffers() {
      return direct;
    }

    @Override
    public void send(ByteBuffer packet) throws IOException {
      assertThat(packet.isDirect()).isEqualTo(direct);
      reached.countDown();
      if (failure != null) {
        throw failure;
      }
      if (bug != null) {
        throw bug;
      }
      if (stalled != null) {
        try {
          stalled.await();
        } catch (InterruptedException e) {
          throw new InterruptedIOException();
        }
      }
      byte[] bytes = new byte[packet.remaining()];
      packet.get(bytes);
      sent.add(bytes);
      latest = packet;
    }

    @Override
    public int sendAtOnce(PacketReceiver packet) throws IOException {
      if (failure != null) {
        throw failure;
      }
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      packet.mirrorPacketTo(new DataOutputStream(all));
      int length = Math.min(takes, all.size());
      sent.add(Arrays.copyOf(all.toByteArray(), length));
      return length;
    }
  }

  private static final class Told implements MirrorForwarder.Observer {
    private final List<IOException> mirrorFailures =
        new CopyOnWriteArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private volatile long failedSeqno;
    private volatile int ended;

    @Override
    public void mirrorFailed(IOException cause) {
      mirrorFailures.add(cause);
    }

    @Override
    public void forwardFailed(long seqno, Throwable cause) {
      failedSeqno = seqno;
      failures.add(cause);
    }

    @Override
    public void forwarderEnds() {
      ended++;
    }
  }
}
