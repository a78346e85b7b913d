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

package org.apache.hadoop.fs.smarth.copy;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.SmarthStatus;
import org.apache.hadoop.hdfs.smarth.client.ClientMetrics;

/**
 * What the HDFS client of a command knows of what it writes. There is nothing
 * to know if it is stock's, or if the command writes elsewhere. Thread-safe.
 */
public class ClientStatus {
  private final AtomicBoolean looked = new AtomicBoolean();
  // Null if there is nothing to know.
  private volatile SmarthStatus client;

  /** @param fs that the command writes to; the first one counts. */
  public void add(FileSystem fs) {
    if (looked.get() || !looked.compareAndSet(false, true)
        || !"hdfs".equals(fs.getUri().getScheme())
        || fs.getChildFileSystems() != null) {
      return;
    }
    try {
      client = SmarthStatus.of((DistributedFileSystem) fs);
    } catch (LinkageError | ClassCastException e) {
      // Stock's client, or one that stands in for it.
      return;
    }
  }

  /** @return how many pipelines are open; -1 if that is not known. */
  long getOpenPipelines() {
    SmarthStatus known = client;
    return known == null ? -1 : known.getMetrics().getOpenPipelines();
  }

  /** @return the names of datanodes that are held to be slow. */
  List<String> getSlowDatanodes() {
    SmarthStatus known = client;
    return known == null ? Collections.emptyList() : known.getSlowDatanodes();
  }

  /** @return at least how many bytes a second datanodes take, by name. */
  Map<String, Long> getDatanodeRates() {
    SmarthStatus known = client;
    return known == null ? Collections.emptyMap() : known.getDatanodeRates();
  }

  /** @return counts by name; none if they are not known. */
  Map<String, Long> getCounts() {
    SmarthStatus known = client;
    if (known == null) {
      return Collections.emptyMap();
    }
    ClientMetrics metrics = known.getMetrics();
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("blocks", metrics.getFirstNodeAcks()
        + metrics.getBlocksAsStockShortFile()
        + metrics.getBlocksAsStockNotGranted()
        + metrics.getBlocksAsStockRecovered());
    counts.put("blocksWithFnfa", metrics.getFirstNodeAcks());
    counts.put("maxPipelines", metrics.getMaxPipelines());
    counts.put("spilledBytes", metrics.getSpilledBytesTotal());
    counts.put("blockRetries", metrics.getBlockRetries());
    counts.put("recoveriesWhileStreaming",
        metrics.getRecoveriesWhileStreaming());
    counts.put("recoveriesWhileDraining",
        metrics.getRecoveriesWhileDraining());
    counts.put("waitsForSpace", metrics.getWaitsForSpace());
    return counts;
  }
}
