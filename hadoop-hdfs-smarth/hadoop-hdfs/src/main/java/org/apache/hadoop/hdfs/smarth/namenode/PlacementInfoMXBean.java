/*
 * Licensed to the Apache Software Foundation (ASF) under one
 * or more contributor license agreements.  See the NOTICE file
 * distributed with this work for additional information
 * regarding copyright ownership.  The ASF licenses this file
 * to you under the Apache License, Version 2.0 (the
 * "License"); you may not use this file except in compliance
 * with the License.  You may obtain a copy of the License at
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
 * How much is known of speeds. Anybody may read it, so it names no client. The
 * speeds themselves are for superusers, who ask the NameNode. All values are of
 * one moment, at most ten seconds ago.
 */
@InterfaceAudience.Private
public interface PlacementInfoMXBean {
  /** @return of how many client hosts a speed is known. */
  long getClientHosts();

  /** @return how many pairs of client host and first datanode are known. */
  long getClientPairs();

  /** @return in how many of these the datanode limps for the client. */
  long getLimpingPairs();

  /**
   * @return JSON: by UUID of a datanode for how many client hosts it limps, most
   *     first, of at most 100 datanodes
   */
  String getLimpingDatanodes();

  /** @return of how many datanodes it is known how they forward. */
  long getForwardingDatanodes();

  /** @return to how many datanodes, in all. */
  long getHops();
}
