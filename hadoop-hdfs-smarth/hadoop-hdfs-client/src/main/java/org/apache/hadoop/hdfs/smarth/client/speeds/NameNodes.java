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
package org.apache.hadoop.hdfs.smarth.client.speeds;

import java.io.IOException;
import java.util.List;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.speed.Speed;

/**
 * All namenodes of a cluster, as one client and its user reach them to tell of
 * speeds. Connected and used by one thread at a time.
 */
@InterfaceAudience.Private
public interface NameNodes {
  /**
   * @return the name of the cluster, the same for all clients of it; null if
   *     it cannot be told from others, and nothing is told to it
   */
  String getCluster();

  /**
   * Finds the namenodes; each is connected when it is first told something.
   *
   * @return all of them, to be closed by the caller
   */
  List<NameNode> find();

  /** One of them. */
  interface NameNode {
    /** @return its address, by which it is known again. */
    String getName();

    /**
     * Tells it of speeds.
     *
     * @param speeds by datanode, at least one
     * @throws IOException if it cannot be reached within seconds, does not
     *     know of speeds, or refuses
     */
    void report(List<Speed> speeds) throws IOException;

    /** Ends the connection, if there is one. */
    void close();
  }
}
