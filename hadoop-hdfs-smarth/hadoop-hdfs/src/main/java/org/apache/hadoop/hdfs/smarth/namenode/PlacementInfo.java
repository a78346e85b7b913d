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

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.hadoop.classification.InterfaceAudience;

/** Shows the totals of the table when it is asked. Thread-safe. */
@InterfaceAudience.Private
public final class PlacementInfo implements PlacementInfoMXBean {
  /** The name of the bean. */
  public static final String NAME = "SmarthPlacementInfo";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final RecentTotals totals;

  PlacementInfo(RecentTotals totals) {
    this.totals = totals;
  }

  @Override
  public long getClientHosts() {
    return totals.get().getClientHosts();
  }

  @Override
  public long getClientPairs() {
    return totals.get().getPairs();
  }

  @Override
  public long getLimpingPairs() {
    return totals.get().getLimpingPairs();
  }

  @Override
  public String getLimpingDatanodes() {
    try {
      return MAPPER.writeValueAsString(totals.get().getLimpingDatanodes());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Counts that are no JSON", e);
    }
  }

  @Override
  public long getForwardingDatanodes() {
    return totals.get().getForwarders();
  }

  @Override
  public long getHops() {
    return totals.get().getHops();
  }
}
