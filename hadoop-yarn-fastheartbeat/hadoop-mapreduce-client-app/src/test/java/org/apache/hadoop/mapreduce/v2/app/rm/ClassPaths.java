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
package org.apache.hadoop.mapreduce.v2.app.rm;

import java.io.File;

/** Class paths of JVMs that tests start. */
final class ClassPaths {
  /** The classes or the jar of a module that replaces stock's. */
  private static final String OURS =
      "/hadoop-yarn-fastheartbeat/([^/]+)/(target/hadoop-[^/]+)/(classes|[^/]+\\.jar)$";
  private static final String STOCK =
      "/hadoop-yarn-fastheartbeat/$1/$2/stock/classes";

  private ClassPaths() {
  }

  /** @return that of this test. */
  static String ours() {
    return System.getProperty("surefire.test.class.path",
        System.getProperty("java.class.path"));
  }

  /** @return the same with stock Hadoop in the place of our modules. */
  static String stock() {
    StringBuilder path = new StringBuilder();
    for (String entry : ours().split(File.pathSeparator)) {
      path.append(entry.replaceFirst(OURS, STOCK)).append(File.pathSeparator);
    }
    if (path.indexOf("/stock/classes") < 0) {
      throw new IllegalStateException("nothing of ours in " + ours());
    }
    return path.toString();
  }

  /** @return options that Hadoop needs on this JVM. */
  static String jvmOptions() {
    return "-Xmx200m "
        + System.getProperty("hadoop.jvm.opens").trim().replaceAll("\\s+", " ");
  }
}
