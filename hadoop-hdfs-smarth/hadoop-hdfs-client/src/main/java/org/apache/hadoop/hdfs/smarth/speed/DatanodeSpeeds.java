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
package org.apache.hadoop.hdfs.smarth.speed;

import java.util.Collections;
import java.util.List;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * What one datanode says of its own transfers in a heartbeat. Immutable.
 */
@InterfaceAudience.Private
public final class DatanodeSpeeds {
  /** Nothing measured. */
  public static final DatanodeSpeeds EMPTY = new DatanodeSpeeds(
      Collections.<Speed>emptyList(), Collections.<Speed>emptyList());

  private final List<Speed> clients;
  private final List<Speed> mirrors;

  /**
   * @param clients by client's IP address: blocks received as the first
   *     datanode of a pipeline. Taken over, not copied
   * @param mirrors by datanode's UUID: blocks forwarded to it. Taken over
   */
  public DatanodeSpeeds(List<Speed> clients, List<Speed> mirrors) {
    this.clients = Collections.unmodifiableList(clients);
    this.mirrors = Collections.unmodifiableList(mirrors);
  }

  /** @return rates of receiving as first datanode, by client's IP address. */
  public List<Speed> getClients() {
    return clients;
  }

  /** @return rates of forwarding, by UUID of the next datanode. */
  public List<Speed> getMirrors() {
    return mirrors;
  }

  /** @return whether nothing was measured. */
  public boolean isEmpty() {
    return clients.isEmpty() && mirrors.isEmpty();
  }
}
