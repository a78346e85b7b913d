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

/**
 * The least time in which a file can be uploaded over given links, whatever the software: a fluid
 * model without latency, headers, checksums or disks.
 *
 * <p>With k pipelines at once, block i starts when block i-1 is on its first DataNode and one of
 * the k pipelines is free. It ends when its slowest hop has carried it (the hops overlap):
 * <pre>
 *   start(i) = max(first(i-1), the k-th latest end so far)
 *   first(i) = start(i) + block / client's link
 *   end(i)   = start(i) + block / slowest hop
 * </pre>
 * where the first DataNode is the fastest, and the hops those of the best choice of DataNodes.
 * k = 1 is stock HDFS (which also waits for the end), k = live / replication the SMARTH paper's
 * number. The capacities of all NICs and of the links between the racks bound it from below; with
 * several clients at once, each with a NIC of its own, for what all of them write.
 *
 * <p>A transfer's headers (4.4% of full Ethernet frames) and HDFS's checksums (0.8%) are left out:
 * no software reaches the bound.
 *
 * @param clients that upload a file each at the same time
 */
public record UploadBound(Links links, int replication, int clients) {
  public UploadBound(Links links, int replication) {
    this(links, replication, 1);
  }

  /** The paper's number of pipelines at once: live DataNodes / replication, at least 1. */
  public int paperPipelines() {
    return Math.max(1, links.racks().dataNodes() / replication);
  }

  /** Seconds with at most this number of pipelines at once; 0 when no link has a limit. */
  public double seconds(long fileBytes, long blockBytes, int pipelines) {
    int blocks = Math.toIntExact((fileBytes + blockBytes - 1) / blockBytes);
    double[] ends = new double[blocks];
    double first = 0;
    Rate firstHop = firstHop();
    Rate slowestHop = slowestHop();
    for (int i = 0; i < blocks; i++) {
      long bytes = Math.min(blockBytes, fileBytes - i * blockBytes);
      double start = i < pipelines ? first : Math.max(first, ends[i - pipelines]);
      first = start + firstHop.seconds(bytes);
      double end = start + slowestHop.seconds(bytes);
      // Ends are kept ascending: a short last block may finish before the block ahead of it.
      ends[i] = i == 0 ? end : Math.max(end, ends[i - 1]);
    }
    return Math.max(ends[blocks - 1], capacitySeconds(fileBytes));
  }

  /** Seconds with any number of pipelines at once. */
  public double leastSeconds(long fileBytes, long blockBytes) {
    return seconds(fileBytes, blockBytes, Integer.MAX_VALUE);
  }

  private Rate firstHop() {
    return links.clientNic().min(links.slowestOfBest(1));
  }

  /** Replicas of a block lie on both racks as soon as there are two of them. */
  private Rate slowestHop() {
    Rate nodes = firstHop().min(links.slowestOfBest(replication));
    return replication > 1 ? nodes.min(links.cross()).min(links.uplink()) : nodes;
  }

  private double capacitySeconds(long fileBytes) {
    double received = Links.sum(links.racks().nodes(), links::nic)
        .seconds((double) fileBytes * clients * replication);
    double sent = links.clientNic().seconds(fileBytes);
    double crossed = replication > 1 ? crossCapacity().seconds((double) fileBytes * clients) : 0;
    return Math.max(sent, Math.max(received, crossed));
  }

  /**
   * What can pass between the racks at once. With an uplink every block goes into the second rack
   * through it once, wherever its first DataNode is. Without one: both directions when first
   * DataNodes may be on both; from clients inside a rack, their neighbours' links and their own.
   */
  private Rate crossCapacity() {
    Rate narrow = crossOf(1).min(crossOf(2));
    return links.uplink().min(links.racks().clientRack() == Racks.OUTSIDE ? narrow.times(2)
        : new Rate(narrow.mbps() + links.cross(Racks.CLIENT).times(clients).mbps()));
  }

  private Rate crossOf(int rack) {
    return Links.sum(links.racks().nodesOf(rack), links::cross);
  }
}
