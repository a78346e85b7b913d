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

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;

/** Maps, lists, text and numbers as JSON, by the Jackson that is there. */
final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {
  }

  /** @return an object in one line. */
  static String line(Map<String, ?> object) {
    return write(MAPPER.writer(), object);
  }

  /** @return an object in UTF-8, in lines for a reader. */
  static byte[] pretty(Map<String, ?> object) {
    return write(MAPPER.writerWithDefaultPrettyPrinter(), object)
        .getBytes(StandardCharsets.UTF_8);
  }

  private static String write(ObjectWriter writer, Map<String, ?> object) {
    try {
      return writer.writeValueAsString(object);
    } catch (IOException e) {
      throw new IllegalStateException("numbers and text make no JSON", e);
    }
  }
}
