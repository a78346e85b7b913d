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

import org.apache.hadoop.ipc.metrics.RpcDetailedMetrics;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class RpcCallsTest {
  private static final int PORT = 65_533;

  @Rule
  public final Timeout timeout = Timeout.seconds(30);

  private static long count(int port, String method) {
    return (long) RpcCalls.all(port).find(method).orElse(0);
  }

  @After
  public void endMetrics() {
    DefaultMetricsSystem.shutdown();
  }

  @Test
  public void callsAreCountedAtTheMomentAndByMethod() {
    RpcDetailedMetrics rpc = RpcDetailedMetrics.create(PORT);
    assertThat(count(PORT, "Allocate")).isZero();
    rpc.addProcessingTime("Allocate", 1);
    rpc.addProcessingTime("Allocate", 1);
    rpc.addProcessingTime("NodeHeartbeat", 1);
    assertThat(count(PORT, "Allocate")).isEqualTo(2);
    rpc.addProcessingTime("Allocate", 1);
    assertThat(count(PORT, "Allocate")).isEqualTo(3);
    assertThat(count(PORT, "NodeHeartbeat")).isEqualTo(1);
  }

  @Test
  public void allMethodsAreToldWithWhatTheServerReceivedAndSent() throws Exception {
    RpcDetailedMetrics rpc = RpcDetailedMetrics.create(PORT);
    rpc.addProcessingTime("Allocate", 1);
    rpc.addProcessingTime("NodeHeartbeat", 1);
    Metrics all = RpcCalls.all(PORT);
    assertThat(all.get("Allocate")).isEqualTo(1);
    assertThat(all.get("NodeHeartbeat")).isEqualTo(1);
    assertThat(Json.read(Json.write(all), Metrics.class).asMap()).isEqualTo(all.asMap());
    assertThat(RpcCalls.all(PORT - 1).asMap()).isEmpty();
  }

  @Test
  public void whereNobodyHearsThereAreNoCalls() {
    assertThat(count(PORT - 1, "Allocate")).isZero();
  }
}
