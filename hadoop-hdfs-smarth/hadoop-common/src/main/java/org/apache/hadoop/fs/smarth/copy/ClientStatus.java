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

package org.apache.hadoop.fs.smarth.copy;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;

import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.SmarthStatus;
import org.apache.hadoop.hdfs.smarth.client.ClientMetrics;

/**
 * What the HDFS clients of a command know of what they write. There is nothing
 * to know if they are stock's, or if it goes elsewhere. Thread-safe.
 */
public class ClientStatus {
  private final Set<SmarthStatus> clients = new CopyOnWriteArraySet<>();
  private final Set<FileSystem> seen = new CopyOnWriteArraySet<>();

  /** @param fs that something is written to. */
  public void add(FileSystem fs) {
    if ("hdfs".equals(fs.getUri().getScheme()) && seen.add(fs)) {
      try {
        clients.add(SmarthStatus.of((DistributedFileSystem) fs));
      } catch (LinkageError | ClassCastException e) {
        // Stock's client, or one that stands in for it.
        return;
      }
    }
  }

  private ClientMetrics metrics() {
    // All clients count together.
    return clients.isEmpty() ? null : clients.iterator().next().getMetrics();
  }

  /** @return how many pipelines are open; -1 if that is not known. */
  long getOpenPipelines() {
    ClientMetrics metrics = metrics();
    return metrics == null ? -1 : metrics.getOpenPipelines();
  }

  /** @return the names of datanodes that are held to be slow. */
  List<String> getSlowDatanodes() {
    return clients.isEmpty() ? Collections.emptyList()
        : clients.iterator().next().getSlowDatanodes();
  }

  /** @return at least how many bytes a second datanodes take, by name. */
  Map<String, Long> getDatanodeRates() {
    Map<String, Long> rates = new LinkedHashMap<>();
    clients.forEach(client -> rates.putAll(client.getDatanodeRates()));
    return rates;
  }

  /** @return counts by name; none if they are not known. */
  Map<String, Long> getCounts() {
    ClientMetrics metrics = metrics();
    if (metrics == null) {
      return Collections.emptyMap();
    }
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("blocks", metrics.getFirstNodeAcks()
        + metrics.getBlocksAsStockShortFile()
        + metrics.getBlocksAsStockNotGranted()
        + metrics.getBlocksAsStockRecovered());
    counts.put("blocksWithFnfa", metrics.getFirstNodeAcks());
    counts.put("maxPipelines", metrics.getMaxPipelines());
    counts.put("spilledBytes", metrics.getSpilledBytesTotal());
    counts.put("recoveriesWhileStreaming",
        metrics.getRecoveriesWhileStreaming());
    counts.put("recoveriesWhileDraining",
        metrics.getRecoveriesWhileDraining());
    counts.put("waitsForSpace", metrics.getWaitsForSpace());
    return counts;
  }
}
