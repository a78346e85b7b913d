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

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.smarth.hadoop.benchmarks.harness.DriverCommands.Command;
import org.smarth.hadoop.benchmarks.harness.Events.Event;
import org.smarth.hadoop.benchmarks.harness.Events.Kind;

/** Talks with a JVM of a run: listens until it says what is waited for. Used by one thread. */
public final class Conversation {
  /** Longer than every timeout of Hadoop's. */
  private static final Duration SILENCE = Duration.ofMinutes(15);
  private static final Duration START = Duration.ofMinutes(3);
  private static final Duration ANSWER = Duration.ofMinutes(1);
  private static final Duration STEP = Duration.ofSeconds(1);
  /** In each of them some thread may have just ended. */
  private static final int PINS = 100;

  private final ChildJvm jvm;
  private final UploadSpec spec;
  private final Path errors;

  /** @param node names the JVM's logs */
  Conversation(ChildJvm jvm, UploadSpec spec, String node) {
    this.jvm = jvm;
    this.spec = spec;
    this.errors = JvmPlan.errors(spec, node);
  }

  /** Returns when the JVM says that it is ready: its first stage, which is returned. */
  String untilReady() throws IOException, InterruptedException {
    return next(START).text();
  }

  /** Returns when a client waits in a stage. */
  public void untilStage(String stage, Listener listener) throws IOException, InterruptedException {
    while (true) {
      Event event = next(SILENCE);
      if (event.kind() == Kind.STAGE && event.text().equals(stage)) {
        return;
      }
      pass(event, listener);
    }
  }

  /** Lets a client go on from the stage in which it waits. */
  public void go() throws IOException {
    say(new Command(DriverCommands.Kind.GO));
  }

  /** What a client's job gave. */
  public Metrics untilResult(Listener listener) throws IOException, InterruptedException {
    while (true) {
      Event event = next(SILENCE);
      if (event.kind() == Kind.RESULT) {
        return event.as(Metrics.class);
      }
      pass(event, listener);
    }
  }

  /** Lets a client do its whole job, and returns what it gave. */
  public Metrics withoutPauses(Listener listener) throws IOException, InterruptedException {
    untilStage(ClientJob.READY, listener);
    return finish(listener);
  }

  /** Lets a client that is ready do its job, and returns what it gave. */
  public Metrics finish(Listener listener) throws IOException, InterruptedException {
    go();
    untilStage(ClientJob.DONE, listener);
    go();
    return untilResult(listener);
  }

  private static void pass(Event event, Listener listener) {
    switch (event.kind()) {
    case STAGE -> listener.stage(event.text());
    case BYTES -> listener.bytes(event.as(Long.class));
    case LINE -> listener.line(event.text());
    case MEMORY -> listener.memory(event.as(ClientMemory.class));
    default -> {
      // An answer that nobody waits for any more.
    }
    }
  }

  /** What the JVM has used until now. */
  public ProcessUsage usage() throws IOException, InterruptedException {
    say(new Command(DriverCommands.Kind.USAGE));
    return answer(ProcessUsage.class);
  }

  /** Ends the JVM as a SIGKILL does, and returns when it has ended. */
  void kill() throws IOException {
    jvm.close();
  }

  /** Lets all threads of the JVM run on these cores alone, such as "0" or "1-3". */
  public void pin(String cores) throws IOException, InterruptedException {
    List<String> command = List.of("taskset", "-acp", cores, Long.toString(jvm.pid()));
    for (int i = 1;; i++) {
      try {
        Tool.call(command, List.of());
        return;
      } catch (Failure e) {
        // It stops at a thread that has just ended, before those behind it.
        if (i == PINS) {
          throw e;
        }
      }
    }
  }

  /** How often each method of an RPC server of the JVM was called until now, and its traffic. */
  public Metrics calls(int port) throws IOException, InterruptedException {
    say(new Command(DriverCommands.Kind.CALLS, null, port, 0));
    return answer(Metrics.class);
  }

  /**
   * Has bytes sent from this JVM to another over a plain TCP connection, and returns the rate in
   * bytes a second.
   */
  public double rateTo(Conversation receiver, String ip, long bytes)
      throws IOException, InterruptedException {
    receiver.say(new Command(DriverCommands.Kind.RECEIVE, null, 0, bytes));
    int port = receiver.answer(Integer.class);
    say(new Command(DriverCommands.Kind.SEND, ip, port, bytes));
    return receiver.answer(Double.class);
  }

  private void say(Command command) throws IOException {
    jvm.say(Json.write(command));
  }

  private <T> T answer(Class<T> type) throws IOException, InterruptedException {
    while (true) {
      Event event = next(ANSWER);
      if (event.kind() == Kind.ANSWER) {
        return event.as(type);
      }
    }
  }

  private Event next(Duration limit) throws IOException, InterruptedException {
    for (Duration silent = Duration.ZERO; silent.compareTo(limit) < 0;) {
      String line = jvm.nextLine(STEP);
      DiskSpace.checkNotFull(spec.dir());
      if (line == null && jvm.hasEnded()) {
        throw new Failure("its JVM ended without a result" + said());
      }
      if (line == null) {
        silent = silent.plus(STEP);
        continue;
      }
      Event event = Event.parse(line);
      if (event != null && event.kind() == Kind.ERROR) {
        throw new Failure(event.text() + said());
      }
      if (event != null) {
        return event;
      }
    }
    throw new Failure("no sign of life for " + limit.toMinutes() + " minutes" + said());
  }

  /** The shell's own complaint, as it is the one that names the cause. */
  private String said() throws IOException {
    if (!Files.exists(errors)) {
      return "";
    }
    try (Stream<String> lines = Files.lines(errors, StandardCharsets.ISO_8859_1)) {
      return lines.filter(l -> l.startsWith("put: ") || l.startsWith("Error")
          || l.contains("OutOfMemoryError"))
          .reduce((first, last) -> last).map(l -> " (" + l.trim() + ")").orElse("");
    }
  }
}
