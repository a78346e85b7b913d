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
package org.apache.hadoop.hdfs.tools;

import java.io.IOException;
import java.util.Iterator;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

/** How a NameNode chose datanodes lately, by its beans. Used by one thread. */
final class TopNamenode {
  /** Also of what is no count of choices. */
  static final String QUERY = "Hadoop:name=SmarthPlacement*,*";

  private static final String BY_SPEED = "FirstBySpeed";
  private static final String BY_STOCK = "FirstByStock";

  private final JmxReader.RecentIncrease bySpeed = new JmxReader.RecentIncrease();
  private final JmxReader.RecentIncrease byStock = new JmxReader.RecentIncrease();
  /** Null: known. */
  private String unknownBecause = "it was not asked yet";

  /** @param now as System.nanoTime(). */
  void answered(JsonNode beans, long now) {
    unknownBecause = "its JMX has no such bean";
    for (JsonNode bean : beans) {
      if (unknownBecause != null && bean.has(BY_SPEED)) {
        bySpeed.add(now, bean.get(BY_SPEED).asLong());
        byStock.add(now, sumByStock(bean));
        unknownBecause = null;
      }
    }
  }

  private static long sumByStock(JsonNode bean) {
    long sum = 0;
    for (Iterator<Map.Entry<String, JsonNode>> attributes = bean.fields();
        attributes.hasNext();) {
      Map.Entry<String, JsonNode> attribute = attributes.next();
      if (attribute.getKey().startsWith(BY_STOCK)) {
        sum += attribute.getValue().asLong();
      }
    }
    return sum;
  }

  void failed(IOException cause) {
    unknownBecause = cause instanceof JmxReader.RefusedException
        ? "JMX was refused by the NameNode, " + cause.getMessage()
        : "no answer of its JMX, " + cause.getMessage();
  }

  /** @return one line. */
  String toText() {
    if (unknownBecause != null) {
      return "First datanodes chosen: unknown, " + unknownBecause;
    }
    return "First datanodes chosen: " + bySpeed.get() + " by speed, "
        + byStock.get() + " left to stock, " + (bySpeed.isKnown()
            ? "in the last " + Math.round(bySpeed.getSeconds()) + " s"
            : "since the NameNode began");
  }
}
