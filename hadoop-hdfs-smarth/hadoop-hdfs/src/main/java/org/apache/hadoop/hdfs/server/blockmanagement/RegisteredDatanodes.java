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
package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.function.LongSupplier;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.namenode.replicas.ExpectedReplicas;

/**
 * Datanodes as their heartbeats have it. In this package because Hadoop's
 * descriptors of datanodes are. Thread-safe.
 */
@InterfaceAudience.Private
final class RegisteredDatanodes
    implements ExpectedReplicas.Datanodes<DatanodeDescriptor> {
  private final SilentDatanodes silent;
  private final LongSupplier staleMillis;

  /** @param staleMillis what is long for a datanode to be silent. */
  RegisteredDatanodes(SilentDatanodes silent, LongSupplier staleMillis) {
    this.silent = silent;
    this.staleMillis = staleMillis;
  }

  /** @return what the NameNode's web UI calls it. */
  static String label(DatanodeDescriptor datanode) {
    return datanode.getHostName() + ":" + datanode.getXferPort();
  }

  @Override
  public boolean isAlive(DatanodeDescriptor datanode) {
    return datanode.isAlive();
  }

  @Override
  public boolean isSilent(DatanodeDescriptor datanode) {
    return silent.isSilentFor(datanode, staleMillis.getAsLong());
  }

  @Override
  public long getHeartbeats(DatanodeDescriptor datanode) {
    return datanode.heartbeats;
  }
}
