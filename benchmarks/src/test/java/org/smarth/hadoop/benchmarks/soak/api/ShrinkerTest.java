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

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.soak.api.Call.Kind;

public class ShrinkerTest {
  private static final Program.Options ODD = new Program.Options(2, 3 << 20, 4096, true, true,
      Program.Replacement.NEVER, true, 17, 1, 2, 2048);

  @Rule
  public final Timeout timeout = Timeout.seconds(60);

  private static Program program(Stream<Call> calls) {
    return new Program(1, 3, ODD, calls.toList());
  }

  private static Program mixed(int calls) {
    return program(IntStream.range(0, calls).mapToObj(i -> new Call(i % 3,
        i == 13 ? Kind.DELETE : i == 77 ? Kind.ABORT : i % 2 == 0 ? Kind.HFLUSH : Kind.WRITE,
        i * 10)));
  }

  private static long count(Program program, Kind kind) {
    return program.calls().stream().filter(c -> c.kind() == kind).count();
  }

  @Test
  public void onlyTheCallsThatTheFailureNeedsStay() throws Exception {
    Program smallest = new Shrinker(p -> p.has(Kind.DELETE) && p.has(Kind.ABORT), 1000)
        .shrink(mixed(100));
    assertThat(smallest.calls()).extracting(Call::kind).containsExactly(Kind.DELETE, Kind.ABORT);
    assertThat(smallest.threads()).isOne();
    assertThat(smallest.options()).isEqualTo(Program.Options.PLAIN);
  }

  @Test
  public void aFailureThatNeedsManyCallsKeepsAsManyAndNoMore() throws Exception {
    Program smallest = new Shrinker(p -> count(p, Kind.HFLUSH) >= 20, 5000).shrink(mixed(200));
    assertThat(smallest.calls()).hasSize(20);
  }

  @Test
  public void writesBecomeAsSmallAsTheyMayBe() throws Exception {
    Program smallest = new Shrinker(p -> p.bytes() >= 200_000 + p.options().before(), 1000)
        .shrink(program(Stream.of(new Call(0, Kind.WRITE, 250_000), new Call(1, Kind.WRITE, 50))));
    assertThat(smallest.calls()).containsExactly(new Call(0, Kind.WRITE, 250_000));
    smallest = new Shrinker(p -> p.bytes() >= 900 + p.options().before(), 1000)
        .shrink(program(Stream.of(new Call(0, Kind.WRITE, 250_000))));
    assertThat(smallest.calls()).containsExactly(new Call(0, Kind.WRITE, 1000));
  }

  @Test
  public void whatTheFailureNeedsOfTheOptionsStays() throws Exception {
    Program smallest = new Shrinker(
        p -> p.options().replacement() == Program.Replacement.NEVER, 1000).shrink(mixed(10));
    assertThat(smallest.options().replacement()).isEqualTo(Program.Replacement.NEVER);
    assertThat(smallest.options().checksumBytes()).isEqualTo(512);
    assertThat(smallest.options().window()).isZero();
    smallest = new Shrinker(p -> p.options().packetBytes() > 0, 1000).shrink(mixed(10));
    assertThat(smallest.options()).isEqualTo(ODD.withoutBefore());
  }

  @Test
  public void noMoreProgramsAreTriedThanAllowed() throws Exception {
    AtomicInteger tried = new AtomicInteger();
    Program smallest = new Shrinker(p -> {
      tried.incrementAndGet();
      return p.has(Kind.DELETE);
    }, 5).shrink(mixed(100));
    assertThat(tried).hasValue(5);
    assertThat(smallest.has(Kind.DELETE)).isTrue();
  }

  @Test
  public void theSmallestProgramIsPrintedAsATest() {
    Program program = new Program(5, 3, Program.Options.PLAIN, List.of(
        new Call(0, Kind.WRITE, 100), new Call(0, Kind.HSYNC, 0), new Call(0, Kind.HSYNC, 0)));
    String text = String.join("\n", JUnitText.of(program,
        new Finding(Finding.Kind.HELD, List.of("bytes"))));
    assertThat(text).contains("public void seed5()", "numDataNodes(3)",
        "out.write(new byte[100]);", "for (int i = 0; i < 2; i++) {", "out.hsync();", "HELD bytes");
  }
}
