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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class MetricsTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  @Test
  public void whatIsWrittenIsReadInTheSameOrder() throws Exception {
    Metrics metrics =
        new Metrics().put("seconds", 1.5).put("1024.p50Ms", 1e-9).put("bytes", 1L << 40);
    assertThat(Json.read(Json.write(metrics), Metrics.class).asMap()).isEqualTo(metrics.asMap())
        .containsExactly(Map.entry("seconds", 1.5), Map.entry("1024.p50Ms", 1e-9),
            Map.entry("bytes", (double) (1L << 40)));
    assertThat(Json.read(Json.write(new Metrics()), Metrics.class).asMap()).isEmpty();
  }

  @Test
  public void aMetricThatIsNotThereIsNamed() {
    assertThat(new Metrics().find("seconds")).isEmpty();
    assertThatThrownBy(() -> new Metrics().get("seconds")).hasMessage("no metric seconds");
  }

  @Test
  public void aPrefixIsForAllNames() {
    assertThat(new Metrics().put("a", 1).put("b", 2).withPrefix("x.").asMap())
        .isEqualTo(Map.of("x.a", 1.0, "x.b", 2.0));
  }
}
