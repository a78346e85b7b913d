/*
 * Licensed to the Apache Software Foundation (ASF) under one or more
 * contributor license agreements.  See the NOTICE file distributed with
 * this work for additional information regarding copyright ownership.
 * The ASF licenses this file to You under the Apache License, Version 2.0
 * (the "License"); you may not use this file except in compliance with
 * the License.  You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.smarth.hadoop.benchmarks.result;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.smarth.hadoop.benchmarks.cluster.ClientMemory;
import org.smarth.hadoop.benchmarks.cluster.Metrics;
import org.smarth.hadoop.benchmarks.model.BlockStart;
import org.smarth.hadoop.benchmarks.model.LinkRate;
import org.smarth.hadoop.benchmarks.model.Rate;

/** An outcome as JSON. */
public final class OutcomeJson {
  private OutcomeJson() {
  }

  public static ObjectNode write(Outcome outcome) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("run", outcome.key().text());
    json.put("entrant", outcome.key().entrant().id());
    json.put("pair", outcome.key().pair());
    json.put("started", outcome.started());
    json.put("ratesOff", outcome.isMarked());
    ObjectNode metrics = json.putObject("metrics");
    outcome.metrics().asMap().forEach(metrics::put);
    ArrayNode rates = json.putArray("rates");
    for (LinkRate rate : outcome.rates()) {
      rates.addObject().put("from", rate.from()).put("to", rate.to())
          .put("askedMbps", rate.asked().mbps()).put("measuredMbps", rate.measuredMbps());
    }
    ArrayNode starts = json.putArray("blocks");
    for (BlockStart start : outcome.starts()) {
      starts.addObject().put("block", start.block()).put("seconds", start.seconds())
          .put("firstNode", start.firstNode());
    }
    ArrayNode memory = json.putArray("memory");
    for (ClientMemory sample : outcome.memory()) {
      memory.addObject().put("seconds", sample.seconds()).put("heapBytes", sample.heapBytes())
          .put("retainedBytes", sample.retainedBytes()).put("spilledBytes", sample.spilledBytes());
    }
    return json;
  }

  /** @param key that the outcome was found by */
  static Outcome read(RunKey key, JsonNode json) {
    Metrics metrics = new Metrics();
    for (Iterator<Map.Entry<String, JsonNode>> all = json.get("metrics").fields();
        all.hasNext();) {
      Map.Entry<String, JsonNode> one = all.next();
      metrics.put(one.getKey(), one.getValue().asDouble());
    }
    List<LinkRate> rates = new ArrayList<>();
    for (JsonNode rate : json.get("rates")) {
      rates.add(new LinkRate(rate.get("from").asInt(), rate.get("to").asInt(),
          new Rate(rate.get("askedMbps").asDouble()), rate.get("measuredMbps").asDouble()));
    }
    List<BlockStart> starts = new ArrayList<>();
    for (JsonNode start : json.get("blocks")) {
      starts.add(new BlockStart(start.get("block").asLong(), start.get("seconds").asDouble(),
          start.get("firstNode").asInt()));
    }
    List<ClientMemory> memory = new ArrayList<>();
    for (JsonNode sample : json.get("memory")) {
      memory.add(new ClientMemory(sample.get("seconds").asDouble(),
          sample.get("heapBytes").asLong(), sample.get("retainedBytes").asLong(),
          sample.get("spilledBytes").asLong()));
    }
    return new Outcome(key, json.get("started").asText(), metrics, rates, starts, memory);
  }
}
