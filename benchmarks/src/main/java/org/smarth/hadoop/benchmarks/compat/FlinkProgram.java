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

package org.smarth.hadoop.benchmarks.compat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * What the JVMs with Flink do. Arguments: the step, a directory of HDFS, and a local one for what a
 * step leaves to the next one. Prints lines of RESULT, a name and a value.
 */
public final class FlinkProgram {
  static final String WRITE = "write";
  static final String RECOVER = "recover";
  static final String JOB = "job";
  private static final long REST_SECONDS = 5;

  private FlinkProgram() {
  }

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
    case WRITE -> {
      new FlinkFiles(args[1], Path.of(args[2])).write();
      // As if it were killed: nothing is closed.
      Runtime.getRuntime().halt(0);
    }
    case RECOVER -> new FlinkFiles(args[1], Path.of(args[2])).recover();
    default -> FlinkJob.run(args[1]);
    }
    // What ends with the job has time for it.
    TimeUnit.SECONDS.sleep(REST_SECONDS);
    tell("threads", String.join(", ", threads()));
    tell("end", System.currentTimeMillis());
  }

  private static Set<String> threads() {
    return Thread.getAllStackTraces().keySet().stream().filter(t -> !t.isDaemon())
        .map(Thread::getName).collect(Collectors.toCollection(TreeSet::new));
  }

  static void tell(String name, Object value) {
    System.out.println("RESULT\t" + name + "\t" + value);
  }

  /** @throws IOException if a file is not what was to be written */
  static void check(boolean right, String what) throws IOException {
    if (!right) {
      throw new IOException(what);
    }
  }
}
