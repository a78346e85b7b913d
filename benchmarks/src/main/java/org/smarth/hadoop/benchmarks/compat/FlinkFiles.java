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

package org.smarth.hadoop.benchmarks.compat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.RecoverableFsDataOutputStream;
import org.apache.flink.core.fs.RecoverableWriter;
import org.apache.flink.core.fs.RecoverableWriter.CommitRecoverable;
import org.apache.flink.core.fs.RecoverableWriter.ResumeRecoverable;
import org.apache.flink.core.io.SimpleVersionedSerialization;

/**
 * Files that Flink's recoverable writer writes as a sink does, in a JVM that ends amid them, and
 * that another JVM takes up where the last checkpoint was.
 */
final class FlinkFiles {
  private static final int BLOCK = ClientsScript.BLOCK_BYTES;
  private static final int LENGTH = 10 * BLOCK + 1234;
  /** Where a checkpoint was: amid a block, and between two. */
  private static final List<Integer> CHECKPOINTS = List.of(5 * BLOCK + 12345, 6 * BLOCK);
  /** What a sink writes in one call. */
  private static final int RECORD = 100;

  private final String base;
  private final java.nio.file.Path state;
  private final RecoverableWriter writer;
  private final FileSystem fs;

  FlinkFiles(String base, java.nio.file.Path state) throws IOException {
    this.base = base;
    this.state = state;
    fs = new Path(base).getFileSystem();
    writer = fs.createRecoverableWriter();
  }

  /** Commits a file, closes one, and leaves others as they were written after a checkpoint. */
  void write() throws IOException {
    RecoverableFsDataOutputStream committed = writer.open(path("committed"));
    send(committed, content(), 0, LENGTH);
    committed.closeForCommit().commit();
    RecoverableFsDataOutputStream closed = writer.open(path("closed"));
    send(closed, content(), 0, LENGTH);
    Files.write(state.resolve("closed"), SimpleVersionedSerialization.writeVersionAndSerialize(
        writer.getCommitRecoverableSerializer(), closed.closeForCommit().getRecoverable()));
    for (int checkpoint : CHECKPOINTS) {
      RecoverableFsDataOutputStream resumed = writer.open(path("at-" + checkpoint));
      send(resumed, content(), 0, checkpoint);
      ResumeRecoverable at = resumed.persist();
      Files.write(state.resolve("at-" + checkpoint), SimpleVersionedSerialization
          .writeVersionAndSerialize(writer.getResumeRecoverableSerializer(), at));
      // Of these bytes nothing may be left.
      send(resumed, new byte[LENGTH], checkpoint, LENGTH);
    }
    checkEqual("committed");
  }

  /** Goes on with what was written. */
  void recover() throws IOException {
    CommitRecoverable closed = SimpleVersionedSerialization.readVersionAndDeSerialize(
        writer.getCommitRecoverableSerializer(), Files.readAllBytes(state.resolve("closed")));
    writer.recoverForCommit(closed).commitAfterRecovery();
    checkEqual("closed");
    for (int checkpoint : CHECKPOINTS) {
      ResumeRecoverable at = SimpleVersionedSerialization.readVersionAndDeSerialize(
          writer.getResumeRecoverableSerializer(),
          Files.readAllBytes(state.resolve("at-" + checkpoint)));
      RecoverableFsDataOutputStream resumed = writer.recover(at);
      FlinkProgram.check(resumed.getPos() == checkpoint, "it goes on at " + resumed.getPos());
      int next = (checkpoint + LENGTH) / 2;
      send(resumed, content(), checkpoint, next);
      resumed.persist();
      send(resumed, content(), next, LENGTH);
      resumed.closeForCommit().commit();
      checkEqual("at-" + checkpoint);
    }
  }

  private Path path(String name) {
    return new Path(base, name);
  }

  private static byte[] content() {
    byte[] bytes = new byte[LENGTH];
    new SplittableRandom(LENGTH).nextBytes(bytes);
    return bytes;
  }

  private static void send(RecoverableFsDataOutputStream out, byte[] bytes, int from, int to)
      throws IOException {
    for (int at = from; at < to; at += RECORD) {
      out.write(bytes, at, Math.min(RECORD, to - at));
    }
  }

  private void checkEqual(String name) throws IOException {
    byte[] found;
    try (InputStream in = fs.open(path(name))) {
      found = in.readAllBytes();
    }
    FlinkProgram.check(Arrays.equals(found, content()), name + " is not what was written, from "
        + Arrays.mismatch(found, content()) + " on; it has " + found.length + " bytes");
    FlinkProgram.tell(name, Arrays.hashCode(found));
  }
}
