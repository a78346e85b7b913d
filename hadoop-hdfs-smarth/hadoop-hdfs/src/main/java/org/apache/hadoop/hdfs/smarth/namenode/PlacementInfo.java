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

/** Reads the table when it is asked. Thread-safe. */
@InterfaceAudience.Private
public final class PlacementInfo implements PlacementInfoMXBean {
  /** The name of the bean. */
  public static final String NAME = "SmarthPlacementInfo";

  private static final int PAIRS_MAX = 1000;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final SpeedTable table;
  private final KnownDatanodes known;

  /** @param known the cluster's datanodes; others are left out */
  public PlacementInfo(SpeedTable table, KnownDatanodes known) {
    this.table = table;
    this.known = known;
  }

  @Override
  public String getClientSpeeds() {
    return json(table.listClients(PAIRS_MAX, known));
  }

  @Override
  public String getForwardSpeeds() {
    return json(table.listForwarders(PAIRS_MAX, known));
  }

  @Override
  public long getOmittedPairs() {
    return table.listClients(PAIRS_MAX, known).getOmitted()
        + table.listForwarders(PAIRS_MAX, known).getOmitted();
  }

  private static String json(SpeedListing listing) {
    try {
      return MAPPER.writeValueAsString(listing.getHosts());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Speeds that are no JSON", e);
    }
  }
}
