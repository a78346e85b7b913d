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

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Makes a program that fails as small as it can be and still fail: by delta debugging (ddmin). */
final class Shrinker {
  /** Whether a smaller program still fails in the same way. */
  interface Test {
    boolean fails(Program program) throws IOException, InterruptedException;
  }

  private final Test test;
  private int left;

  /** @param most how many programs may be tried */
  Shrinker(Test test, int most) {
    this.test = test;
    this.left = most;
  }

  /** @param program that fails */
  Program shrink(Program program) throws IOException, InterruptedException {
    Program smallest = withFewerCalls(program);
    smallest = withOneThread(smallest);
    smallest = withPlainOptions(smallest);
    smallest = withSmallerWrites(smallest);
    return withFewerCalls(smallest);
  }

  private boolean fails(Program program) throws IOException, InterruptedException {
    return left-- > 0 && test.fails(program);
  }

  private Program withFewerCalls(Program program) throws IOException, InterruptedException {
    Program smallest = program;
    int parts = 2;
    while (smallest.calls().size() > 1 && left > 0) {
      Program smaller = withoutOne(smallest, parts);
      if (smaller != null) {
        smallest = smaller;
        parts = Math.max(2, parts - 1);
      } else if (parts >= smallest.calls().size()) {
        return smallest;
      } else {
        parts = Math.min(smallest.calls().size(), parts * 2);
      }
    }
    return smallest;
  }

  /** The program without one of so many parts of its calls; null if it needs all of them. */
  private Program withoutOne(Program program, int parts) throws IOException, InterruptedException {
    List<Call> calls = program.calls();
    // Without the last ones first: what happens after the failure is the easiest to do without.
    for (int part = parts - 1; part >= 0; part--) {
      List<Call> others = new ArrayList<>(calls.subList(0, part * calls.size() / parts));
      others.addAll(calls.subList((part + 1) * calls.size() / parts, calls.size()));
      if (others.size() < calls.size() && fails(program.with(others))) {
        return program.with(others);
      }
    }
    return null;
  }

  private Program withOneThread(Program program) throws IOException, InterruptedException {
    Program one = program.with(program.calls().stream()
        .map(c -> new Call(0, c.kind(), c.kind() == Call.Kind.INTERRUPT ? 0 : c.value()))
        .toList());
    return program.threads() > 1 && fails(one) ? one : program;
  }

  private Program withPlainOptions(Program program) throws IOException, InterruptedException {
    Program.Options now = program.options();
    Program.Options plain = Program.Options.PLAIN;
    Program.Options[] simpler = {plain,
        now.plainer().with(plain.replacement()).withoutBefore(), now.plainer().withoutBefore(),
        now.plainer(), now.withoutBefore()};
    for (Program.Options options : simpler) {
      if (!options.equals(now) && fails(program.with(options))) {
        return program.with(options);
      }
    }
    return program;
  }

  private Program withSmallerWrites(Program program) throws IOException, InterruptedException {
    Program smallest = program;
    for (int i = 0; i < smallest.calls().size() && left > 0; i++) {
      Call call = smallest.calls().get(i);
      for (int size = 1; call.kind() == Call.Kind.WRITE && size < call.value(); size *= 10) {
        List<Call> calls = new ArrayList<>(smallest.calls());
        calls.set(i, new Call(call.thread(), call.kind(), size));
        if (fails(smallest.with(calls))) {
          smallest = smallest.with(calls);
          break;
        }
      }
    }
    return smallest;
  }
}
