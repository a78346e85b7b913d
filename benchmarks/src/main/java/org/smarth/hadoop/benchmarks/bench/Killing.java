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

package org.smarth.hadoop.benchmarks.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.smarth.hadoop.benchmarks.cluster.ClientMemory;
import org.smarth.hadoop.benchmarks.cluster.Failure;
import org.smarth.hadoop.benchmarks.cluster.Metrics;
import org.smarth.hadoop.benchmarks.driver.Listener;

/**
 * Kills DataNodes when a client has written so much. Hears the client, to know when that is. Used
 * by one thread.
 */
final class Killing implements Listener {
  private final KillPlan plan;
  private final long fileBytes;
  private final Killer killer;
  private final Listener next;
  private final Metrics metrics = new Metrics();
  private final List<String> lines = new ArrayList<>();
  private int killed;
  private IOException failure;

  /** @param next hears what this one hears */
  Killing(KillPlan plan, long fileBytes, Killer killer, Listener next) {
    this.plan = plan;
    this.fileBytes = fileBytes;
    this.killer = killer;
    this.next = next;
  }

  /** Ends a DataNode as abruptly as possible. */
  @FunctionalInterface
  interface Killer {
    void kill(int node) throws IOException;
  }

  @Override
  public void bytes(long done) {
    while (killed < plan.kills().size() && done >= plan.kills().get(killed).bytes(fileBytes)) {
      kill(plan.kills().get(killed++), done);
    }
    next.bytes(done);
  }

  private void kill(KillPlan.Kill kill, long done) {
    String name = "kill" + killed;
    metrics.put(name + ".node", kill.node()).put(name + ".share", (double) done / fileBytes);
    lines.add(String.format(Locale.ROOT, "DataNode %d at %.0f%%", kill.node(),
        100.0 * done / fileBytes));
    try {
      killer.kill(kill.node());
    } catch (IOException e) {
      failure = e;
    }
  }

  @Override
  public void stage(String name) {
    next.stage(name);
  }

  @Override
  public void memory(ClientMemory now) {
    next.memory(now);
  }

  @Override
  public void line(String text) {
    lines.add(text);
    next.line(text);
  }

  /** @throws Failure when a DataNode could not be killed */
  void check() throws Failure {
    if (failure != null) {
      throw new Failure("could not kill a DataNode: " + failure.getMessage(), failure);
    }
  }

  /** Which DataNodes were killed, and after which shares of the file. */
  Metrics metrics() {
    return new Metrics().put("killed", killed).putAll(metrics);
  }

  /** The same for a person, and what the client said. */
  String remark() {
    return String.join("; ", lines);
  }
}
