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

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** What the driver asks a contender's JVM while it runs, one line each. */
public final class DriverCommands {
  /** Names what an RPC server received. */
  public static final String RECEIVED_BYTES = "ReceivedBytes";
  /** Names what an RPC server sent. */
  public static final String SENT_BYTES = "SentBytes";

  /** Longer than any preparation of the driver's. */
  private static final long GO_MINUTES = 30;

  private final Events events;
  private final HeapWatch heap;
  private final Semaphore goes = new Semaphore(0);

  /** What the driver may ask for. */
  enum Kind {
    /** Go on from the stage that the JVM waits in. */
    GO,
    /** Answer with the {@link ProcessUsage} of this JVM. */
    USAGE,
    /** Answer with a port, and then with the rate at which that many bytes came there. */
    RECEIVE,
    /** Send that many bytes to a port. */
    SEND,
    /** Answer with how often each method of the RPC server at a port was called. */
    CALLS
  }

  /** A command as JSON. */
  record Command(Kind kind, String ip, int port, long bytes) {
    Command(Kind kind) {
      this(kind, null, 0, 0);
    }
  }

  private DriverCommands(Events events, HeapWatch heap) {
    this.events = events;
    this.heap = heap;
  }

  /** Follows the driver from now on, and ends this JVM with it. */
  public static DriverCommands follow(Events events) {
    DriverCommands commands = new DriverCommands(events, HeapWatch.start());
    exitWithDriver(commands::handle);
    return commands;
  }

  /** Each call returns for one {@link Kind#GO}. */
  void awaitGo() throws InterruptedException {
    if (!goes.tryAcquire(GO_MINUTES, TimeUnit.MINUTES)) {
      throw new Failure("the driver does not go on");
    }
  }

  ProcessUsage usage() throws IOException {
    return ProcessUsage.now(heap);
  }

  private void handle(String line) {
    try {
      Command command = Json.read(line, Command.class);
      switch (command.kind) {
      case GO -> goes.release();
      case USAGE -> events.send(Events.Kind.ANSWER, usage());
      case RECEIVE -> RateProbe.receive(command.bytes, events);
      case SEND -> RateProbe.send(command.ip, command.port, command.bytes, events);
      default -> events.send(Events.Kind.ANSWER, RpcCalls.all(command.port));
      }
    } catch (IOException e) {
      events.error("cannot answer '" + line + "': " + e);
    }
  }

  /** Ends this JVM when its driver ends, which closes its standard input. */
  public static void exitWithDriver() {
    exitWithDriver(line -> { });
  }

  /** @param lines gets each line that the driver says, in a thread of its own */
  public static void exitWithDriver(Consumer<String> lines) {
    Thread watch = new Thread(() -> {
      try (BufferedReader in = new BufferedReader(
          new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          lines.accept(line);
        }
      } catch (IOException e) {
        // Same meaning as the end of the stream.
      }
      Runtime.getRuntime().halt(1);
    }, "driver-watch");
    watch.setDaemon(true);
    watch.start();
  }
}
