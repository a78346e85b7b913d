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
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One upload to one cluster, as the driver hands it to the JVMs that carry it out.
 *
 * @param file what to upload; a plain name, safe in a URI
 * @param blockBytes the block size of the file
 * @param port the NameNode's RPC port, 0 for any free one
 * @param dir everything the cluster writes; the driver deletes it
 * @param protection of what clients and DataNodes send to each other
 */
public record UploadSpec(Path file, long blockBytes, int replication, Links links, int port,
    Path dir, Protection protection) {

  public Racks racks() {
    return links.racks();
  }

  public Path nameDir() {
    return dir.resolve("name");
  }

  /** Where a DataNode keeps its replicas. */
  public Path dataDir(int node) {
    return dir.resolve("data-" + node);
  }

  public Path rackTable() {
    return dir.resolve("racks.txt");
  }

  public void save(Path to) throws IOException {
    Files.writeString(to, Json.write(this));
  }

  public static UploadSpec load(Path from) throws IOException {
    return Json.read(Files.readString(from), UploadSpec.class);
  }
}
