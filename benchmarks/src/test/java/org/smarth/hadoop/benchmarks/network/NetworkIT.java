/*
 * Licensed to the Apache Software Foundation (ASF) under one or more
 * contributor license agreements.  See the NOTICE file distributed with
 * this work for additional information regarding copyright ownership.
 * The ASF licenses this file to You under the Apache License, Version 2.0
 * (the "License"); you may not use this file except in compliance with
 * the License.  You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.smarth.hadoop.benchmarks.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Test;
import org.junit.rules.Timeout;
import org.smarth.hadoop.benchmarks.model.Links;
import org.smarth.hadoop.benchmarks.model.Racks;
import org.smarth.hadoop.benchmarks.model.Rate;
import org.smarth.hadoop.benchmarks.process.RunName;

public class NetworkIT {
  @ClassRule
  public static final Timeout TIMEOUT = Timeout.seconds(120);

  @BeforeClass
  public static void namespacesOnly() throws Exception {
    Namespaces.assumeUsable("NetworkIT");
  }

  @Test
  public void whatRunsInANetworkEndsWithIt() throws Exception {
    NetworkPlan plan = new NetworkPlan(RunName.create().toString(),
        Links.uniform(new Racks(2, Racks.OUTSIDE), Rate.NONE, Rate.NONE));
    Network.make(plan);
    List<String> command = new ArrayList<>(plan.inside(1));
    command.addAll(List.of("sh", "-c", "echo inside; exec sleep 600"));
    Process process = new ProcessBuilder(command).start();
    try {
      assertThat(process.inputReader().readLine()).isEqualTo("inside");
    } finally {
      Network.remove(plan::owns);
    }
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(Namespaces.own()).isEmpty();
  }
}
