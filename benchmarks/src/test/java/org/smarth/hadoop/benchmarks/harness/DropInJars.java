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
import java.util.List;

/** The drop-in jars of this build. */
public final class DropInJars {
  private DropInJars() {
  }

  /** Returns the directory. */
  public static Path copyTo(Path dir) throws IOException {
    Path modules = Path.of(System.getProperty("drop-in.modules"));
    String target = System.getProperty("drop-in.target");
    for (String module : List.of("hadoop-hdfs-client", "hadoop-hdfs")) {
      String jar = module + "-2.10.2.jar";
      Files.copy(modules.resolve(module).resolve(target).resolve(jar), dir.resolve(jar));
    }
    return dir;
  }
}
