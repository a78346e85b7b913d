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
package org.smarth.hadoop.doctor;

import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.smarth.hadoop.doctor.machine.Probes;

/** Answers what a test tells it to. */
final class ScriptedProbes implements Probes {
  private final Map<String, Integer> usedPercent = new HashMap<>();
  private String address = "10.0.0.1";
  private String name = "node1.example.com";
  private String output = "/rack1";

  void setUsedPercent(String directory, int percent) {
    usedPercent.put(directory, percent);
  }

  void setAddress(String address) {
    this.address = address;
  }

  void setName(String name) {
    this.name = name;
  }

  /** @param output null for a command that fails */
  void setOutput(String output) {
    this.output = output;
  }

  @Override
  public Space space(Path path) {
    int used = usedPercent.entrySet().stream()
        .filter(entry -> path.toString().endsWith(entry.getKey()))
        .mapToInt(Map.Entry::getValue).findFirst().orElse(50);
    return new Space(100 - used, 100);
  }

  @Override
  public String hostName() {
    return "node1";
  }

  @Override
  public String address(String host) throws IOException {
    if (address == null) {
      throw new UnknownHostException(host);
    }
    return address;
  }

  @Override
  public String nameOf(String of) {
    return name;
  }

  @Override
  public String output(List<String> command) throws IOException {
    if (output == null) {
      throw new IOException(command.get(0) + ": status 1: ");
    }
    return output;
  }
}
