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
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import org.smarth.hadoop.benchmarks.harness.BlockStart;
import org.smarth.hadoop.benchmarks.harness.ClientMemory;
import org.smarth.hadoop.benchmarks.harness.Json;
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
    json.set("metrics", Json.convert(outcome.metrics(), JsonNode.class));
    ArrayNode rates = json.putArray("rates");
    for (LinkRate rate : outcome.rates()) {
      rates.addObject().put("from", rate.from()).put("to", rate.to())
          .put("askedMbps", rate.asked().mbps()).put("measuredMbps", rate.measuredMbps());
    }
    json.set("blocks", Json.convert(outcome.starts(), JsonNode.class));
    json.set("memory", Json.convert(outcome.memory(), JsonNode.class));
    return json;
  }

  /**
   * @param key that the outcome was found by
   * @throws IllegalArgumentException if a field is missing
   */
  static Outcome read(RunKey key, JsonNode json) {
    List<LinkRate> rates = new ArrayList<>();
    for (JsonNode rate : field(json, "rates")) {
      rates.add(new LinkRate(field(rate, "from").asInt(), field(rate, "to").asInt(),
          new Rate(field(rate, "askedMbps").asDouble()), field(rate, "measuredMbps").asDouble()));
    }
    return new Outcome(key, field(json, "started").asText(),
        Json.convert(field(json, "metrics"), Metrics.class), rates,
        List.of(Json.convert(field(json, "blocks"), BlockStart[].class)),
        json.has("memory") ? List.of(Json.convert(json.get("memory"), ClientMemory[].class))
            : List.of(), json.path("remark").asText());
  }

  private static JsonNode field(JsonNode object, String name) {
    JsonNode value = object.get(name);
    if (value == null) {
      throw new IllegalArgumentException("it has no \"" + name + "\"");
    }
    return value;
  }
}
