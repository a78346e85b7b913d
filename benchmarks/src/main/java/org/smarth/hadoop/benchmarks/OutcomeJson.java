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

package org.smarth.hadoop.benchmarks;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import org.smarth.hadoop.benchmarks.harness.BlockStart;
import org.smarth.hadoop.benchmarks.harness.ClientMemory;
import org.smarth.hadoop.benchmarks.harness.LinkRate;
import org.smarth.hadoop.benchmarks.harness.Metrics;
import org.smarth.hadoop.benchmarks.harness.Rate;

/** An outcome as JSON. */
public final class OutcomeJson {
  private OutcomeJson() {
  }

  public static ObjectNode write(Outcome outcome) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("run", outcome.key().text());
    json.put("entrant", outcome.key().contender().id());
    json.put("pair", outcome.key().pair());
    json.put("started", outcome.started());
    json.put("ratesOff", outcome.isMarked());
    json.put("remark", outcome.remark());
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

  /**
   * @param key that the outcome was found by
   * @throws IllegalArgumentException if a field is missing
   */
  static Outcome read(RunKey key, JsonNode json) {
    Metrics metrics = new Metrics();
    for (Iterator<Map.Entry<String, JsonNode>> all = field(json, "metrics").fields();
        all.hasNext();) {
      Map.Entry<String, JsonNode> one = all.next();
      metrics.put(one.getKey(), one.getValue().asDouble());
    }
    List<LinkRate> rates = new ArrayList<>();
    for (JsonNode rate : field(json, "rates")) {
      rates.add(new LinkRate(field(rate, "from").asInt(), field(rate, "to").asInt(),
          new Rate(field(rate, "askedMbps").asDouble()), field(rate, "measuredMbps").asDouble()));
    }
    List<BlockStart> starts = new ArrayList<>();
    for (JsonNode start : field(json, "blocks")) {
      starts.add(new BlockStart(field(start, "block").asLong(), field(start, "seconds").asDouble(),
          field(start, "firstNode").asInt()));
    }
    List<ClientMemory> memory = new ArrayList<>();
    // What was saved before memory was looked at has none, and no remark.
    for (JsonNode sample : json.path("memory")) {
      memory.add(new ClientMemory(field(sample, "seconds").asDouble(),
          field(sample, "heapBytes").asLong(), field(sample, "retainedBytes").asLong(),
          field(sample, "spilledBytes").asLong()));
    }
    return new Outcome(key, field(json, "started").asText(), metrics, rates, starts, memory,
        json.path("remark").asText());
  }

  private static JsonNode field(JsonNode object, String name) {
    JsonNode value = object.get(name);
    if (value == null) {
      throw new IllegalArgumentException("it has no \"" + name + "\"");
    }
    return value;
  }
}
