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

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.fs.smarth.copy.ProgressDisplay.Line;
import org.junit.Test;

public class ProgressLineTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  // Any time will do, and so one that overflows soon.
  private static final long BEGIN = Long.MAX_VALUE - 2 * SECOND;

  private final CopyCounts counts = new CopyCounts();
  private final Line line = new Line(counts, BEGIN);

  private static ClientStatus pipelines(int open, String... slow) {
    return new ClientStatus() {
      @Override
      long getOpenPipelines() {
        return open;
      }

      @Override
      List<String> getSlowDatanodes() {
        return Arrays.asList(slow);
      }
    };
  }

  private void copy(int bytes) throws IOException {
    try (InputStream in =
        counts.counting(new ByteArrayInputStream(new byte[bytes]))) {
      while (in.read(new byte[1 << 20]) > 0) {
        continue;
      }
    }
  }

  @Test
  public void aPersonSeesHowFarItIsAndHowLongItTakes() throws IOException {
    counts.found(3_000_000);
    counts.found(5_000_000);
    copy(3_000_000);
    counts.copied();
    assertThat(line.toString(BEGIN + SECOND, new ClientStatus(), 80)).isEqualTo(
        "3.00 MB of 8.00 MB or more, 3.00 MB/s, 1 of 2 files");
    counts.foundAll();
    copy(1_000_000);
    assertThat(line.toString(BEGIN + 2 * SECOND, pipelines(3), 80)).isEqualTo("50% "
        + "4.00 MB of 8.00 MB, 2.00 MB/s, 0:02 left, 1 of 2 files, "
        + "3 pipelines");
    counts.failed();
    assertThat(line.toString(BEGIN + 2 * SECOND, pipelines(3), 200)).contains(
        "1 of 2 files, 1 failed, 3 pipelines");
    assertThat(line.toString(BEGIN + 2 * SECOND, pipelines(3, "a:1", "b:1"),
        200)).endsWith("3 pipelines, slow: a:1 b:1");
  }

  @Test
  public void theRateIsThatOfTheLastSeconds() throws IOException {
    for (int second = 1; second <= 20; second++) {
      copy(second <= 10 ? 9_000_000 : 1_000_000);
      line.rate(BEGIN + second * SECOND);
    }
    copy(1_000_000);
    assertThat(line.rate(BEGIN + 21 * SECOND)).isEqualTo(1_000_000);
  }

  @Test
  public void aLineIsShorterThanTheTerminal() {
    counts.foundAll();
    assertThat(line.toString(BEGIN + SECOND, pipelines(3), 20)).hasSize(19);
    assertThat(line.toString(BEGIN + SECOND, pipelines(3), 0)).isEmpty();
  }

  @Test
  public void nothingToCopyIsNoDivisionByZero() {
    counts.foundAll();
    assertThat(line.toString(BEGIN, new ClientStatus(), 80))
        .isEqualTo("0 B of 0 B, 0 B/s, 0 of 0 files");
  }

  @Test
  public void sizesHaveThreeDigits() {
    assertThat(Line.size(0)).isEqualTo("0 B");
    assertThat(Line.size(999)).isEqualTo("999 B");
    assertThat(Line.size(999.6)).isEqualTo("1.00 kB");
    assertThat(Line.size(9994)).isEqualTo("9.99 kB");
    assertThat(Line.size(9996)).isEqualTo("10.0 kB");
    assertThat(Line.size(99_960_000)).isEqualTo("100 MB");
    assertThat(Line.size(2.5e15)).isEqualTo("2.50 PB");
    assertThat(Line.size(2.5e18)).isEqualTo("2500 PB");
  }

  @Test
  public void timesAreReadAsOnAClock() {
    assertThat(Line.time(0.1)).isEqualTo("0:01");
    assertThat(Line.time(60)).isEqualTo("1:00");
    assertThat(Line.time(3725)).isEqualTo("1:02:05");
  }
}
