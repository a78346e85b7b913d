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

package org.smarth.hadoop.benchmarks.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Calls a command of the system. */
public final class Tool {
  private Tool() {
  }

  /**
   * Returns what the command prints.
   *
   * @throws Failure when it ends with an error, with its words
   */
  public static String call(List<String> command, List<String> input)
      throws IOException, InterruptedException {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new Failure("there is no command '" + command.get(0) + "'", e);
    }
    try (var in = process.getOutputStream()) {
      in.write((String.join("\n", input) + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // It did not read its input: its words and status say why.
    }
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new Failure("'" + String.join(" ", command) + "' says: "
          + output.lines().findFirst().orElse("nothing"));
    }
    return output;
  }
}
