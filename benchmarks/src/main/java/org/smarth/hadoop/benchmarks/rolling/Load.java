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

package org.smarth.hadoop.benchmarks.rolling;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import org.smarth.hadoop.benchmarks.harness.ChildJvm;
import org.smarth.hadoop.benchmarks.harness.Failure;
import org.smarth.hadoop.benchmarks.harness.HadoopPrograms;
import org.smarth.hadoop.benchmarks.harness.Installation;
import org.smarth.hadoop.benchmarks.harness.Json;

/** The clients, each a process of its own. Used by one thread. */
final class Load {
  static final int CLIENTS = 4;
  /** Where they write, each in a directory of its own. */
  static final String DIR = "/load";
  /** Longer than a client tries to reach a NameNode. */
  private static final Duration END_LIMIT = Duration.ofMinutes(10);

  private final HadoopPrograms programs;
  private final Map<String, String> site;
  private final String fileBytes;
  private final Map<Integer, ChildJvm> clients = new HashMap<>();
  private LoadClient.Counts counts = LoadClient.Counts.NONE;

  /**
   * @param programs that end the clients, too, when they are closed
   * @param fileBytes of each file that they write
   */
  Load(HadoopPrograms programs, Map<String, String> site, int fileBytes) {
    this.programs = programs;
    this.site = site;
    this.fileBytes = Integer.toString(fileBytes);
  }

  void start(Installation with) throws IOException {
    for (int client = 1; client <= CLIENTS; client++) {
      start(client, with);
    }
  }

  private void start(int client, Installation with) throws IOException {
    clients.put(client, programs.launch("client-" + client, with, site,
        LoadClient.class.getName(), DIR + "/" + client, fileBytes));
  }

  /** Ends a client after the files at hand, and starts it with other jars. */
  void restart(int client, Installation with) throws IOException, InterruptedException {
    end(client);
    start(client, with);
  }

  private void end(int client) throws IOException, InterruptedException {
    ChildJvm jvm = clients.remove(client);
    try {
      jvm.say("enough");
      String line = jvm.nextLine(END_LIMIT);
      if (line == null) {
        throw new Failure("client " + client + " tells nothing; see its log");
      }
      counts = counts.plus(Json.read(line, LoadClient.Counts.class));
    } finally {
      jvm.close();
    }
  }

  /** Ends all. @return what all clients did since this was asked last */
  LoadClient.Counts end() throws IOException, InterruptedException {
    for (int client = 1; client <= CLIENTS; client++) {
      end(client);
    }
    LoadClient.Counts all = counts;
    counts = LoadClient.Counts.NONE;
    return all;
  }
}
