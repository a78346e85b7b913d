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

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * Finished runs, one file each: what an interruption leaves is complete, and scenarios that need
 * the same run share it.
 */
public record OutcomeStore(Path dir) {
  private static final ObjectMapper JSON = new ObjectMapper();

  public void save(Outcome outcome) throws IOException {
    Files.createDirectories(dir);
    Path file = file(outcome.key());
    Path temporary = file.resolveSibling(file.toFile().getName() + ".new");
    try (FileOutputStream out = new FileOutputStream(temporary.toFile())) {
      out.write(JSON.writerWithDefaultPrettyPrinter()
          .writeValueAsBytes(OutcomeJson.write(outcome)));
      // Else a machine that stops may keep the name without the content.
      out.getFD().sync();
    }
    Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.ATOMIC_MOVE);
  }

  /** @throws IOException if the file of that run is not what was saved */
  public Optional<Outcome> find(RunKey key) throws IOException {
    Path file = file(key);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      JsonNode json = JSON.readTree(file.toFile());
      if (json == null) {
        throw new IllegalArgumentException("it is empty");
      }
      if (!json.path("run").asText().equals(key.text())) {
        throw new IOException(file + " is of another run: " + json.path("run").asText());
      }
      return Optional.of(OutcomeJson.read(key, json));
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new IOException(file + " is not a whole result: " + e.getMessage()
          + "; delete it to measure that run again", e);
    }
  }

  private Path file(RunKey key) {
    return dir.resolve(key.id() + ".json");
  }
}
