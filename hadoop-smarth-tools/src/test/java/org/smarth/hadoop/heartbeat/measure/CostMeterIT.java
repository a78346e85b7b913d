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
package org.smarth.hadoop.heartbeat.measure;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;

import org.junit.Test;
import org.smarth.hadoop.heartbeat.plan.HeartbeatCost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

/** Real daemons, for as short a time as shows that they are measured. */
public class CostMeterIT {
  private static final int SENDERS = 20;

  private static HeartbeatCost assertMeasured(Beats beats) throws Exception {
    HeartbeatCost cost = new CostMeter(0.3, 0.5, 1).measure(beats).cost(1);
    assertThat(cost.isMeasured()).isTrue();
    assertThat(cost.getSeconds()).isPositive();
    assertThat(cost.getAnswerSeconds()).isPositive();
    assertThat(cost.getBytes()).isPositive();
    return cost;
  }

  /** Each of its heartbeats is two of another one's. */
  private static Beats twice(Beats beats) {
    return new Beats() {
      @Override
      public int senders() {
        return beats.senders();
      }

      @Override
      public void beat(int sender) throws Exception {
        beats.beat(sender);
        beats.beat(sender);
      }

      @Override
      public InetSocketAddress server() {
        return beats.server();
      }
    };
  }

  @Test(timeout = 180_000)
  public void aNameNodesHeartbeatsAreMeasured() throws Exception {
    try (EmbeddedNameNode nameNode = new EmbeddedNameNode(SENDERS)) {
      double bytes = assertMeasured(nameNode).getBytes();
      assertThat(assertMeasured(twice(nameNode)).getBytes() / bytes)
          .isCloseTo(2, withinPercentage(2));
    }
  }

  @Test(timeout = 180_000)
  public void oneSenderIsEnough() throws Exception {
    try (EmbeddedNameNode nameNode = new EmbeddedNameNode(1)) {
      assertMeasured(nameNode);
    }
  }

  @Test(timeout = 180_000)
  public void aResourceManagersHeartbeatsOfBothKindsAreMeasured()
      throws Exception {
    try (EmbeddedResourceManager resourceManager =
        new EmbeddedResourceManager(SENDERS)) {
      assertMeasured(resourceManager);
      try (EmbeddedApplications masters =
          new EmbeddedApplications(resourceManager, 4)) {
        assertMeasured(masters);
      }
    }
  }

  /** Programs read what the command prints. */
  @Test(timeout = 180_000)
  public void aNameNodeDoesNotTalkOnStandardOutput() throws Exception {
    PrintStream out = System.out;
    ByteArrayOutputStream talk = new ByteArrayOutputStream();
    System.setOut(new PrintStream(talk, true, "UTF-8"));
    try (EmbeddedNameNode nameNode = new EmbeddedNameNode(1)) {
      nameNode.beat(0);
    } finally {
      System.setOut(out);
    }
    assertThat(talk.toString("UTF-8")).isEmpty();
  }
}
