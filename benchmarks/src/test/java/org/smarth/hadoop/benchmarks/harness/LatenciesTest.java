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
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class LatenciesTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  @Test
  public void percentilesAreInMilliseconds() {
    Latencies latencies = new Latencies();
    for (int i = 1; i <= 100; i++) {
      latencies.add(TimeUnit.MILLISECONDS.toNanos(i));
    }
    Metrics metrics = latencies.toMetrics("write");
    assertThat(metrics.get("write.p50Ms")).isEqualTo(50, within(0.1));
    assertThat(metrics.get("write.p90Ms")).isEqualTo(90, within(0.1));
    assertThat(metrics.get("write.p99Ms")).isEqualTo(99, within(0.1));
    assertThat(metrics.get("write.maxMs")).isEqualTo(100, within(0.1));
    assertThat(metrics.get("write.meanMs")).isEqualTo(50.5, within(0.1));
    assertThat(metrics.get("write.count")).isEqualTo(100);
  }

  @Test
  public void whatIsForgottenIsNotCounted() {
    Latencies latencies = new Latencies();
    latencies.add(TimeUnit.MILLISECONDS.toNanos(900));
    latencies.clear();
    latencies.add(TimeUnit.MILLISECONDS.toNanos(10));
    Metrics metrics = latencies.toMetrics("write");
    assertThat(metrics.get("write.maxMs")).isEqualTo(10, within(0.1));
    assertThat(metrics.get("write.count")).isEqualTo(1);
  }
}
