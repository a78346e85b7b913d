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
package org.apache.hadoop.hdfs.server.datanode;

import java.io.IOException;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * Lets tests hold a first datanode or make it fail, as DataNodeFaultInjector
 * does at stock's places.
 */
@InterfaceAudience.Private
public interface FirstNodeFaultInjector {
  FirstNodeFaultInjector NONE = client -> { };

  /**
   * The replica is final and reported, FNFA is not sent.
   *
   * @param client its address
   * @throws IOException to make the connection to the client fail
   */
  void beforeFirstNodeAck(String client) throws IOException;
}
