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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.harness.Failure;
import org.smarth.hadoop.benchmarks.harness.Listener;

public class KillingTest {
  private static final Killing.Plan PLAN =
      new Killing.Plan(List.of(new Killing.Plan.Kill(4, 0.25), new Killing.Plan.Kill(9, 0.5)));

  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  private final List<Integer> killed = new ArrayList<>();
  private final Killing killing = new Killing(PLAN, 1000, killed::add, Listener.NONE);

  @Test
  public void eachDataNodeIsKilledOnceWhenItsShareIsWritten() throws Exception {
    killing.bytes(249);
    assertThat(killed).isEmpty();
    killing.bytes(260);
    killing.bytes(270);
    assertThat(killed).containsExactly(4);
    killing.bytes(1000);
    assertThat(killed).containsExactly(4, 9);
    killing.check();
    assertThat(killing.metrics().asMap()).isEqualTo(Map.of("killed", 2.0, "kill1.node", 4.0,
        "kill1.share", 0.26, "kill2.node", 9.0, "kill2.share", 1.0));
  }

  @Test
  public void aStepOverBothSharesKillsBoth() {
    killing.bytes(600);
    assertThat(killed).containsExactly(4, 9);
  }

  @Test
  public void anUploadThatFailsBeforeTheSecondShareKillsOne() throws Exception {
    killing.bytes(300);
    killing.line("upload failed: java.io.IOException: All datanodes are bad");
    killing.check();
    assertThat(killing.metrics().get("killed")).isEqualTo(1);
    assertThat(killing.remark()).isEqualTo(
        "DataNode 4 at 30%; upload failed: java.io.IOException: All datanodes are bad");
  }

  @Test
  public void aDataNodeThatCannotBeKilledFailsTheRun() {
    Killing failing = new Killing(PLAN, 1000, node -> {
      throw new IOException("process 1 does not end");
    }, Listener.NONE);
    failing.bytes(300);
    assertThatThrownBy(failing::check).isInstanceOf(Failure.class)
        .hasMessage("could not kill a DataNode: process 1 does not end");
  }
}
