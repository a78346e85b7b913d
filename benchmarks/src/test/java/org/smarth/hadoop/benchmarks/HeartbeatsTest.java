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

import java.util.Map;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class HeartbeatsTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  @Test
  public void heartbeatsAreCountedPerJobAndPerSecondWithoutThoseOfDataNodes() {
    YarnMeasurement.Heartbeats before = new YarnMeasurement.Heartbeats(100, 10, 1000);
    assertThat(new YarnMeasurement.Heartbeats(130, 50, 1060).since(before, "pi", 10, 20).asMap())
        .isEqualTo(Map.of("pi.messages.datanode", 3.0, "pi.messages.application", 4.0,
            "pi.messages.nodemanager", 6.0, "pi.messages", 10.0, "pi.messagesPerSecond", 5.0));
  }
}
