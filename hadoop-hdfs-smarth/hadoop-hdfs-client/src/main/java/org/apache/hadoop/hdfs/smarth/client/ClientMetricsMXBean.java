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
package org.apache.hadoop.hdfs.smarth.client;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * What a process tells of the files that it writes through several pipelines.
 * Times are sums. Divided by the number of blocks they are means.
 */
@InterfaceAudience.Private
public interface ClientMetricsMXBean {
  /** @return how many pipelines of all files occupy datanodes now. */
  long getOpenPipelines();

  /** @return how many files were opened to be written so. */
  long getFiles();

  /** @return for how many blocks FNFA came. */
  long getFirstNodeAcks();

  /** @return how long these took from the connection to FNFA, in ms. */
  long getFirstNodeAckMillis();

  /** @return how many of these blocks all datanodes have. */
  long getBlocksDelivered();

  /** @return how long these took from FNFA to the last ack, in ms. */
  long getDrainMillis();

  /** @return bytes in memory of packets that are not acknowledged. */
  long getRetainedBytes();

  /** @return bytes of disk space in use for such packets. */
  long getSpilledBytes();

  /** @return how often a block was asked for again, for other datanodes. */
  long getBlockRetries();

  /** @return how often a pipeline was recovered before FNFA. */
  long getRecoveriesWhileStreaming();

  /** @return how often a pipeline was recovered after FNFA. */
  long getRecoveriesWhileDraining();

  /** @return blocks whose first datanode promised no FNFA. */
  long getBlocksAsStockNotGranted();

  /** @return blocks that were all of a file, for which none was asked. */
  long getBlocksAsStockShortFile();

  /** @return blocks whose FNFA was promised, and given up in a recovery. */
  long getBlocksAsStockRecovered();

  /** @return how often a writer waited, as memory and disk were used up. */
  long getWaitsForSpace();
}
