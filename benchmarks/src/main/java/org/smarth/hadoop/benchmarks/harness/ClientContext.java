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

package org.smarth.hadoop.benchmarks.harness;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;

/** Where a client's job runs: its cluster, its settings and its driver. */
record ClientContext(UploadSpec spec, Configuration conf, Events events,
    DriverCommands commands) {
  private static final Duration START_LIMIT = Duration.ofMinutes(2);

  /** Another client of the cluster, which the caller closes. */
  DistributedFileSystem client() throws IOException {
    return (DistributedFileSystem) FileSystem.newInstance(conf);
  }

  /** Returns when the cluster is complete. */
  void awaitDataNodes(DistributedFileSystem fs) throws Exception {
    Await.until("the DataNodes to report to the NameNode", START_LIMIT, () -> {
      int ready = 0;
      for (DatanodeInfo node : fs.getDataNodeStats(DatanodeReportType.LIVE)) {
        ready += node.getCapacity() > 0 ? 1 : 0;
      }
      return ready == spec.racks().dataNodes();
    });
  }

  /** The first bytes of the input. */
  byte[] input(long bytes) throws IOException {
    try (InputStream in = Files.newInputStream(spec.file())) {
      byte[] content = in.readNBytes(Math.toIntExact(bytes));
      if (content.length < bytes) {
        throw new Failure("the input has " + content.length + " bytes of " + bytes);
      }
      return content;
    }
  }

  /** Throws a {@link Failure} if a file is not what was written. */
  static void check(FileSystem fs, Path file, byte[] content) throws IOException {
    try (InputStream in = fs.open(file)) {
      if (!Arrays.equals(in.readAllBytes(), content)) {
        throw new Failure(file + " differs from what was written");
      }
    }
  }

  /** Says that a stage is reached, and returns when the driver says to go on. */
  void pauseAt(String stage) throws Exception {
    events.stage(stage);
    commands.awaitGo();
  }
}
