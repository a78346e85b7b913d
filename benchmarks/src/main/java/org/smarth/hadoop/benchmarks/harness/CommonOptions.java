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

import picocli.CommandLine.Option;

/** What all commands can be asked for, and how they refuse what makes no sense. */
public final class CommonOptions {
  /** As a directory of jars: those of stock Hadoop. */
  private static final String STOCK = "stock";

  @Option(names = "--work-dir", paramLabel = "DIR",
      description = "Where files, replicas and logs go while this runs. Default: $TMPDIR or /tmp.")
  private Path workDir;

  @Option(names = {"-h", "--help"}, usageHelp = true, description = "Print this.")
  private boolean help;

  @Option(names = "--class-path-file", hidden = true, required = true)
  private Path classPathFile;

  @Option(names = "--dist", hidden = true, required = true)
  private Path dist;

  @Option(names = "--check", hidden = true, description = "Only look at the arguments.")
  private boolean check;

  public static void range(String option, int value, int least, int most) {
    refuse(value < least || value > most,
        option + ": " + value + " is not from " + least + " to " + most + "; see --help");
  }

  public static void refuse(boolean wrong, String why) {
    if (wrong) {
      throw new Failure(why);
    }
  }

  public Path base() {
    return workDir != null ? workDir : Path.of(System.getProperty("java.io.tmpdir"));
  }

  public Path classPathFile() {
    return classPathFile;
  }

  /** @param jars the drop-in jars that were asked for, null for those that were built */
  public Path jars(Path jars) {
    return jars != null ? jars : dist;
  }

  /**
   * @param jars as for {@link #jars(Path)}, or "stock"
   * @param copies where the jars are copied to
   * @return stock Hadoop with these jars, or alone
   */
  public Installation installation(Path jars, Path copies) throws IOException {
    Installation stock = Installation.stock(classPathFile);
    return jars != null && jars.toString().equals(STOCK) ? stock
        : stock.with(jars(jars), Installation.HDFS, "SMARTH", copies);
  }

  public boolean checkOnly() {
    return check;
  }
}
