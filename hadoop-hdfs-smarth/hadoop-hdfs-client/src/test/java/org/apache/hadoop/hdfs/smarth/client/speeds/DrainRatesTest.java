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
package org.apache.hadoop.hdfs.smarth.client.speeds;

import java.util.concurrent.TimeUnit;

import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.smarth.client.datanodes.Datanodes;
import org.apache.hadoop.util.FakeTimer;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

public class DrainRatesTest {
  private static final long BLOCK = 64L << 20;
  private static final DatanodeInfo A = Datanodes.node("a", 1);
  private static final DatanodeInfo B = Datanodes.node("b", 2);
  private static final DatanodeInfo C = Datanodes.node("b", 3);
  private static final DatanodeInfo D = Datanodes.node("a", 4);

  private final FakeTimer timer = new FakeTimer();
  private final DrainRates rates = new DrainRates(timer);

  private void arrived(long bytes, long seconds, DatanodeInfo... nodes) {
    rates.arrived(nodes, bytes, TimeUnit.SECONDS.toNanos(seconds));
  }

  @Test(timeout = 60_000)
  public void theOneThatIsInNoFastPipelineIsSlow() {
    arrived(BLOCK, 10, A, B, D);
    assertThat(rates.slow()).isEmpty();
    arrived(BLOCK, 1, A, B, C);
    assertThat(rates.slow()).containsExactly(D);
  }

  @Test(timeout = 60_000)
  public void whereAllPipelinesAreSlowNoDatanodeIs() {
    arrived(BLOCK, 10, A, B, D);
    arrived(BLOCK, 30, A, C, D);
    assertThat(rates.slow()).isEmpty();
  }

  @Test(timeout = 60_000)
  public void aBlockThatDoesNotArriveCountsAfterAWhile() {
    arrived(BLOCK, 1, A, B);
    arrived(0, 1, C);
    assertThat(rates.slow()).isEmpty();
    arrived(0, 3, C);
    assertThat(rates.slow()).containsExactly(C);
    // And what arrives later shows that it is not slow.
    arrived(BLOCK, 2, C);
    assertThat(rates.slow()).isEmpty();
  }

  @Test(timeout = 60_000)
  public void smallBlocksSayNothing() {
    arrived(BLOCK, 1, A, B);
    arrived(1000, 1, C);
    assertThat(rates.slow()).isEmpty();
  }

  @Test(timeout = 60_000)
  public void aDatanodeThatBecomesSlowIsKnownAfterSomeSecondsAndTriedAgain() {
    arrived(BLOCK, 1, A, B);
    arrived(BLOCK, 1, C);
    timer.advance(TimeUnit.SECONDS.toMillis(10));
    arrived(BLOCK, 10, C);
    assertThat(rates.slow()).isEmpty();
    timer.advance(TimeUnit.SECONDS.toMillis(11));
    arrived(BLOCK, 1, A, B);
    arrived(BLOCK, 10, C);
    assertThat(rates.slow()).containsExactly(C);
    timer.advance(TimeUnit.SECONDS.toMillis(59));
    arrived(BLOCK, 1, A, B);
    assertThat(rates.slow()).containsExactly(C);
    timer.advance(TimeUnit.SECONDS.toMillis(2));
    assertThat(rates.slow()).isEmpty();
  }
}
