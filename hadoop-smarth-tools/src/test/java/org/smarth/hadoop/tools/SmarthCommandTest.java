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
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

public class SmarthCommandTest {
  @Rule
  public final TemporaryFolder directory = new TemporaryFolder();

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(Object... arguments) {
    CommandLine line = SmarthCommand.commandLine();
    line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    String[] words = new String[arguments.length];
    for (int i = 0; i < words.length; i++) {
      words[i] = arguments[i].toString();
    }
    return line.execute(words);
  }

  private Path site(String text) throws IOException {
    Path file = directory.getRoot().toPath().resolve("hdfs-site.xml");
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    return file;
  }

  @Test(timeout = 60_000)
  public void planPrintsBoundsAndSettings() {
    assertThat(run("plan", "--nodes", 100, "--bandwidth", "1Gbps")).isZero();
    assertThat(out.toString()).contains("DataNode to NameNode")
        .contains("2.00 ms").contains("dfs.heartbeat.interval = 1" + System.lineSeparator());
  }

  @Test(timeout = 60_000)
  public void planPrintsALineForEachKindToPrograms() {
    assertThat(run("plan", "--nodes", 100, "--bandwidth", "1g", "--csv")).isZero();
    assertThat(out.toString().split(System.lineSeparator())).containsExactly(
        "heartbeat,bytes,transmitted,processed,bound,recommended,rate,load",
        "datanode,2000,0.000020000,0.000000000,0.002000000,1.000,100.0000,0.002000",
        "node_manager,2000,0.000020000,0.000000000,0.002000000,0.100,1000.0000,0.020000",
        "application_master,2000,0.000020000,0.000000000,0.000200000,0.200,50.0000,0.001000");
  }

  @Test(timeout = 60_000)
  public void wrongArgumentsAreOneLineThatSaysWhatIsRight() {
    assertThat(run("plan", "--nodes", 0, "--bandwidth", "1g")).isEqualTo(2);
    assertThat(run("plan", "--nodes", 3, "--bandwidth", "1x")).isEqualTo(2);
    assertThat(run("plan", "--nodes", 3, "--bandwidth", "1g", "--cores", 0))
        .isEqualTo(2);
    assertThat(run("profile", "quick")).isEqualTo(2);
    assertThat(run("check", "/nowhere")).isEqualTo(1);
    assertThat(err.toString().split("\n")).hasSize(5)
        .allMatch(line -> line.startsWith("smarth: "));
    assertThat(err.toString()).contains("--nodes = 0: must be 1 to 100000")
        .contains("--cores = 0: must be 1 to 1024")
        .contains("'1x' is no bandwidth").contains("paper-case-6")
        .contains("/nowhere: no directory with");
  }

  @Test(timeout = 60_000)
  public void profilePrintsXmlToPaste() {
    assertThat(run("profile", "paper-case-2")).isZero();
    assertThat(out.toString()).contains("<!-- yarn-site.xml -->")
        .contains("<value>200</value>");
  }

  @Test(timeout = 60_000)
  public void profileShowsWhatChangesAndWritesOnlyIfTold() throws IOException {
    String text = "<configuration>\n</configuration>\n";
    Path file = site(text);
    assertThat(run("profile", "fast", file)).isZero();
    assertThat(out.toString()).contains("+    <value>1</value>")
        .contains("Nothing was written");
    assertThat(file).hasContent(text);

    assertThat(run("profile", "fast", file, "--write")).isZero();
    assertThat(new String(Files.readAllBytes(file), StandardCharsets.UTF_8))
        .contains("<value>1</value>");
    assertThat(run("check", directory.getRoot())).isZero();
    assertThat(out.toString())
        .contains("dfs.heartbeat.interval = 1000ms (hdfs-site.xml)");
  }

  @Test(timeout = 60_000)
  public void aFileThatIsWrittenKeepsItsPermissionsAndLinks()
      throws IOException {
    Path file = site("<configuration>\n</configuration>\n");
    Files.setPosixFilePermissions(file,
        PosixFilePermissions.fromString("rw-r-----"));
    Path linked = directory.newFolder().toPath().resolve("hdfs-site.xml");
    Files.createSymbolicLink(linked, file);

    assertThat(run("profile", "fast", linked, "--write")).isZero();
    assertThat(linked).isSymbolicLink();
    assertThat(new String(Files.readAllBytes(file), StandardCharsets.UTF_8))
        .contains("<value>1</value>");
    assertThat(PosixFilePermissions.toString(
        Files.getPosixFilePermissions(file))).isEqualTo("rw-r-----");
    assertThat(file.getParent().toFile().list((in, name) ->
        name.endsWith(".new"))).isEmpty();
  }

  @Test(timeout = 60_000)
  public void checkEndsWithOneIfADaemonWouldNotStart() throws IOException {
    site("<configuration><property><name>dfs.heartbeat.interval</name>"
        + "<value>0.005</value></property></configuration>");
    assertThat(run("check", directory.getRoot())).isEqualTo(1);
    assertThat(out.toString()).contains("error: dfs.heartbeat.interval = 0.005: ");
  }
}
