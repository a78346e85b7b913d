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
package org.smarth.hadoop.heartbeat.measure;

import java.net.InetSocketAddress;

/** Simulated senders of heartbeats to one daemon. */
public interface Beats {
  /** @return how many senders there are. */
  int senders();

  /**
   * Sends a heartbeat and waits for its answer.
   *
   * @param sender from 0; one thread at a time for each
   */
  void beat(int sender) throws Exception;

  /** @return the address of the RPC server that gets them. */
  InetSocketAddress server();
}
