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
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.hadoop.fs.smarth.copy.ProgressDisplay.Mode;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class ProgressDisplayTest {
  private static final String ERASE = "\r\u001b[K";

  @Rule
  public final Timeout timeout = Timeout.seconds(60);

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream err = new PrintStream(bytes, true);
  private final CopyCounts counts = new CopyCounts();

  private ProgressDisplay display(Mode mode) {
    return new ProgressDisplay(mode, counts, new ClientStatus(), err);
  }

  @Test
  public void whatEndsSoonShowsNothing() {
    display(Mode.TTY).close();
    assertThat(bytes.toString()).isEmpty();
  }

  @Test
  public void aLineIsErasedBeforeWhatElseIsPrintedAndInTheEnd() {
    ProgressDisplay display = display(Mode.TTY);
    await().until(() -> bytes.size() > 0);
    display.print(() -> err.println("put: trouble"));
    display.close();
    String[] parts = bytes.toString().split("put: trouble\n", -1);
    assertThat(parts).hasSize(2);
    assertThat(parts[0]).startsWith(ERASE).contains("0 B of 0 B or more")
        .endsWith(ERASE);
    assertThat(parts[1]).matches("|.*\\Q" + ERASE + "\\E");
  }

  @Test
  public void aProgramReadsTheLastState() {
    counts.found(10);
    counts.failed();
    counts.foundAll();
    ProgressDisplay display = display(Mode.JSON);
    display.close();
    display.close();
    assertThat(bytes.toString()).matches("\\{\"seconds\":[0-9.]+,"
        + "\"bytesCopied\":0,\"bytesResumed\":0,"
        + "\"bytesFound\":10,\"allFound\":true,"
        + "\"filesCopied\":0,\"filesFailed\":1,\"filesFound\":1,"
        + "\"bytesPerSecond\":0,\"pipelines\":-1,"
        + "\"slowDatanodes\":\\[\\]}\n");
  }

  @Test
  public void aProgramReadsHowLongItTook() {
    long began = System.nanoTime();
    display(Mode.JSON).close();
    double atMost = (System.nanoTime() - began) / 1e9;
    Matcher seconds =
        Pattern.compile("\"seconds\":([0-9.]+)").matcher(bytes.toString());
    assertThat(seconds.find()).isTrue();
    assertThat(Double.parseDouble(seconds.group(1))).isBetween(0.0, atMost);
  }

  @Test
  public void aWidthThatIsNotKnownIsNotNone() {
    assertThat(ProgressDisplay.Terminal.width()).isPositive();
  }

  @Test
  public void anUnknownModeIsNamed() {
    assertThat(Mode.of("plain")).isEqualTo(Mode.PLAIN);
    assertThatThrownBy(() -> Mode.of("TTY"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("-progress=TTY: must be plain, tty, json or none");
  }
}
