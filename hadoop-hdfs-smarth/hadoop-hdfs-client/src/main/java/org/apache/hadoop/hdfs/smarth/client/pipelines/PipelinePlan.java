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

import java.io.IOException;
import java.util.Set;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.smarth.client.pipelines.PipelineSet.Pipeline;

/**
 * How many pipelines a file, and its client, may have open, and on which
 * datanodes. Used by the threads of the pipelines, without a lock.
 */
@InterfaceAudience.Private
public interface PipelinePlan {
  /** @return how many pipelines the file may have open now, at least 1. */
  int limit();

  /**
   * @return how many all files of the client may have open now, at least 1,
   *     beside the one that each of the others may have in any case
   */
  int limitOfAll();

  /**
   * Which datanodes the namenode is asked not to choose because of the other
   * pipelines. May wait for one of them to end.
   *
   * @param pipeline of the block; it may occupy what it is likely to get
   * @param bad the datanodes that failed this client lately, excluded anyway
   * @return the datanodes to exclude
   * @throws IOException if interrupted, or the failure of a pipeline
   */
  Set<DatanodeInfo> exclude(Pipeline pipeline, Set<DatanodeInfo> bad)
      throws IOException;

  /**
   * The namenode found too few targets.
   *
   * @param excluded the datanodes that it was to leave out
   * @param targets those that it found all the same
   * @return whether to exclude datanodes again; false if the next try should
   *     do without
   * @throws IOException if interrupted, or the failure of a pipeline
   */
  boolean handleTooFew(Set<DatanodeInfo> excluded, DatanodeInfo[] targets)
      throws IOException;

  /**
   * Puts the targets of a block into the order of its pipeline.
   *
   * @param pipeline of the block
   * @param block new, with its targets in the namenode's order
   */
  void arrange(Pipeline pipeline, LocatedBlock block);

  /**
   * A block, whose writer was not slower than the first datanode, is on all
   * its datanodes.
   *
   * @param nodes of its pipeline
   * @param bytes of the block
   * @param nanos since its first byte was sent, in nanoseconds
   */
  void arrived(DatanodeInfo[] nodes, long bytes, long nanos);
}
