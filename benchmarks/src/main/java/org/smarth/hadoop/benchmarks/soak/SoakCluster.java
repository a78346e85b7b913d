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

package org.smarth.hadoop.benchmarks.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;

import org.smarth.hadoop.benchmarks.harness.Await;

/** A NameNode and its DataNodes, numbered from 1. All can be made to fail. */
public interface SoakCluster extends AutoCloseable {
  void start() throws IOException, InterruptedException;

  /** Returns when this number of DataNodes can take blocks. */
  static void awaitDataNodes(DistributedFileSystem fs, int count)
      throws IOException, InterruptedException {
    Await.until("all DataNodes to serve", Duration.ofSeconds(60),
        () -> Arrays.stream(fs.getDataNodeStats(DatanodeReportType.LIVE))
            .filter(d -> d.getCapacity() > 0).count() == count);
  }

  Configuration clientConfiguration();

  /** Ends a DataNode as abruptly as possible. */
  void stopDataNode(int node) throws IOException;

  /** Tells a DataNode to shut down for an upgrade, which it announces; returns when it is down. */
  void shutDownForUpgrade(int node) throws IOException, InterruptedException;

  /** Starts a DataNode that is down, on the ports that it had. */
  void startDataNode(int node) throws IOException, InterruptedException;

  /** What its DataNodes are configured with. */
  SoakSettings settings();

  /** Gives a running DataNode these volumes, as in its configuration, and no others. */
  void reconfigureVolumes(int node, String volumes) throws IOException, InterruptedException;

  /** What tells a running DataNode what to do. */
  DataNodeAdmin admin(int node);

  /** Takes a running DataNode one of its volumes, from 0, with all replicas on it. */
  default void removeVolume(int node, int volume) throws IOException, InterruptedException {
    reconfigureVolumes(node, settings().volumes(node, volume));
    settings().deleteVolume(node, volume);
  }

  /**
   * Gives a running DataNode an empty volume for the one that it lacks. With its replicas it could
   * not come back: Hadoop 2.10 may put them together with the others for ever (HDFS-17756).
   */
  default void replaceVolume(int node) throws IOException, InterruptedException {
    settings().makeVolumes(node);
    reconfigureVolumes(node, settings().volumes(node, SoakSettings.NO_VOLUME));
    admin(node).reportBlocks();
  }

  void restartNameNode() throws IOException, InterruptedException;

  /**
   * Stalls what is downstream of a client until closed.
   *
   * @param node a downstream DataNode, for a cluster that cannot stall links
   */
  Stall stall(int node) throws IOException;

  /** Lets one DataNode fail to send its next packet, or to connect, to its mirror. */
  void failMirror(boolean connecting);

  /** Lets the next thread that would forward a block not start. */
  void refuseThread();

  /** Ends what was asked for and has not happened. */
  void clearFaults();

  /** The names of all threads of the daemons. */
  List<String> daemonThreads() throws IOException;

  /** What DataNodes have reserved on their volumes for replicas being written. */
  long reservedBytes() throws IOException;

  /** /proc/PID/fd of the process of this code and of all daemons. */
  List<Path> descriptorDirectories();

  @Override
  void close() throws IOException;

  /** A stall to end. */
  interface Stall extends AutoCloseable {
    @Override
    void close() throws IOException;
  }
}
