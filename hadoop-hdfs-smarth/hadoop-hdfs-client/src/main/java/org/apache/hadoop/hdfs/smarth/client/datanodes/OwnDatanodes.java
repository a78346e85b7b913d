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
package org.apache.hadoop.hdfs.smarth.client.datanodes;

import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/**
 * The datanodes on the writer's host. The namenode puts the first replica of
 * each block on one of them, if one is in service: the other pipelines of a
 * file must not keep it from that. A writer may ask for the opposite
 * ({@link AddBlockFlag#NO_LOCAL_WRITE}), and a namenode may not do so. Where
 * all datanodes are on the writer's host it does not matter which one it is.
 * One per file; thread-safe.
 */
@InterfaceAudience.Private
public final class OwnDatanodes {
  private final Predicate<DatanodeInfo> local;
  private final boolean avoided;
  /**
   * Whether the namenode began the last block on one of them. Before the first
   * block it is taken to do so.
   */
  private volatile boolean preferred = true;

  /**
   * @param local whether a datanode is on this host
   * @param flags of the file's blocks
   */
  public OwnDatanodes(Predicate<DatanodeInfo> local,
      Collection<AddBlockFlag> flags) {
    this.local = local;
    this.avoided = flags.contains(AddBlockFlag.NO_LOCAL_WRITE);
  }

  /**
   * @param targets of a new block, in the namenode's order
   * @return whether the first one is on this host
   */
  public boolean noteChosen(DatanodeInfo[] targets) {
    boolean first = targets.length > 0 && local.test(targets[0]);
    preferred = first;
    return first;
  }

  /** @return whether this host takes the first replicas of this writer. */
  public boolean isPreferred() {
    return preferred && !avoided;
  }

  /**
   * @param nodes some datanodes
   * @return those of them that take the first replicas of this writer
   */
  public Set<DatanodeInfo> preferredAmong(Collection<DatanodeInfo> nodes) {
    return isPreferred() ? localAmong(nodes) : Collections.emptySet();
  }

  /**
   * @param nodes some datanodes
   * @return those of them that take no replica of this writer, as long as the
   *     namenode has others
   */
  public Set<DatanodeInfo> avoidedAmong(Collection<DatanodeInfo> nodes) {
    return avoided ? localAmong(nodes) : Collections.emptySet();
  }

  private Set<DatanodeInfo> localAmong(Collection<DatanodeInfo> nodes) {
    Set<DatanodeInfo> own =
        nodes.stream().filter(local).collect(Collectors.toSet());
    return own.size() == nodes.size() ? Collections.emptySet() : own;
  }
}
