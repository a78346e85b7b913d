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
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;

import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/**
 * What the commands behind the scripts have in common: some options, one line for everything that
 * is wrong, and an end that leaves nothing behind, Ctrl-C included.
 */
public abstract class Script implements Callable<Integer> {
  /** Whether standard error is a terminal; the shell can tell. */
  public static final boolean TERMINAL = Boolean.getBoolean("try.terminal");
  /** As a directory of jars: those of stock Hadoop. */
  private static final String STOCK = "stock";
  private static final int INTERRUPTED = 130;
  /** In the usage text, common options come below those of a command. */
  private static final int LAST = 1;

  @Option(names = "--work-dir", paramLabel = "DIR", order = LAST,
      description = "Where files, replicas and logs go while this runs. Default: $TMPDIR or /tmp.")
  private Path workDir;

  @Option(names = {"-h", "--help"}, usageHelp = true, order = LAST, description = "Print this.")
  private boolean help;

  @Option(names = "--class-path-file", hidden = true, required = true)
  private Path classPathFile;

  @Option(names = "--dist", hidden = true, required = true)
  private Path dist;

  @Option(names = "--check", hidden = true, description = "Only look at the arguments.")
  private boolean check;

  private final Cleanup cleanup = new Cleanup();
  private volatile CommandLine line;
  private volatile boolean interrupted;

  /** Runs the command, and ends the JVM with its status. */
  protected final void runAndExit(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /** The parser of the command's options, which says what is wrong in one line. */
  public final CommandLine commandLine() {
    line = new CommandLine(this);
    // One line for everything that is wrong, without the usage text that picocli adds.
    line.setParameterExceptionHandler((e, args) -> {
      complain(e.getMessage() + "; see " + name() + " --help");
      return CommandLine.ExitCode.USAGE;
    });
    line.setExecutionExceptionHandler((e, l, parsed) -> failed(e));
    return line;
  }

  /** Of the script, as its messages begin. */
  private String name() {
    return line.getCommandName().split(" ")[0];
  }

  private int failed(Exception e) {
    if (interrupted) {
      return INTERRUPTED;
    }
    complain(e instanceof Failure ? e.getMessage() : e.toString());
    return CommandLine.ExitCode.SOFTWARE;
  }

  @Override
  public Integer call() throws Exception {
    validate();
    return check || cleaningUp() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  /** Looks at the options; a {@link Failure} says which make no sense. */
  protected void validate() throws IOException {
  }

  /** What the command does. Returns whether all is as it should be. */
  protected abstract boolean run() throws Exception;

  /** Cleans up after the run, or when the JVM is shut down before. */
  private boolean cleaningUp() throws Exception {
    Thread hook = new Thread(this::interrupt, "cleanup");
    Runtime.getRuntime().addShutdownHook(hook);
    try (cleanup) {
      return run();
    } finally {
      remove(hook);
    }
  }

  private static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The shutdown has begun: the hook does its work, or finds nothing to do.
    }
  }

  /** Runs in the shutdown hook: the main thread may be anywhere, and its children still run. */
  private void interrupt() {
    interrupted = true;
    cleanup.close();
    if (TERMINAL) {
      // Below the line of progress, which ends with ^C.
      line.getErr().println();
    }
    complain("interrupted; stopped everything and removed the temporary data");
  }

  protected static void range(String option, int value, int least, int most) {
    refuse(value < least || value > most,
        option + ": " + value + " is not from " + least + " to " + most + "; see --help");
  }

  protected static void refuse(boolean wrong, String why) {
    if (wrong) {
      throw new Failure(why);
    }
  }

  /** What must not outlive the command. */
  protected final Cleanup cleanup() {
    return cleanup;
  }

  /** Whether the command is being ended from outside. */
  protected final boolean isInterrupted() {
    return interrupted;
  }

  protected final PrintWriter out() {
    return line.getOut();
  }

  protected final ParseResult parsed() {
    return line.getParseResult();
  }

  protected final void say(String text) {
    out().println(text);
    out().flush();
  }

  protected final void complain(String message) {
    line.getErr().println(name() + ": " + message.replaceAll("\\s+", " "));
    line.getErr().flush();
  }

  /** @param keep whether what is left at the end, the logs, stays */
  protected final Workspace workspace(boolean keep) throws IOException {
    Path base = workDir != null ? workDir : Path.of(System.getProperty("java.io.tmpdir"));
    Workspace.removeAbandoned(base);
    return cleanup.make(() -> Workspace.create(base, keep));
  }

  protected final Installation stock() throws IOException {
    return Installation.stock(classPathFile);
  }

  /** Where the settings of logs are, and the clients that are no program of Hadoop. */
  protected static String ownJar() {
    return Script.class.getProtectionDomain().getCodeSource().getLocation().getPath();
  }

  /** @param jars the drop-in jars that were asked for, null for those that were built */
  protected final Path jars(Path jars) {
    return jars != null ? jars : dist;
  }

  /**
   * @param jars as for {@link #jars(Path)}, or "stock"
   * @param copies where the jars are copied to
   * @return stock Hadoop with these jars, or alone
   */
  protected final Installation installation(Path jars, Path copies) throws IOException {
    return jars != null && jars.toString().equals(STOCK) ? stock()
        : stock().with(jars(jars), Installation.HDFS, "SMARTH", copies);
  }
}
