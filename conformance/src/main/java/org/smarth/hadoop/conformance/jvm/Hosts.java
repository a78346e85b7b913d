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

package org.smarth.hadoop.conformance.jvm;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * All names that the JVMs resolve. Tests of the ResourceManager have nodes whose names must have
 * addresses, and no test depends on a name server then.
 */
final class Hosts {
  private Hosts() {
  }

  /** @param file with the names of the tests' own nodes */
  static List<String> lines(Path file) throws IOException {
    List<String> lines = new ArrayList<>(List.of("127.0.0.1 localhost"));
    try {
      InetAddress self = InetAddress.getLocalHost();
      lines.add(self.getHostAddress() + " " + self.getHostName());
    } catch (UnknownHostException e) {
      // Then nothing else on this machine resolves it either.
    }
    lines.addAll(Files.readAllLines(file));
    return lines;
  }
}
