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

package org.smarth.hadoop.conformance;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

import org.smarth.hadoop.conformance.jvm.Base;
import org.smarth.hadoop.conformance.jvm.Installation;
import org.smarth.hadoop.conformance.jvm.TestJvm;
import org.smarth.hadoop.conformance.jvm.TestUser;
import org.smarth.hadoop.conformance.result.Exceptions;
import org.smarth.hadoop.conformance.result.LeftOut;
import org.smarth.hadoop.conformance.result.StockRecord;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command of dev-support/conformance.sh. */
@Command(name = "conformance.sh", sortOptions = false, usageHelpWidth = 100,
    description = "Runs Hadoop's own tests with SMARTH, a JVM for each class, and compares method "
        + "by method with what they do on stock Hadoop. Ends with status 0 if everything that "
        + "passes on stock passes, except what conformance/exceptions.tsv lists.%n")
public final class ConformanceCommand implements Callable<Integer> {
  @Parameters(paramLabel = "CLASS", arity = "0..*",
      description = "Classes of conformance/classes.tsv, with or without package; none: all.")
  private List<String> classes = List.of();

  @Option(names = "--subset", paramLabel = "ci|all",
      description = "Which classes, where none is named (default: ${DEFAULT-VALUE}).")
  private ClassList.Subset subset = ClassList.Subset.all;

  @Option(names = "--stock-too",
      description = "Run stock Hadoop now; else conformance/stock.tsv says what it does.")
  private boolean stockToo;

  @Option(names = "--record-stock",
      description = "Run stock Hadoop only, and record it in conformance/stock.tsv.")
  private boolean recordStock;

  @Option(names = "--jobs", paramLabel = "N",
      description = "JVMs at the same time (default: ${DEFAULT-VALUE}).")
  private int jobs = 1;

  @Option(names = "--limit", paramLabel = "SECONDS",
      description = "Most time for a JVM (default: ${DEFAULT-VALUE}, as in Hadoop's build).")
  private long limit = 900;

  @Option(names = "--user", paramLabel = "NAME",
      description = "As whom the JVMs run, where root runs this (default: ${DEFAULT-VALUE}).")
  private String user = "nobody";

  @Option(names = "--keep",
      description = "Keep the logs and data of what passed, too, below target.")
  private boolean keep;

  @Option(names = "--lists", hidden = true, required = true)
  private Path lists;

  @Option(names = "--class-path-file", hidden = true, required = true)
  private Path classPathFile;

  @Option(names = "--dist", hidden = true, required = true)
  private Path dist;

  @Option(names = "--test-data", hidden = true, required = true)
  private Path testData;

  @Option(names = "--work-dir", hidden = true, required = true)
  private Path workDir;

  @Option(names = {"-h", "--help"}, usageHelp = true, description = "Print this.")
  private boolean help;

  @Spec
  private CommandSpec spec;

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    ConformanceCommand command = new ConformanceCommand();
    CommandLine line = new CommandLine(command);
    // One line for everything that is wrong, without the usage text that picocli adds.
    line.setParameterExceptionHandler((e, args) -> command.complain(
        e.getMessage() + "; see conformance.sh --help", CommandLine.ExitCode.USAGE));
    line.setExecutionExceptionHandler((e, l, parsed) -> command.complain(
        e instanceof Failure ? e.getMessage() : e.toString(), CommandLine.ExitCode.USAGE));
    return line;
  }

  private int complain(String message, int status) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("conformance.sh: " + message.replaceAll("\\s+", " "));
    err.flush();
    return status;
  }

  @Override
  public Integer call() throws Exception {
    if (stockToo && recordStock) {
      throw new Failure("--stock-too and --record-stock: give one of them");
    }
    if (jobs < 1 || limit < 1) {
      throw new Failure("--jobs and --limit: at least 1");
    }
    if (!Files.isDirectory(testData)) {
      throw new Failure("no " + testData + "; delete " + workDir + " and try again");
    }
    ClassList list = ClassList.read(lists.resolve("classes.tsv"));
    List<String> names = classes.isEmpty() ? list.names(subset) : list.named(classes);
    StockRecord stock = StockRecord.read(lists.resolve("stock.tsv"));
    Report report = new Report(spec.commandLine().getOut(),
        Exceptions.read(lists.resolve("exceptions.tsv")),
        LeftOut.read(lists.resolve("left-out.tsv")), workDir);
    Installation stockHadoop =
        Installation.stock(lists.resolve("conf"), testData, classPathFile);
    TestUser testUser = TestUser.choose(user);
    Base base = Base.of(testUser, workDir);
    try (TestJvm jvm = new TestJvm(base, Duration.ofSeconds(limit), keep)) {
      // Ctrl-C must not leave clusters behind.
      Runtime.getRuntime().addShutdownHook(new Thread(jvm::close, "end"));
      ConformanceRun run = new ConformanceRun(jvm,
          stockToo || recordStock ? base.readable(stockHadoop) : stockHadoop, stock, report,
          StockRecord.here(testUser.name()));
      if (recordStock) {
        run.record(names, jobs);
        return CommandLine.ExitCode.OK;
      }
      run.compare(names, base.readable(stockHadoop.with(dist, workDir.resolve("jars"))), stockToo,
          jobs);
      return report.end() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }
  }
}
