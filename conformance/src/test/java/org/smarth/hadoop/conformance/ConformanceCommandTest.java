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

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.Assume.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.apache.commons.io.FileUtils;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.smarth.hadoop.conformance.jvm.Samples;
import picocli.CommandLine;

/** The whole command, on sample classes instead of Hadoop's; both sides have the stock jars. */
public class ConformanceCommandTest {
  private static final String MIXED = Samples.Mixed.class.getName();
  private static final String RIGHTS = Samples.Rights.class.getName();
  private static final String FAILS = MIXED + "#fails";

  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private Path dir;
  private String out;
  private String err;

  @Before
  public void lists() throws IOException {
    dir = folder.getRoot().toPath();
    write("classes.tsv", MIXED + "\tci\ta sample",
        Samples.Exits.class.getName() + "\tall\tanother", RIGHTS + "\tall\tone more");
    write("exceptions.tsv");
    write("left-out.tsv", FAILS + "\talways fails");
    FileUtils.copyDirectory(Path.of(System.getProperty("conformance.lists"), "conf").toFile(),
        dir.resolve("conf").toFile());
    String classPath = System.getProperty("java.class.path");
    write("class-path", classPath);
    for (String entry : classPath.split(":")) {
      Path jar = Path.of(entry);
      if (jar.getFileName().toString()
          .matches("hadoop-(common|hdfs|yarn|mapreduce)-.*2.10.2.jar")) {
        Files.createDirectories(dir.resolve("dist"));
        Files.copy(jar, dir.resolve("dist").resolve(jar.getFileName()));
      }
    }
  }

  @Test
  public void whatIsRecordedOfStockIsWhatTheSameJarsDo() throws IOException {
    assertThat(run("--record-stock", "--jobs", "2")).as(err).isZero();
    assertThat(run("--jobs", "2")).as(out).isZero();
    assertThat(out).contains("0 different from stock");
  }

  @Test
  public void rootRunsTheTestsAsAnotherUser() throws IOException {
    assertThat(run("--record-stock", "Samples$Rights")).as(err).isZero();

    assertThat(Files.readString(dir.resolve("stock.tsv"))).contains("noneOfRoot\tPASSED\tJDK "
        + System.getProperty("java.version") + ", "
        + (root() ? "nobody" : System.getProperty("user.name")));
    assertThat(run("Samples$Rights")).as(out).isZero();
    assertThat(out).doesNotContain("Stock was recorded on");
  }

  @Test
  public void whoeverRootCannotRunTheTestsAsIsNamedInOneLine() throws IOException {
    assumeTrue(root());

    assertThat(run("--user", "root")).isEqualTo(2);
    assertThat(err).contains("do not run as root").hasLineCount(1);
    assertThat(run("--user", "no-such-user")).isEqualTo(2);
    assertThat(err).contains("no-such-user", "run this as a user who is not root")
        .hasLineCount(1);
  }

  @Test
  public void whatFailsOnStockIsLeftOutAndCounted() throws IOException {
    run("--record-stock", MIXED);
    assertThat(out).contains("4 rows of stock: 3 to compare with, 1 left out",
        "1  always fails");

    assertThat(run(MIXED)).as(out).isZero();
    assertThat(out).contains("4 rows of stock: 3 compared, 1 left out", "1  always fails");
  }

  @Test
  public void aDifferenceFailsTheCommandUnlessItIsListed() throws IOException {
    run("--record-stock", "--subset", "ci");
    recordAsPassed();

    assertThat(run("--subset", "ci")).as(out).isEqualTo(1);
    assertThat(out).contains(FAILS + ": passed on stock, failed here: java.lang.AssertionError: "
        + "first line");
    assertThat(dir.resolve("work/smarth/Samples$Mixed/output.log")).exists();

    write("exceptions.tsv", FAILS + "\ton purpose\tnone");
    assertThat(run("--subset", "ci")).as(out).isZero();
    assertThat(out).contains("but for exceptions", "allowed: on purpose [none]");
  }

  @Test
  public void anExceptionThatIsNotNeededIsSaid() throws IOException {
    write("exceptions.tsv", FAILS + "\ton purpose\tnone");

    // Also without the package.
    assertThat(run("--stock-too", "Samples$Mixed")).as(err + out).isZero();
    assertThat(out).contains(FAILS + ": listed as an exception, but did not differ");
  }

  @Test
  public void whatWasNotRecordedIsADifference() throws IOException {
    assertThat(run(MIXED)).isEqualTo(1);
    assertThat(out).contains("there is no stock result");
  }

  @Test
  public void whatIsWrongIsSaidInOneLine() throws IOException {
    for (List<String> wrong : List.of(List.of("org.example.TestNone"), List.of("--subset", "x"),
        List.of("--jobs", "0"), List.of("--limit", "0"),
        List.of("--stock-too", "--record-stock"))) {
      assertThat(run(wrong.toArray(new String[0]))).as("%s", wrong).isEqualTo(2);
      assertThat(err).startsWith("conformance.sh: ").hasLineCount(1);
    }
    write("classes.tsv", MIXED + "\tsometimes\ta sample");
    assertThat(run()).isEqualTo(2);
    assertThat(err).contains("'sometimes' of " + MIXED + " is neither ci nor all");
  }

  private static boolean root() {
    return "root".equals(System.getProperty("user.name"));
  }

  /** As if the method that fails passed on stock. */
  private void recordAsPassed() throws IOException {
    Path file = dir.resolve("stock.tsv");
    String record = Files.readString(file);
    assertThat(record).contains("\tfails\tFAILED\t");
    Files.writeString(file, record.replace("\tfails\tFAILED\t", "\tfails\tPASSED\t"));
  }

  private int run(String... arguments) {
    List<String> line = new ArrayList<>(List.of("--lists", dir.toString(), "--class-path-file",
        dir.resolve("class-path").toString(), "--dist", dir.resolve("dist").toString(),
        "--test-data", dir.toString(), "--work-dir", dir.resolve("work").toString()));
    line.addAll(Arrays.asList(arguments));
    StringWriter outText = new StringWriter();
    StringWriter errText = new StringWriter();
    CommandLine command = ConformanceCommand.commandLine().setOut(new PrintWriter(outText, true))
        .setErr(new PrintWriter(errText, true));
    int status = command.execute(line.toArray(new String[0]));
    out = outText.toString();
    err = errText.toString();
    return status;
  }

  private void write(String name, String... lines) throws IOException {
    Files.write(dir.resolve(name), List.of(lines));
  }
}
