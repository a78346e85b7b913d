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

package org.smarth.hadoop.benchmarks.cluster;

import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** What the driver asks a contender's JVM while it runs, one line each. */
public final class DriverCommands {
  /** Go on from the stage that the JVM waits in. */
  public static final String GO = "go";
  /** Say what this JVM has used. */
  public static final String USAGE = "usage";
  /** Say a port, and then the rate of what is received there: RECEIVE BYTES. */
  public static final String RECEIVE = "receive";
  /** Send to a port: SEND IP PORT BYTES. */
  public static final String SEND = "send";
  /** Say how often each method of an RPC server was called, and its traffic: CALLS PORT. */
  public static final String CALLS = "calls";
  /** Names what an RPC server received. */
  public static final String RECEIVED_BYTES = "ReceivedBytes";
  /** Names what an RPC server sent. */
  public static final String SENT_BYTES = "SentBytes";

  /** Longer than any preparation of the driver's. */
  private static final long GO_MINUTES = 30;

  private final Events events;
  private final HeapWatch heap;
  private final Semaphore goes = new Semaphore(0);

  private DriverCommands(Events events, HeapWatch heap) {
    this.events = events;
    this.heap = heap;
  }

  /** Follows the driver from now on, and ends this JVM with it. */
  public static DriverCommands follow(Events events) {
    DriverCommands commands = new DriverCommands(events, HeapWatch.start());
    DriverWatch.exitWithDriver(commands::handle);
    return commands;
  }

  /** Each call returns for one {@link #GO}. */
  void awaitGo() throws InterruptedException, Failure {
    if (!goes.tryAcquire(GO_MINUTES, TimeUnit.MINUTES)) {
      throw new Failure("the driver does not go on");
    }
  }

  ProcessUsage usage() throws IOException {
    return ProcessUsage.now(heap);
  }

  private void handle(String line) {
    String[] words = line.split(" ");
    try {
      switch (words[0]) {
      case GO -> goes.release();
      case USAGE -> events.usage(usage());
      case RECEIVE -> RateProbe.receive(Long.parseLong(words[1]), events);
      case SEND -> RateProbe.send(words[1], Integer.parseInt(words[2]), Long.parseLong(words[3]),
          events);
      case CALLS -> events.calls(RpcCalls.all(Integer.parseInt(words[1])));
      default -> events.error("the driver says '" + line + "'");
      }
    } catch (IOException e) {
      events.error("cannot answer '" + line + "': " + e);
    }
  }
}
