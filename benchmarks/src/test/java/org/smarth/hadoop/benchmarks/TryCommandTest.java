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

package org.smarth.hadoop.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;
import picocli.CommandLine;

import org.smarth.hadoop.benchmarks.harness.LoopbackHosts;

/** Bad input: one line that says what is wrong, a status that is not 0, and nothing left behind. */
public class TryCommandTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(60);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private Path work;

  @Before
  public void work() throws Exception {
    work = folder.newFolder("work").toPath();
  }

  private String complaint(String... args) throws Exception {
    Path classPath = folder.getRoot().toPath().resolve("class-path");
    Files.writeString(classPath, "/nowhere/a.jar");
    List<String> line = new ArrayList<>(List.of("--class-path-file", classPath.toString(),
        "--dist", "/nowhere", "--work-dir", work.toString()));
    line.addAll(List.of(args));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command = new TryCommand().commandLine().setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err));
    assertThat(command.execute(line.toArray(new String[0]))).isNotZero();
    assertThat(out.toString()).isEmpty();
    assertThat(work).isEmptyDirectory();
    assertThat(err.toString().lines()).hasSize(1);
    return err.toString().trim();
  }

  @Test
  public void aMissingFile() throws Exception {
    assertThat(complaint("/no/such")).startsWith("try.sh: /no/such does not exist; give a file");
  }

  @Test
  public void anEmptyFile() throws Exception {
    assertThat(complaint(folder.newFile().toString())).contains(" is empty; give a file");
  }

  @Test
  public void aDirectory() throws Exception {
    assertThat(complaint(folder.newFolder().toString())).contains(" is a directory; give a file");
  }

  @Test
  public void aDevice() throws Exception {
    assertThat(complaint("/dev/zero")).contains("/dev/zero is no regular file; give");
  }

  @Test
  public void aRateThatIsNone() throws Exception {
    for (String rate : new String[] {"0", "fast", "-5", "NaN"}) {
      assertThat(complaint("--cross", rate)).contains("'--cross'", "'" + rate + "' is no rate",
          "up to 100000");
      assertThat(complaint("--nic", rate)).contains("'--nic'");
    }
  }

  @Test
  public void moreReplicasThanLiveDataNodes() throws Exception {
    assertThat(complaint("--replication", "10")).isEqualTo("try.sh: --replication: 10 is more than"
        + " the 9 live DataNodes; lower it, or raise --datanodes");
    assertThat(complaint("--datanodes", "2", "--replication", "3")).contains("the 2 live");
  }

  @Test
  public void numbersOutOfRange() throws Exception {
    assertThat(complaint("--replication", "0")).contains("--replication: 0 is not from 1 to");
    assertThat(complaint("--datanodes", "1")).contains("--datanodes: 1 is not from 2 to 250");
    assertThat(complaint("--pairs", "0")).contains("--pairs: 0 is not from 1 to");
    assertThat(complaint("--port", "65536")).contains("--port: 65536 is not from 0 to 65535");
    assertThat(complaint("--client-rack", "3")).contains("--client-rack: 3 is not from 0 to 2");
    assertThat(complaint("--pairs", "many")).contains("'--pairs'", "'many'");
  }

  @Test
  public void sizesOutOfRange() throws Exception {
    assertThat(complaint("--block-size", "1000")).contains("'--block-size'", "from 1 MiB to");
    assertThat(complaint("--block-size", "1048577")).contains("no multiple of 512 bytes");
    assertThat(complaint("--size", "0")).contains("'--size'", "'0' is no size from 1 byte");
  }

  @Test
  public void optionsThatContradictEachOther() throws Exception {
    assertThat(complaint("--unshaped", "--nic", "5")).contains("--unshaped contradicts");
    Path file = Files.writeString(folder.newFile().toPath(), "x");
    assertThat(complaint(file.toString(), "--size", "1M")).contains("--size is for a generated");
  }

  @Test
  public void slowNodesThatAreNone() throws Exception {
    assertThat(complaint("--slow", "9")).contains("--slow: 9 is not from 0 to 8");
    assertThat(complaint("--slow-rate", "40")).contains("--slow-rate is for slow nodes");
    assertThat(complaint("--slow", "1", "--slow-rate", "376"))
        .contains("--slow-rate: 376 is not below the 376 of --nic");
  }

  @Test
  public void onePortForTwoClusters() throws Exception {
    assertThat(complaint("--slow", "1", "--port", "8020")).contains("--port is for one cluster");
    assertThat(complaint("--same-cluster", "--port", "8020")).contains("--port is for one cluster");
  }

  @Test
  public void optionsThatDoNotExist() throws Exception {
    assertThat(complaint("--fast")).contains("Unknown option: '--fast'");
  }

  @Test
  public void aDiskTooSmall() throws Exception {
    assertThat(complaint("--jars", "stock", "--size", "1024G"))
        .contains("the disk of " + work.toRealPath(), "are needed; free some");
  }

  @Test
  public void jarsThatAreNotThere() throws Exception {
    assertThat(complaint("--size", "1M")).contains("--jars: no hadoop-hdfs-2.10.2.jar in /nowhere",
        "dev-support/dist.sh");
  }

  @Test
  public void aPortInUse() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName(LoopbackHosts.CLIENT))) {
      String port = Integer.toString(taken.getLocalPort());
      assertThat(complaint("--jars", "stock", "--size", "1M", "--port", port))
          .isEqualTo("try.sh: --port: " + port + " is in use; give another port, or leave the"
              + " option out for any free one");
    }
  }

  @Test
  public void aJvmThatCannotStart() throws Exception {
    assertThat(complaint("--jars", "stock", "--size", "1M"))
        .startsWith("try.sh: stock: its JVM ended without a result (Error: Could not find");
  }
}
