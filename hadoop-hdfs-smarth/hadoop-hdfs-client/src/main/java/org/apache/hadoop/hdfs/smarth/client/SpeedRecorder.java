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
package org.apache.hadoop.hdfs.smarth.client;

import org.apache.hadoop.classification.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The speeds of a cluster as one client knows them, and adds to them.
 * Thread-safe.
 */
@InterfaceAudience.Private
public final class SpeedRecorder {
  private static final Logger LOG =
      LoggerFactory.getLogger(SpeedRecorder.class);

  /**
   * For how long at least a rate is believed, in milliseconds: less than at a
   * namenode, so that what it has tried again is not taken back.
   */
  private static final long BELIEVED_MILLIS = 8_000;

  private final ClusterSpeeds speeds;
  private final NameNodes namenodes;
  private final long reportMillis;

  SpeedRecorder(NameNodes namenodes, long reportMillis) {
    this.speeds = ClusterSpeeds.of(namenodes.getCluster());
    this.namenodes = namenodes;
    this.reportMillis = reportMillis;
  }

  /**
   * A datanode, the first of a pipeline, has a whole block. Returns at once.
   *
   * @param datanode its UUID
   * @param bytes of the block
   * @param nanos how long it took, in nanoseconds
   */
  public void record(String datanode, long bytes, long nanos) {
    LOG.debug("{} took {} bytes in {} ns", datanode, bytes, nanos);
    speeds.getRecent().record(datanode, bytes, nanos);
    if (namenodes.getCluster() != null) {
      speeds.getReporter().measured(datanode, bytes, nanos, namenodes,
          reportMillis);
    }
  }

  /**
   * @param datanode its UUID
   * @return its rate as a first datanode in bytes per second; 0 if unknown
   */
  public long get(String datanode) {
    return speeds.getRecent().get(datanode);
  }

  /**
   * @param datanode its UUID
   * @return the same; but 0, too, if it may be another rate by now
   */
  public long getUndoubted(String datanode) {
    return speeds.getRecent().getUndoubted(datanode, BELIEVED_MILLIS);
  }

  /** The client closes. */
  void close() {
    speeds.getReporter().closed(namenodes);
  }
}
