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

import org.smarth.hadoop.benchmarks.cluster.ClientMemory;
import org.smarth.hadoop.benchmarks.cluster.Failure;
import org.smarth.hadoop.benchmarks.driver.Listener;
import org.smarth.hadoop.benchmarks.model.ByteSize;

/** An upload during which the client tells what memory it has in use. */
final class MemoryMeasurement implements Measurement {
  private static final double MIB = ByteSize.MIB;

  @Override
  public void measure(Session session) throws IOException, InterruptedException, Failure {
    new UploadMeasurement().measure(session, new MemoryListener(session));
    session.metrics().put("client.retainedMiB",
        session.memory().stream().mapToLong(ClientMemory::retainedBytes).max().orElse(0) / MIB)
        .put("client.spilledMiB",
            session.memory().stream().mapToLong(ClientMemory::spilledBytes).max().orElse(0) / MIB);
  }

  /** Tells the session's listener what it hears, and keeps what is said of memory. */
  private record MemoryListener(Session session) implements Listener {
    @Override
    public void stage(String name) {
      session.listener().stage(name);
    }

    @Override
    public void bytes(long done) {
      session.listener().bytes(done);
    }

    @Override
    public void memory(ClientMemory now) {
      session.memory().add(now);
    }
  }
}
