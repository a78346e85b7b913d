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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import org.smarth.hadoop.benchmarks.harness.HadoopPrograms;
import org.smarth.hadoop.benchmarks.harness.Installation;

/** The command of dev-support/flink.sh. */
@Command(name = "flink.sh", sortOptions = false, usageHelpWidth = 100,
    description = "Writes with Flink's recoverable writer and with a job that fails and goes on, "
        + "with stock's jars of Hadoop and with SMARTH's, to a cluster of SMARTH, and reads it "
        + "back. Exit status 0 if both do the same, and blocks of new files were written with "
        + "FNFA.%n")
public final class FlinkCommand extends ClientsScript {
  /** The second one goes on with what the first one has left. */
  private static final List<String> STEPS = List.of(FlinkProgram.WRITE, FlinkProgram.RECOVER,
      FlinkProgram.JOB);

  @Option(names = "--flink", paramLabel = "DIR", required = true, description = "Flink's jars.")
  private Path flink;

  public static void main(String[] args) {
    new FlinkCommand().runAndExit(args);
  }

  @Override
  void trials(Path dir, Installation stock, Installation smarth)
      throws IOException, InterruptedException {
    for (Installation with : List.of(stock, smarth)) {
      Files.createDirectory(dir.resolve(with.name()));
    }
    for (String step : STEPS) {
      String name = "Flink " + step;
      compare(name, run(name, step, dir, stock), run(name, step, dir, smarth), fnfa(step));
    }
  }

  /** Of the job: what its failure ended depends on the moment. */
  @Override
  String byChance() {
    return ".*\\] (checkpoint|metrics|taskmanager)\\..*";
  }

  private static Fnfa fnfa(String step) {
    return switch (step) {
    case FlinkProgram.WRITE -> Fnfa.ALL;
    case FlinkProgram.RECOVER -> Fnfa.NONE;
    default -> Fnfa.SOME;
    };
  }

  private Observed run(String name, String step, Path dir, Installation with)
      throws IOException, InterruptedException {
    HadoopPrograms programs = cluster().programs();
    Map<String, String> site = cluster().clientSettings();
    site.put("dfs.blocksize", Integer.toString(BLOCK_BYTES));
    String process = "flink-" + step + "-" + with.name();
    // As in Flink's own scripts: its jars come before what HADOOP_CLASSPATH names.
    Installation flinks = new Installation(with.name(), flink + "/*:" + with.classPath());
    return observe(name, with.name(),
        () -> List.of(dir.resolve(process + ".log"), programs.errors(process)),
        () -> programs.require(process, flinks, site, FlinkProgram.class.getName(), step,
            site.get("fs.defaultFS") + "/flink-" + with.name(),
            dir.resolve(with.name()).toString()));
  }
}
