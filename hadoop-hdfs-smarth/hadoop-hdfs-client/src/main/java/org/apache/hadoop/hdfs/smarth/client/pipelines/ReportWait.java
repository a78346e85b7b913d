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
package org.apache.hadoop.hdfs.smarth.client.pipelines;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * For how long to wait before the namenode is asked again whether it knows of
 * a file's last replicas. A datanode sends its report and its acknowledgement
 * together, and sometimes the client's question overtakes the report. Stock
 * asks again after 400 ms; mostly the report takes a few, depending on the load
 * of namenode and datanodes. Each file teaches the next one: a question too
 * early is a call that stock does not make. Thread-safe.
 */
@InterfaceAudience.Private
public final class ReportWait {
  private static final double FIRST_MILLIS = 10;
  static final double MIN_MILLIS = 2;
  private static final double MAX_MILLIS = 1000;
  /** About one wait in ten is too short then. */
  private static final double SHORTER = 0.93;

  private double millis = FIRST_MILLIS;

  /** @return the time to wait at first, in milliseconds. */
  public synchronized long getMillis() {
    return (long) millis;
  }

  /**
   * The namenode has heard of them.
   *
   * @param waited how long that took, in milliseconds
   */
  public synchronized void sufficed(long waited) {
    millis = Math.min(MAX_MILLIS, Math.max(MIN_MILLIS,
        SHORTER * Math.max(millis, waited)));
  }
}
