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
package org.apache.hadoop.hdfs.smarth.client.pipelines;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/** How far an open pipeline has come. Immutable. */
@InterfaceAudience.Private
public final class PipelineProgress {
  /** What is left of a block then is soon delivered. */
  private static final double NEARLY_ALL = 0.9;

  private final DatanodeInfo[] nodes;
  private final long bytes;
  private final long nanos;
  private final long length;
  private final boolean own;
  private final boolean takesLinks;

  /**
   * @param nodes the datanodes of the pipeline
   * @param bytes that all of them have
   * @param nanos since the first was sent, in nanoseconds; 0 if the pace says
   *     nothing of the datanodes
   * @param length of the block, in bytes, if the first datanode has all of it,
   *     for some time if it is of another file; else 0
   * @param own whether it is of the file that asks
   * @param takesLinks whether it keeps links busy; a file that waits does not
   */
  PipelineProgress(DatanodeInfo[] nodes, long bytes, long nanos, long length,
      boolean own, boolean takesLinks) {
    this.nodes = nodes;
    this.bytes = bytes;
    this.nanos = nanos;
    this.length = length;
    this.own = own;
    this.takesLinks = takesLinks;
  }

  /** @return the datanodes of the pipeline, in their order. */
  public DatanodeInfo[] getNodes() {
    return nodes;
  }

  /** @return the bytes that all of them have. */
  public long getBytes() {
    return bytes;
  }

  /** @return nanoseconds since the first was sent, or 0. */
  public long getNanos() {
    return nanos;
  }

  /**
   * A pipeline that has delivered nearly all of its block does not count: where
   * no link is slow, pipelines are that far when the next one begins.
   *
   * @return whether the other datanodes lag behind the first one
   */
  public boolean isDraining() {
    return bytes < NEARLY_ALL * length;
  }

  /** @return whether it is of the file that asks. */
  public boolean isOwn() {
    return own;
  }

  boolean takesLinks() {
    return takesLinks;
  }
}
