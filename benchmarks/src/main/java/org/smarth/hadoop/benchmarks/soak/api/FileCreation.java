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
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.EnumSet;
import java.util.stream.IntStream;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Options.ChecksumOpt;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.util.DataChecksum;

import org.smarth.hadoop.benchmarks.harness.Await;
import org.smarth.hadoop.benchmarks.soak.EmbeddedSoakCluster;
import org.smarth.hadoop.benchmarks.soak.WriterHost;

/** Creates the file of a program, with its options. */
final class FileCreation {
  private static final int BUFFER = 4096;
  private static final Duration REPORTED = Duration.ofSeconds(10);
  private static final String POLICY = "dfs.client.block.write.replace-datanode-on-failure.";

  private final EmbeddedSoakCluster cluster;
  private final Program.Options options;
  private final int dataNodes;

  FileCreation(EmbeddedSoakCluster cluster, Program program) {
    this.cluster = cluster;
    this.options = program.options();
    this.dataNodes = program.dataNodes();
  }

  Configuration configuration() {
    Configuration conf = cluster.clientConfiguration();
    WriterHost.set(WriterHost.OUTSIDE, conf);
    // An append asks for it again.
    conf.setInt("dfs.bytes-per-checksum", options.checksumBytes());
    if (!options.littleMemory()) {
      conf.unset("dfs.client.smarth.retained.memory");
      conf.unset("dfs.client.smarth.spill.max");
    }
    conf.setInt("dfs.client.retry.interval-ms.get-last-block-length", 500);
    switch (options.replacement()) {
    case NEVER, ALWAYS -> conf.set(POLICY + "policy", options.replacement().toString());
    case BEST_EFFORT -> conf.setBoolean(POLICY + "best-effort", true);
    case MIN_ONE -> conf.setInt(POLICY + "min-replication", 1);
    default -> {
      // As Hadoop ships it.
    }
    }
    if (options.window() > 0) {
      conf.setInt("dfs.client.write.max-packets-in-flight", options.window());
    }
    if (options.packetBytes() > 0) {
      conf.setInt("dfs.client-write-packet-size", options.packetBytes());
    }
    return conf;
  }

  /** Returns a stream whose file has the bytes that are to be there before. */
  FSDataOutputStream create(DistributedFileSystem fs, Path file)
      throws IOException, InterruptedException {
    EnumSet<CreateFlag> flags = EnumSet.of(CreateFlag.CREATE);
    if (options.overwrite()) {
      flags.add(CreateFlag.OVERWRITE);
    }
    if (options.syncBlock()) {
      flags.add(CreateFlag.SYNC_BLOCK);
    }
    DFSClient client = fs.getClient();
    FSDataOutputStream created = new HdfsDataOutputStream(client.create(file.toString(),
        FsPermission.getFileDefault(), flags, true, (short) options.replication(),
        options.blockBytes(), null, BUFFER,
        new ChecksumOpt(DataChecksum.Type.CRC32C, options.checksumBytes()), favored()), null);
    if (options.before() == 0) {
      return created;
    }
    created.write(Ledger.before(options.before()));
    created.close();
    // The pipeline of an append has the replicas that the NameNode knows by then.
    Await.holdsWithin(REPORTED, () -> isReported(fs.getFileBlockLocations(file, 0,
        options.before())));
    return fs.append(file);
  }

  private boolean isReported(BlockLocation[] blocks) throws IOException {
    for (BlockLocation block : blocks) {
      if (block.getHosts().length < Math.min(options.replication(), dataNodes)) {
        return false;
      }
    }
    return true;
  }

  private InetSocketAddress[] favored() {
    return options.favored() == 0 ? null : IntStream.rangeClosed(1, options.favored())
        .mapToObj(cluster::dataNodeAddress).toArray(InetSocketAddress[]::new);
  }
}
