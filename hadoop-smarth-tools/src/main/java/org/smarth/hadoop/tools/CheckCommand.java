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

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;

import org.smarth.hadoop.heartbeat.check.SiteCheck;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks the keys of heartbeats in a configuration directory. */
@Command(name = "check", usageHelpWidth = 100,
    description = "Prints the settings of heartbeats that are in effect in a configuration"
        + " directory, and what is out of range or contradicts itself. Ends with status 1 if a"
        + " daemon would not start.%n")
final class CheckCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "DIR",
      description = "The directory of hdfs-site.xml, yarn-site.xml and others.")
  private Path directory;

  @Spec
  private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    SiteCheck check = new SiteCheck(directory);
    PrintWriter out = spec.commandLine().getOut();
    check.getEffective().forEach(out::println);
    check.getFindings().forEach(out::println);
    out.flush();
    return check.hasErrors() ? CommandLine.ExitCode.SOFTWARE
        : CommandLine.ExitCode.OK;
  }
}
