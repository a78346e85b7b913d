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

import java.io.IOException;
import java.util.EnumSet;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.StreamPeek;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream.SyncFlag;

/** Makes calls that write nothing. */
final class StreamCalls {
  private StreamCalls() {
  }

  static void flush(Call.Kind kind, FSDataOutputStream out) throws IOException {
    HdfsDataOutputStream hdfs = hdfs(out);
    switch (kind) {
    case HFLUSH -> out.hflush();
    case HSYNC -> out.hsync();
    case HSYNC_LENGTH -> hdfs.hsync(EnumSet.of(SyncFlag.UPDATE_LENGTH));
    case HSYNC_BLOCK -> hdfs.hsync(EnumSet.of(SyncFlag.END_BLOCK));
    default -> hdfs.hsync(EnumSet.of(SyncFlag.UPDATE_LENGTH, SyncFlag.END_BLOCK));
    }
  }

  private static HdfsDataOutputStream hdfs(FSDataOutputStream out) {
    if (out instanceof HdfsDataOutputStream hdfs) {
      return hdfs;
    }
    throw new IllegalArgumentException(out + " is no stream of HDFS");
  }

  /** Returns what the call returns. */
  static String make(Call call, FSDataOutputStream out, Surroundings surroundings)
      throws IOException, InterruptedException {
    switch (call.kind()) {
    case POSITION -> {
      return Long.toString(out.getPos());
    }
    case REPLICAS -> {
      return Integer.toString(hdfs(out).getCurrentBlockReplication());
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
}
