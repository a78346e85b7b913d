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
package org.apache.hadoop.fs.smarth.copy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.hadoop.fs.PathIOException;
import org.junit.Assume;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

public class CopySummaryTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(60);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private final CopyCounts counts = new CopyCounts();
  private final CopySummary summary = new CopySummary(counts, knowing());

  /** Of a client that has written to a datanode. */
  private static ClientStatus knowing() {
    return new ClientStatus() {
      @Override
      Map<String, Long> getCounts() {
        return Collections.singletonMap("blocks", 7L);
      }

      @Override
      Map<String, Long> getDatanodeRates() {
        return Collections.singletonMap("dn1:50010", 2_000_000L);
      }
    };
  }

  private void copySome() {
    counts.found(5000);
    counts.found(1);
    counts.taken(5000);
    counts.copied();
    counts.failed();
  }

  private File file(String name) {
    return new File(folder.getRoot(), name);
  }

  private static String read(Path path) throws IOException {
    return new String(Files.readAllBytes(path));
  }

  @Test
  public void aPersonReadsWhatWasCopiedAndHow() {
    copySome();
    assertThat(summary.toText()).matches("1 of 2 files, 5\\.00 kB"
        + " \\(5000 bytes\\) in [0-9]+\\.[0-9] s, [0-9.]+ [kMG]?B/s\n"
        + "  blocks: 7\n  dn1:50010: 2\\.00 MB/s");
    counts.resumed(1000);
    assertThat(summary.toText()).contains("B/s; 1.00 kB were there\n");
  }

  @Test
  public void theTimeAndTheRateAreOfTheWholeCommand() throws IOException {
    long began = System.nanoTime();
    CopySummary timed = new CopySummary(counts, new ClientStatus());
    counts.taken(1L << 40);
    timed.begin(file("out"));
    String text = timed.toText();
    timed.write(false);
    double atMost = (System.nanoTime() - began) / 1e9;
    assertThat(new SummaryFile(file("out")).number("seconds").doubleValue())
        .isPositive().isLessThanOrEqualTo(atMost);
    Matcher rate = Pattern.compile("([0-9.]+) ([GTP])B/s").matcher(text);
    assertThat(rate.find()).as(text).isTrue();
    assertThat(Double.parseDouble(rate.group(1))
        * Math.pow(1000, 3 + "GTP".indexOf(rate.group(2))))
        .isGreaterThan(0.99 * (1L << 40) / atMost);
  }

  @Test
  public void aSummaryThatIsGivenUpLeavesNothing() throws IOException {
    CopySummary.WholeFile given = new CopySummary.WholeFile(file("out"));
    assertThat(folder.getRoot().list()).hasSize(1);
    given.close();
    assertThat(folder.getRoot().list()).isEmpty();
  }

  @Test
  public void aProgramReadsTheSameAndAllErrors() throws IOException {
    copySome();
    counts.foundAll();
    counts.resumed(1000);
    summary.addError("put: /a: no");
    summary.begin(file("out"));
    summary.write(true);
    assertThat(read(file("out").toPath()).replaceAll("\\s", "")).matches(
        "\\{\"seconds\":[0-9.E-]+,\"endedEarly\":true,"
            + "\"bytesCopied\":5000,\"bytesResumed\":1000,"
            + "\"bytesFound\":5001,\"allFound\":true,\"filesCopied\":1,"
            + "\"filesFailed\":1,\"filesFound\":2,"
            + "\"client\":\\{\"blocks\":7},"
            + "\"datanodeBytesPerSecond\":\\{\"dn1:50010\":2000000},"
            + "\"errors\":\\[\"put:/a:no\"],\"errorsOmitted\":0}");
    assertThat(folder.getRoot().list()).containsExactly("out");
  }

  @Test
  public void ofVeryManyErrorsSomeAreCountedAndNotKept() throws IOException {
    for (int i = 0; i < 1003; i++) {
      summary.addError("error " + i);
    }
    summary.begin(file("out"));
    summary.write(false);
    assertThat(read(file("out").toPath())).contains("\"error 999\"")
        .doesNotContain("\"error 1000\"").contains("\"errorsOmitted\" : 3");
  }

  @Test
  public void itIsWrittenOnceAndOnlyIfAskedFor() throws IOException {
    summary.write(false);
    summary.begin(file("out"));
    summary.write(false);
    assertThat(file("out").delete()).isTrue();
    summary.write(true);
    assertThat(folder.getRoot().list()).isEmpty();
  }

  @Test
  public void untilTheEndWhatWasThereStays() throws IOException {
    Path target = folder.newFile("out").toPath();
    Files.write(target, new byte[100_000]);
    Path link = Files.createSymbolicLink(file("link").toPath(), target);
    summary.begin(link.toFile());
    assertThat(target).hasSize(100_000);
    summary.write(false);
    assertThat(link).isSymbolicLink();
    assertThat(read(target)).startsWith("{").endsWith("}");
    assertThat(folder.getRoot().list())
        .containsExactlyInAnyOrder("out", "link");
  }

  @Test
  public void aSummaryThatCannotBeWrittenIsToldBeforeAnythingIsCopied() {
    for (File target
        : new File[] {folder.getRoot(), file("none/out")}) {
      assertThatThrownBy(() -> summary.begin(target))
          .isInstanceOf(PathIOException.class)
          .hasMessageContaining(target + "")
          .hasMessageContaining("-summary cannot be written");
    }
  }

  @Test
  public void aDirectoryThatIsGoneByTheEndIsToldAndLeavesNothing()
      throws IOException {
    File directory = folder.newFolder("gone");
    summary.begin(new File(directory, "out"));
    for (File inside : directory.listFiles()) {
      assertThat(inside.delete()).isTrue();
    }
    assertThat(directory.delete()).isTrue();
    assertThatThrownBy(() -> summary.write(false))
        .isInstanceOf(PathIOException.class)
        .hasMessageContaining("-summary cannot be written");
  }

  @Test
  public void aPipeIsWrittenToAndStaysOne() throws Exception {
    File pipe = file("pipe");
    try {
      Assume.assumeTrue(new ProcessBuilder("mkfifo", pipe.getPath()).start()
          .waitFor() == 0);
    } catch (IOException e) {
      Assume.assumeNoException("there are no named pipes here", e);
    }
    FutureTask<String> reader = new FutureTask<>(() -> read(pipe.toPath()));
    Thread reading = new Thread(reader);
    reading.setDaemon(true);
    reading.start();
    summary.begin(pipe);
    assertThat(folder.getRoot().list()).containsExactly("pipe");
    summary.write(false);
    assertThat(reader.get()).startsWith("{").endsWith("}");
    assertThat(Files.isRegularFile(pipe.toPath())).isFalse();
  }
}
