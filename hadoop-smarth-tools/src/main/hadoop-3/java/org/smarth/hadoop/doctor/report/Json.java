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
package org.smarth.hadoop.doctor.report;

import java.io.IOException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Maps, lists, text and numbers as JSON, by the Jackson that is there. */
public final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {
  }

  /**
   * @return maps, lists, text and others; null if there is nothing
   * @throws IOException if it does not begin with JSON
   */
  static Object read(String json) throws IOException {
    JsonNode tree = MAPPER.readTree(json);
    return tree == null || tree.isMissingNode() ? null : MAPPER.treeToValue(tree, Object.class);
  }

  /** @return the same, in lines for a reader. */
  public static String pretty(Object value) throws IOException {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
  }
}
