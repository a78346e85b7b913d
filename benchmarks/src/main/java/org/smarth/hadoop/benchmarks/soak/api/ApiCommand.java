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

package org.smarth.hadoop.benchmarks.soak.api;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import org.smarth.hadoop.benchmarks.harness.Installation;
import org.smarth.hadoop.benchmarks.harness.Script;
import org.smarth.hadoop.benchmarks.harness.Workspace;

/** The command of dev-support/soak.sh --api. */
@Command(name = "soak.sh --api", sortOptions = false, usageHelpWidth = 100,
    description = "Draws programs of all that the user of a stream may call, each from a seed, and "
        + "runs them on the drop-in jars and on stock's. One thread without faults has to end as "
        + "on stock; else what was acknowledged has to be there, nothing that was not written, "
        + "and a failure has to be one that stock shows. Nothing may be held after a file. A "
        + "program that fails is made smaller and printed as a JUnit test. Exit status 0 if none "
        + "failed.%n")
public final class ApiCommand extends Script {
  private static final int MOST_FILES = 1_000_000;

  @Option(names = "--api", hidden = true)
  private boolean api;

  @Option(names = "--files", paramLabel = "N", defaultValue = "100",
      description = "One program for each. Default: ${DEFAULT-VALUE}.")
  private int files;

  @Option(names = "--seed", paramLabel = "S",
      description = "Of the first program; each further one has the next. Default: the time.")
  private Long seed;

  @Option(names = "--findings", paramLabel = "N", defaultValue = "3",
      description = "Ends after so many seeds that failed. Default: ${DEFAULT-VALUE}.")
  private int findings;

  @Option(names = "--tries", paramLabel = "N", defaultValue = "150",
      description = "How many smaller programs are tried for one that failed; 0 prints it as it "
          + "is. Default: ${DEFAULT-VALUE}.")
  private int tries;

  @Option(names = "--seconds", paramLabel = "N", description = "Begins no program later than that "
      + "after the first; says which was the last. Default: no limit.")
  private Integer seconds;

  @Option(names = "--data-nodes", paramLabel = "N", description = "Leaves out the programs for "
      + "clusters of another size.")
  private Integer dataNodes;

  @Option(names = "--faults", paramLabel = "true|false", arity = "0..1", fallbackValue = "true",
      description = "Leaves out the programs in which no DataNode fails; with false, those in "
          + "which one does.")
  private Boolean faults;

  @Option(names = "--exact", description = "Leaves out the programs whose end is chance, on stock "
      + "as well: those with several threads, interrupts or faults.")
  private boolean exact;

  @Option(names = "--verbose", description = "Say each program, and how long it took.")
  private boolean verbose;

  @Option(names = "--jars", paramLabel = "DIR", description = "The drop-in jars to test. Default: "
      + "what dev-support/dist.sh built; 'stock' compares stock with itself.")
  private Path jars;

  public static void main(String[] args) {
    new ApiCommand().runAndExit(args);
  }

  @Override
  protected void validate() {
    range("--files", files, 1, MOST_FILES);
    if (dataNodes != null) {
      range("--data-nodes", dataNodes, 1, ProgramGenerator.MOST_DATA_NODES);
    }
    if (seconds != null) {
      range("--seconds", seconds, 1, Integer.MAX_VALUE);
    }
    range("--findings", findings, 1, MOST_FILES);
    range("--tries", tries, 0, MOST_FILES);
  }

  @Override
  protected boolean run() throws IOException, InterruptedException {
    Workspace workspace = workspace(false);
    long first = seed != null ? seed : System.currentTimeMillis();
    say("seeds " + first + " to " + (first + files - 1));
    Installation stock = installation(Path.of("stock"), workspace.dir());
    Installation ours = installation(jars, workspace.dir());
    try (Runner stockRunner = runner(stock, workspace.dir().resolve("stock"));
        Runner ourRunner = runner(ours, workspace.dir().resolve("ours"))) {
      Search search = new Search(stockRunner::run, ourRunner::run, this::say,
          new Search.Limits(findings, tries,
              seconds == null ? Integer.MAX_VALUE : seconds, verbose));
      search.run(LongStream.range(first, first + files).boxed()
          .filter(s -> dataNodes == null || dataNodes == ProgramGenerator.dataNodes(s))
          .filter(s -> faults == null || ProgramGenerator.of(s).hasFaults() == faults)
          .filter(s -> !exact || ProgramGenerator.of(s).isExact()).toList());
      search.summary().forEach(this::say);
      return search.isGood();
    }
  }

  private Runner runner(Installation installation, Path dir) throws IOException {
    return new Runner(installation, cleanup(), Files.createDirectory(dir));
  }
}
