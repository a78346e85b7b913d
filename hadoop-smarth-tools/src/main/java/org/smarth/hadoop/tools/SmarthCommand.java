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
package org.smarth.hadoop.tools;

import java.io.PrintWriter;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The command and its parts. */
@Command(name = SmarthCommand.NAME, usageHelpWidth = 100,
    mixinStandardHelpOptions = false,
    description = "Checks machines of a cluster; plans, sets and checks the periods"
        + " of Hadoop's heartbeats.",
    subcommands = {DoctorCommand.class, PlanCommand.class,
        ProfileCommand.class, CheckCommand.class, VersionCommand.class,
        HelpCommand.class})
public final class SmarthCommand {
  static final String NAME = "smarth";

  private SmarthCommand() {
  }

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new SmarthCommand());
    // One line for what is wrong, without the usage text that picocli adds.
    line.setParameterExceptionHandler((e, args) -> {
      complain(e.getCommandLine(), e.getMessage() + "; see "
          + NAME + " help");
      return CommandLine.ExitCode.USAGE;
    });
    line.setExecutionExceptionHandler((e, failed, parsed) -> {
      complain(failed, e instanceof java.io.IOException
          || e instanceof IllegalArgumentException
          ? e.getMessage() : e.toString());
      return CommandLine.ExitCode.SOFTWARE;
    });
    return line;
  }

  private static void complain(CommandLine line, String message) {
    PrintWriter err = line.getErr();
    err.println(NAME + ": " + message.replaceAll("\\s+", " "));
    err.flush();
  }
}
