/*
 * Licensed to the Apache Software Foundation (ASF) under one
 * or more contributor license agreements.  See the NOTICE file
 * distributed with this work for additional information
 * regarding copyright ownership.  The ASF licenses this file
 * to you under the Apache License, Version 2.0 (the
 * "License"); you may not use this file except in compliance
 * with the License.  You may obtain a copy of the License at
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

import org.junit.Test;
import org.smarth.hadoop.heartbeat.plan.HeartbeatCost;

import static org.assertj.core.api.Assertions.assertThat;

/** Real daemons, for as short a time as shows that they are measured. */
public class CostMeterIT {
  private static final int SENDERS = 20;

  private static void assertMeasured(Beats beats, double mostBytes)
      throws Exception {
    HeartbeatCost cost = new CostMeter(0.3, 0.5, 1).measure(beats).cost(1);
    assertThat(cost.isMeasured()).isTrue();
    assertThat(cost.getSeconds()).isBetween(1e-6, 50e-3);
    assertThat(cost.getAnswerSeconds()).isBetween(1e-6, 100e-3);
    assertThat(cost.getBytes()).isBetween(50.0, mostBytes);
  }

  @Test(timeout = 180_000)
  public void aNameNodesHeartbeatsAreMeasured() throws Exception {
    try (EmbeddedNameNode nameNode = new EmbeddedNameNode(SENDERS)) {
      assertMeasured(nameNode, 1_000);
    }
  }

  @Test(timeout = 180_000)
  public void oneSenderIsEnough() throws Exception {
    try (EmbeddedNameNode nameNode = new EmbeddedNameNode(1)) {
      assertMeasured(nameNode, 1_000);
    }
  }

  @Test(timeout = 180_000)
  public void aResourceManagersHeartbeatsOfBothKindsAreMeasured()
      throws Exception {
    try (EmbeddedResourceManager resourceManager =
        new EmbeddedResourceManager(SENDERS)) {
      assertMeasured(resourceManager, 1_000);
      try (EmbeddedApplications masters =
          new EmbeddedApplications(resourceManager, 4)) {
        assertMeasured(masters, 1_000);
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
