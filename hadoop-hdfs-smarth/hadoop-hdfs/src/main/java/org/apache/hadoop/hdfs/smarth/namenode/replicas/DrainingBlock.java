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
package org.apache.hadoop.hdfs.smarth.namenode.replicas;

import java.util.Collection;
import java.util.Collections;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * A block with expected replicas, at one moment. Immutable.
 *
 * @param <B> blocks
 * @param <N> datanodes
 */
@InterfaceAudience.Private
public final class DrainingBlock<B, N> {
  private final B block;
  private final long ageMillis;
  private final Collection<N> datanodes;

  /**
   * @param ageMillis since its replicas are expected
   * @param datanodes those that are to report it
   */
  DrainingBlock(B block, long ageMillis, Collection<N> datanodes) {
    this.block = block;
    this.ageMillis = ageMillis;
    this.datanodes = Collections.unmodifiableCollection(datanodes);
  }

  public B getBlock() {
    return block;
  }

  public long getAgeMillis() {
    return ageMillis;
  }

  public Collection<N> getDatanodes() {
    return datanodes;
  }
}
