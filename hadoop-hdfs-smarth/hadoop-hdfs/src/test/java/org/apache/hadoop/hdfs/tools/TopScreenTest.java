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
package org.apache.hadoop.hdfs.tools;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Collections;

import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

public class TopScreenTest {
  private static final String LINE = System.lineSeparator();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Test(timeout = 60_000)
  public void onATerminalAViewIsDrawnOverTheLastOne() {
    TopScreen screen = new TopScreen(new PrintStream(out), true);
    screen.draw(Arrays.asList("one", "two"));
    assertThat(out.toString()).isEqualTo("\033[2J\033[Hone\033[K" + LINE
        + "two\033[K" + LINE + "\033[J");
    out.reset();
    char[] wide = new char[200];
    Arrays.fill(wide, 'x');
    screen.draw(Collections.singletonList(new String(wide)));
    assertThat(out.toString()).isEqualTo("\033[H"
        + new String(wide, 0, 80) + "\033[K" + LINE + "\033[J");
  }

  @Test(timeout = 60_000)
  public void elsewhereViewsAreBlocksOfLinesWithoutCodes() {
    TopScreen screen = new TopScreen(new PrintStream(out), false);
    assertThat(screen.getRows()).isEqualTo(Integer.MAX_VALUE);
    assertThat(screen.draw(Arrays.asList("one", "two"))).isTrue();
    assertThat(screen.draw(Collections.singletonList("three"))).isTrue();
    assertThat(out.toString()).isEqualTo(
        "one" + LINE + "two" + LINE + LINE + "three" + LINE);
  }

  @Test(timeout = 60_000)
  public void whoeverStopsReadingIsNoticed() {
    TopScreen screen = new TopScreen(new PrintStream(new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException("Broken pipe");
      }
    }), false);
    assertThat(screen.draw(Collections.singletonList("one"))).isFalse();
  }
}
