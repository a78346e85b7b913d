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

package org.smarth.hadoop.benchmarks.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import org.junit.Test;

/** Failed writes are counted by cause; losses and leaks make the whole soak bad. */
public class SummaryTest {
  private static final FilePlan PLAN =
      new FilePlan("/soak-7-0", 1, 10, new FilePlan.WriteSizes(1, 1), List.of());

  private final Summary summary = new Summary();

  private void add(long seed, Findings findings, Exception failure) {
    summary.add(new Iteration.Result(new Schedule(seed, List.of(PLAN), List.of(), 0),
        List.of(new WriteOutcome(PLAN, 0, failure == null, failure, "write")), List.of(), findings,
        Duration.ofSeconds(2)));
  }

  @Test
  public void failedWritesAreNoLoss() {
    add(7, new Findings(), new IOException("blk_12_3 at 127.0.1.4:5555 failed"));
    add(8, new Findings(), new IOException("blk_45_6 at 127.0.1.9:77 failed"));
    add(9, new Findings(), null);
    assertThat(summary.isGood()).isTrue();
    assertThat(summary.lines()).contains("files written: 1; failed with an exception: 2",
        "  2 x write: IOException: blk_N_N at ADDRESS failed (seeds [7, 8])");
  }

  @Test
  public void aLossIsBad() {
    Findings findings = new Findings();
    findings.lost("a byte");
    add(7, findings, null);
    assertThat(summary.isGood()).isFalse();
    assertThat(summary.lines()).contains("lost or differing: 1", "leaks: 0");
  }

  @Test
  public void aLeakIsBad() {
    Findings leak = new Findings();
    leak.leak("a thread");
    add(8, leak, null);
    assertThat(summary.isGood()).isFalse();
  }
}
