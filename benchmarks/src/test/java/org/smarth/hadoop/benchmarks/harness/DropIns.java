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
import java.nio.file.Path;

import org.junit.rules.TemporaryFolder;

/** The jars of stock Hadoop and those of this build, as the build gives them to its tests. */
final class DropIns {
  private DropIns() {
  }

  static Installation stock() {
    return new Installation("stock", System.getProperty("java.class.path"));
  }

  /** The drop-in jars under the names that an installation gives them. */
  static Installation patched(TemporaryFolder folder) throws IOException {
    Path jars = DropInJars.copyTo(folder.newFolder().toPath());
    return stock().with(jars, Installation.HDFS, "patched", folder.newFolder().toPath());
  }
}
