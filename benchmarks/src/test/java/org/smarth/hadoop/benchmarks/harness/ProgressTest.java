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

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class ProgressTest {
  private static final long SECOND = 1_000_000_000L;

  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final AtomicLong now = new AtomicLong();

  private Progress progress(boolean terminal) {
    Progress progress = new Progress(new PrintStream(printed, true), terminal, now::get);
    progress.run("1/2 stock", 4 << 20);
    progress.stage("uploading");
    return progress;
  }

  @Test
  public void aTerminalsLineIsRewritten() {
    Progress progress = progress(true);
    now.set(2 * SECOND);
    progress.bytes(1 << 20);
    progress.clear();
    assertThat(printed.toString()).doesNotContain("\n").endsWith(
        "\r\033[K1/2 stock: uploading 1 MiB of 4 MiB (25%), 0.5 MB/s, 2 s\r\033[K");
  }

  @Test
  public void elsewhereALineComesNowAndThen() {
    Progress progress = progress(false);
    for (int second = 1; second <= 40; second++) {
      now.set(second * SECOND);
      progress.bytes(second << 10);
    }
    progress.clear();
    assertThat(printed.toString().lines()).hasSize(3).element(1).asString().contains("15 s");
  }

  @Test
  public void readingTheSameBytesAgainIsNeverMoreThanAll() {
    progress(true).bytes(5 << 20);
    assertThat(printed.toString()).contains("(100%)");
  }
}
