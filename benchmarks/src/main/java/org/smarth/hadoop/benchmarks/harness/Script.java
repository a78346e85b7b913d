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

import java.io.PrintWriter;

import picocli.CommandLine;

/**
 * What the commands behind the scripts have in common: one line for everything that is wrong, and
 * an end that leaves nothing behind, Ctrl-C included.
 */
public final class Script {
  /** Whether standard error is a terminal; the shell can tell. */
  public static final boolean TERMINAL = Boolean.getBoolean("try.terminal");
  private static final int INTERRUPTED = 130;

  private final String name;
  private final Cleanup cleanup = new Cleanup();
  private volatile CommandLine line;
  private volatile boolean interrupted;

  /** @param name of the script, as its messages begin */
  public Script(String name) {
    this.name = name;
  }

  /** What a command does between the options and the end. */
  @FunctionalInterface
  public interface Body {
    void run() throws Exception;
  }

  /** The parser of a command's options, which says what is wrong in one line. */
  public CommandLine commandLine(Object command) {
    line = new CommandLine(command);
    // One line for everything that is wrong, without the usage text that picocli adds.
    line.setParameterExceptionHandler((e, args) -> {
      complain(e.getMessage() + "; see " + name + " --help");
      return CommandLine.ExitCode.USAGE;
    });
    line.setExecutionExceptionHandler((e, l, parsed) -> failed(e));
    return line;
  }

  /** What must not outlive the command. */
  public Cleanup cleanup() {
    return cleanup;
  }

  /** Whether the command is being ended from outside. */
  public boolean isInterrupted() {
    return interrupted;
  }

  public PrintWriter out() {
    return line.getOut();
  }

  public void complain(String message) {
    line.getErr().println(name + ": " + message.replaceAll("\\s+", " "));
    line.getErr().flush();
  }

  private int failed(Exception e) {
    if (interrupted) {
      return INTERRUPTED;
    }
    complain(e instanceof Failure ? e.getMessage() : e.toString());
    return CommandLine.ExitCode.SOFTWARE;
  }

  /** Cleans up after the body, or when the JVM is shut down before. */
  public void cleaningUp(Body body) throws Exception {
    Thread hook = new Thread(this::interrupt, "cleanup");
    Runtime.getRuntime().addShutdownHook(hook);
    try (cleanup) {
      body.run();
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
}
