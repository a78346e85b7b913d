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

package org.smarth.hadoop.benchmarks.soak.api;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What is to be said about an outcome, beside those that stock's jars had of the same program.
 *
 * @param stock at least one outcome
 */
record Comparison(Program program, List<Outcome> stock) {
  private static final int LINES = 12;

  /** Empty if all is as it should be. */
  Optional<Finding> finding(Outcome ours) {
    boolean stockHangs = stock.stream().anyMatch(s -> s.hang() != null);
    if (ours.hang() != null && !stockHangs) {
      return finding(Finding.Kind.HANG, List.of(ours.hang()));
    }
    if (!ours.broken().isEmpty() && stock.stream().allMatch(s -> s.broken().isEmpty())) {
      return finding(Finding.Kind.BROKEN, ours.broken());
    }
    if (stockHangs) {
      // All but lost bytes is as good as that; whoever runs it tells.
      return Optional.empty();
    }
    // What stock leaves behind as well, such as a thread of a stream that cannot be closed.
    if (!ours.held().isEmpty()
        && stock.stream().noneMatch(s -> s.held().containsAll(ours.held()))) {
      return finding(Finding.Kind.HELD, ours.held());
    }
    List<String> differences = differences(ours);
    return differences.isEmpty() ? Optional.empty() : finding(Finding.Kind.DIFFERENT, differences);
  }

  private static Optional<Finding> finding(Finding.Kind kind, List<String> lines) {
    return Optional.of(new Finding(kind, lines));
  }

  private List<String> differences(Outcome ours) {
    if (!program.isExact()) {
      return newFailures(ours);
    }
    List<String> first = differences(stock.get(0), ours);
    return first.isEmpty() || stock.stream().anyMatch(s -> differences(s, ours).isEmpty())
        ? List.of() : first;
  }

  /** With threads or faults: what went wrong here and in no run of stock. */
  private List<String> newFailures(Outcome ours) {
    Set<String> all = new LinkedHashSet<>();
    for (Outcome outcome : stock) {
      for (String failure : outcome.failures(program)) {
        all.add(failure);
        // What a close meets, an earlier call may meet: the file fails all the same.
        all.add(failure.replace("close" + Outcome.FAILED, "stream" + Outcome.FAILED));
      }
    }
    // Better than stock is good.
    all.add("file closed");
    all.add("file deleted");
    if (program.threads() > 1 && program.has(Call.Kind.CLOSE)) {
      // Which calls of other threads come after it is chance.
      all.add("stream" + Outcome.FAILED + "ClosedChannelException");
    }
    if (program.has(Call.Kind.INTERRUPT) || program.has(Call.Kind.ABORT)) {
      // Which call an interrupt meets is chance; an abort interrupts the stream's own threads.
      all.add("stream" + Outcome.FAILED + "InterruptedIOException");
      all.add("close" + Outcome.FAILED + "InterruptedIOException");
    }
    boolean excused = ours.state().contains(Outcome.NO_DATA_NODE);
    List<String> lines = new ArrayList<>();
    for (String failure : ours.failures(program)) {
      if (!all.contains(failure) && !(excused && isOfTheStream(failure))) {
        lines.add(failure + " in no run of stock, which had " + all + messages(ours));
      }
    }
    return lines;
  }

  /** What any jars may meet without a pipeline: how far the file was by then is chance. */
  private static boolean isOfTheStream(String failure) {
    return failure.startsWith("stream" + Outcome.FAILED)
        || failure.startsWith("close" + Outcome.FAILED) || failure.equals("file left open")
        || failure.equals("file" + Outcome.NO_DATA_NODE.substring(1));
  }

  private static String messages(Outcome outcome) {
    return outcome.messages().isEmpty() ? "" : "; " + outcome.messages();
  }

  private List<String> differences(Outcome wanted, Outcome ours) {
    List<String> lines = new ArrayList<>();
    if (program.failsLate()) {
      late(wanted, ours, lines);
    } else {
      for (int i = 0; i < program.calls().size() && lines.size() < LINES; i++) {
        differ("call " + i + ", " + program.calls().get(i), result(wanted, i), result(ours, i),
            lines);
      }
    }
    differ("close at the end", wanted.close(), ours.close(), lines);
    differ("the file", wanted.state(), ours.state(), lines);
    // What is there of a file that its writer did not close depends on when it was left.
    if (wanted.state().equals("closed") && !wanted.close().startsWith("!")) {
      differ("length", wanted.length(), ours.length(), lines);
      differ("CRC", wanted.crc(), ours.crc(), lines);
    }
    differ("replicas", wanted.replication(), ours.replication(), lines);
    if (!lines.isEmpty()) {
      lines.add("stock" + messages(wanted));
      lines.add("here" + messages(ours));
    }
    return lines;
  }

  /** A block that cannot be had makes some later call fail: which one is chance, on stock too. */
  private void late(Outcome wanted, Outcome ours, List<String> lines) {
    int first = wanted.firstFailure();
    int here = ours.firstFailure();
    differ("first failure", first < 0 ? Outcome.NONE : wanted.results().get(first),
        here < 0 ? Outcome.NONE : ours.results().get(here), lines);
    int until = Math.min(first < 0 ? Integer.MAX_VALUE : first,
        here < 0 ? Integer.MAX_VALUE : here);
    for (int i = 0; i < Math.min(until, program.calls().size()); i++) {
      differ("call " + i + ", " + program.calls().get(i), result(wanted, i), result(ours, i),
          lines);
    }
  }

  /**
   * How many replicas a block has now depends on whether its pipeline is connected yet. And in a
   * file that is appended to within a chunk, stock's datanodes may fail any reader by chance.
   */
  private String result(Outcome outcome, int call) {
    if (program.calls().get(call).kind() == Call.Kind.READ
        && stock.stream().anyMatch(s -> failsToRead(s, outcome.results().get(call)))) {
      return Outcome.OK;
    }
    boolean open = program.calls().get(call).kind() == Call.Kind.REPLICAS
        && (program.options().replication() > program.dataNodes()
            || program.has(Call.Kind.SET_REPLICATION));
    String result = outcome.results().get(call);
    return open && !Outcome.isFailure(result) ? "some" : result;
  }

  private boolean failsToRead(Outcome one, String failure) {
    return Outcome.isFailure(failure) && IntStream.range(0, program.calls().size())
        .anyMatch(i -> program.calls().get(i).kind() == Call.Kind.READ
            && failure.equals(one.results().get(i)));
  }

  private static void differ(String what, Object wanted, Object ours, Collection<String> lines) {
    if (!wanted.equals(ours) && lines.size() < LINES) {
      lines.add(what + ": " + ours + ", on stock " + wanted);
    }
  }
}
