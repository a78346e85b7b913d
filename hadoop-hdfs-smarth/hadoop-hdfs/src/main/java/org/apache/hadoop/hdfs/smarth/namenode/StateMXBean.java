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
package org.apache.hadoop.hdfs.smarth.namenode;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * Whether SMARTH is on at a NameNode, which datanodes have heard it, and which
 * builds there are.
 */
@InterfaceAudience.Private
public interface StateMXBean {
  boolean isOn();

  /** @return why it is off; empty if it is on. */
  String getOffBecause();

  /** @return what the key says, which holds when the NameNode starts. */
  boolean isKeyOn();

  /** @return live datanodes that have heard it. */
  int getDatanodesFollowing();

  /** @return live datanodes that have heard otherwise, or nothing yet. */
  int getDatanodesNotYet();

  /** @return JSON: what some of these are called. */
  String getNotYetNamed();

  /** @return live datanodes of earlier builds: they are on, and do not hear. */
  int getDatanodesOfEarlierBuilds();

  /** @return live datanodes that do not say: stock ones. */
  int getDatanodesSilent();

  /** @return the build of the NameNode's jars. */
  String getBuild();

  /**
   * @return JSON: for each build of live datanodes that say it, how many there
   *     are, and what some of them are called
   */
  String getDatanodeBuilds();
}
