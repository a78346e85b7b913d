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

package org.smarth.hadoop.benchmarks.soak.api;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.zip.CRC32;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.StreamPeek;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream.SyncFlag;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;

import org.smarth.hadoop.benchmarks.harness.BackgroundCloses;
import org.smarth.hadoop.benchmarks.harness.Failure;
import org.smarth.hadoop.benchmarks.soak.EmbeddedSoakCluster;
import org.smarth.hadoop.benchmarks.soak.LeakCheck;

/** Runs one program against a cluster and says what it did. */
final class ProgramRun {
  private static final int MOST_MESSAGES = 3;

  private final EmbeddedSoakCluster cluster;
  private final Held held;
  private final Program program;
  private final Duration heldLimit;
  private final Path dir;
  private final Deadlines deadlines;
  private final Ledger ledger = new Ledger();
  private final AtomicReferenceArray<String> results;
  private final List<String> messages = Collections.synchronizedList(new ArrayList<>());
  private final List<String> broken = Collections.synchronizedList(new ArrayList<>());
  /** Whether some call was to end the stream. */
  private final AtomicBoolean ended = new AtomicBoolean();
  private Surroundings surroundings;
  private FSDataOutputStream out;
  private volatile String close = Outcome.NONE;
  private volatile String state = Outcome.NONE;
  private volatile String replication = Outcome.OK;
  private volatile long length = -1;
  private volatile long crc;

  ProgramRun(EmbeddedSoakCluster cluster, Held held, ApiWorker.Task task, Path dir) {
    this.cluster = cluster;
    this.held = held;
    this.program = task.program();
    this.heldLimit = Duration.ofMillis(task.heldMillis());
    this.dir = dir;
    this.deadlines = new Deadlines(task.millis());
    this.results = new AtomicReferenceArray<>(program.calls().size());
  }

  /** @throws Failure when the cluster cannot go on */
  Outcome run() throws IOException, InterruptedException {
    FileCreation creation = new FileCreation(cluster, program);
    Configuration conf = creation.configuration();
    DistributedFileSystem fs = (DistributedFileSystem) FileSystem.newInstance(conf);
    surroundings = new Surroundings(cluster, conf, program, dir);
    fs.mkdirs(dir);
    out = creation.create(fs, surroundings.file());
    if (program.options().before() > 0) {
      ledger.existed(program.options().before());
    }
    Optional<String> hang = runThreads();
    if (hang.isEmpty()) {
      hang = deadlines.run(this::closeAtLast);
    }
    if (hang.isPresent()) {
      return outcome(List.of(), hang.get() + " does not return\n" + LeakCheck.allThreads());
    }
    if (program.hasFaults()) {
      lookBeforeHealing();
      surroundings.heal();
    }
    List<String> left = held.afterClose(out, heldLimit);
    fs.close();
    look();
    surroundings.close();
    return outcome(left, null);
  }

  private Optional<String> runThreads() throws InterruptedException {
    List<Runnable> tasks = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int thread = 0; thread < program.threads(); thread++) {
      int number = thread;
      tasks.add(() -> run(number, threads));
    }
    CountDownLatch all = new CountDownLatch(tasks.size());
    threads.addAll(deadlines.threads(tasks, all));
    threads.forEach(Thread::start);
    return deadlines.await(all);
  }

  private void run(int thread, List<Thread> threads) {
    int writes = 0;
    for (int i = 0; i < program.calls().size(); i++) {
      Call call = program.calls().get(i);
      if (call.thread() != thread) {
        continue;
      }
      deadlines.begin("call " + i + ", " + call);
      surroundings.progress().begins(call);
      writes += call.isWrite() ? 1 : 0;
      results.set(i, make(call, writes, threads));
    }
  }

  private String make(Call call, int writes, List<Thread> threads) {
    try {
      return switch (call.kind()) {
      case WRITE, WRITE_BYTE -> write(call, Ledger.bytes(call.thread(), writes, call.bytes()));
      case HFLUSH, HSYNC, HSYNC_LENGTH, HSYNC_BLOCK, HSYNC_BOTH -> flush(call.kind());
      case INTERRUPT -> {
        threads.get(Math.min(call.value(), threads.size() - 1)).interrupt();
        yield Outcome.OK;
      }
      case READ -> read();
      case CLOSE -> close(out::close);
      case KILL, RESTART, REFUSE, ADMIT, HANG, STALL -> {
        if (!surroundings.progress().isOver()) {
          surroundings.faults().strike(call, out);
        }
        yield Outcome.OK;
      }
      case ABORT -> {
        ended.set(true);
        yield other(call);
      }
      default -> other(call);
      };
    } catch (Exception | Error e) {
      return failed(call.toString(), e);
    }
  }

  private String failed(String call, Throwable e) {
    if (messages.size() < MOST_MESSAGES) {
      messages.add(call + ": " + e);
    }
    return Outcome.failed(e);
  }

  private String write(Call call, byte[] bytes) throws IOException {
    boolean done = false;
    ledger.begin(call.thread(), bytes);
    try {
      if (call.kind() == Call.Kind.WRITE_BYTE) {
        out.write(bytes[0]);
      } else {
        out.write(bytes, 0, bytes.length);
      }
      done = true;
      return Outcome.OK;
    } finally {
      ledger.end(call.thread(), done);
    }
  }

  private String flush(Call.Kind kind) throws IOException {
    int[] covered = ledger.ended();
    flushStream(kind);
    ledger.acknowledge(covered);
    return Outcome.OK;
  }

  private void flushStream(Call.Kind kind) throws IOException {
    HdfsDataOutputStream hdfs = hdfs();
    switch (kind) {
    case HFLUSH -> out.hflush();
    case HSYNC -> out.hsync();
    case HSYNC_LENGTH -> hdfs.hsync(EnumSet.of(SyncFlag.UPDATE_LENGTH));
    case HSYNC_BLOCK -> hdfs.hsync(EnumSet.of(SyncFlag.END_BLOCK));
    default -> hdfs.hsync(EnumSet.of(SyncFlag.UPDATE_LENGTH, SyncFlag.END_BLOCK));
    }
  }

  private HdfsDataOutputStream hdfs() {
    if (out instanceof HdfsDataOutputStream hdfs) {
      return hdfs;
    }
    throw new IllegalArgumentException(out + " is no stream of HDFS");
  }

  /** Makes a call that writes nothing, and returns what it returns. */
  private String other(Call call) throws IOException, InterruptedException {
    switch (call.kind()) {
    case POSITION -> {
      return Long.toString(out.getPos());
    }
    case REPLICAS -> {
      return Integer.toString(hdfs().getCurrentBlockReplication());
    }
    case DROP_BEHIND -> out.setDropBehind(call.value() != 0);
    case ABORT -> StreamPeek.abort(out);
    case NAMESPACE_QUOTA -> surroundings.namespaceQuota(call.value());
    case SPACE_QUOTA -> surroundings.spaceQuota(call.value());
    case TYPE_QUOTA -> surroundings.typeQuota(call.value());
    case NO_QUOTA -> surroundings.noQuota();
    case SET_REPLICATION -> surroundings.setReplication(call.value());
    case RENAME -> surroundings.rename();
    case DELETE -> surroundings.delete();
    case RECOVER_LEASE -> surroundings.recoverLease();
    case PAUSE -> TimeUnit.MILLISECONDS.sleep(call.value());
    case AWAIT_CALLS -> surroundings.progress().awaitCalls(call.value());
    case AWAIT_OPERATIONS -> surroundings.progress().awaitOperations(call.value());
    case AWAIT_FINALS -> surroundings.progress().awaitFinals(call.value());
    default -> throw new IllegalArgumentException(call.toString());
    }
    return Outcome.OK;
  }

  private String read() throws IOException {
    int[] must = ledger.acknowledged();
    String problem = ledger.problem(surroundings.read(), must);
    if (problem != null) {
      broken.add("while it is written: " + problem);
    }
    return Outcome.OK;
  }

  /** The first close that succeeds says that all is there. */
  private String close(Closeable stream) throws IOException {
    int[] covered = ledger.ended();
    boolean first = ended.compareAndSet(false, true);
    stream.close();
    if (first) {
      ledger.acknowledge(covered);
      surroundings.progress().ends();
    }
    return Outcome.OK;
  }

  /** Returns when the file is complete, or throws why not. */
  private void closeInBackground() throws IOException {
    try {
      BackgroundCloses.close(out).get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error failure) {
        throw failure;
      }
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      throw (IOException) new InterruptedIOException().initCause(e);
    }
  }

  /** What a program does that wants its file closed. */
  private void closeAtLast() {
    deadlines.begin("close at the end");
    try {
      close = close(program.closesInBackground() ? this::closeInBackground : out);
    } catch (IOException | RuntimeException | Error e) {
      close = failed("close", e);
      deadlines.begin("close at the end, once more");
      try {
        out.close();
      } catch (IOException | RuntimeException | Error again) {
        close += " " + Outcome.failed(again);
      }
    }
  }

  /** A close that succeeds says that some DataNode has it, too, of those that are there. */
  private void lookBeforeHealing() {
    if (surroundings.progress().isOver() && surroundings.file() != null) {
      try {
        surroundings.read();
      } catch (IOException e) {
        replication = failed("reading before DataNodes come back", e);
      }
    }
  }

  private void look() throws IOException, InterruptedException {
    if (surroundings.file() == null) {
      state = "deleted";
      return;
    }
    boolean closed = surroundings.isClosed();
    state = closed ? "closed" : "left open";
    if (!closed && surroundings.faults().tookAll()) {
      state += Outcome.NO_DATA_NODE;
    }
    if (!closed && surroundings.recoverLeaseAtLast()) {
      state += Outcome.RESTARTED;
    }
    int[] must = ledger.acknowledged();
    byte[] content = surroundings.read();
    CRC32 sum = new CRC32();
    sum.update(content);
    crc = sum.getValue();
    length = content.length;
    if (length != surroundings.length()) {
      broken.add("the NameNode says " + surroundings.length() + " bytes, there are " + length);
    }
    String problem = ledger.problem(content, must);
    if (problem != null) {
      broken.add(problem);
    }
    String replicas = surroundings.awaitReplicas();
    replication = replication.equals(Outcome.OK) ? replicas : replication;
  }

  private Outcome outcome(List<String> left, String hang) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < results.length(); i++) {
      all.add(results.get(i) == null ? Outcome.NONE : results.get(i));
    }
    return new Outcome(all, List.copyOf(messages), close, state, length, crc, replication,
        List.copyOf(broken), left, hang, Held.directBytes());
  }
}
