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
package org.smarth.hadoop.models.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * Replicas that the NameNode waits for. The same program runs on stock's
 * NameNode and on ours. Ours sees at most 30 s later than stock that a block of
 * a closed file lacks a replica. It orders no copy, which stock would not
 * order, of what a datanode reports within 30 s that has told of the block, and
 * was not stale since; but for those that take the place of a copy whose source
 * or target has become stale. It orders none again and again to one datanode. In
 * the end it waits for nothing.
 */
class WaitingReplicasTest {
  private static final int MAX_STEPS = 199;
  private static final String RANDOM = "random";
  private static long steps;
  private static int programs;

  /** As many programs as have the wanted number of steps, on average. */
  static final class Steps implements AroundPropertyHook {
    @Override
    public PropertyExecutionResult aroundProperty(
        PropertyLifecycleContext context, PropertyExecutor property) {
      context.attributes().setTries(Math.max(1,
          Integer.getInteger("models.steps", 10_000) * 2 / (MAX_STEPS + 1)));
      String seed = System.getProperty("models.seed", RANDOM);
      if (!seed.equals(RANDOM)) {
        context.attributes().setSeed(seed);
      }
      return property.execute();
    }
  }

  @AfterContainer
  static void count() {
    Clock.end();
    System.out.println("Waiting replicas: " + steps + " steps in " + programs
        + " programs");
  }

  @Provide
  Arbitrary<Setup> setups() {
    return Combinators.combine(
        Arbitraries.longs().between(0, 1_000_000),
        Arbitraries.integers().between(3, 6),
        Arbitraries.frequency(Tuple.of(4, 20), Tuple.of(1, 500),
            Tuple.of(1, 2_500), Tuple.of(1, 4_000)),
        Arbitraries.frequency(Tuple.of(4, 100), Tuple.of(1, 2_000),
            Tuple.of(1, 5_000), Tuple.of(1, 9_000)),
        Arbitraries.of(false, true)).as(Setup::new);
  }

  @Provide
  Arbitrary<List<Action>> programs() {
    Arbitrary<Action.Kind> kinds = Arbitraries.frequency(
        Tuple.of(12, Action.Kind.WRITE), Tuple.of(6, Action.Kind.CLOSE),
        Tuple.of(2, Action.Kind.ABANDON), Tuple.of(1, Action.Kind.DELETE),
        Tuple.of(3, Action.Kind.KILL), Tuple.of(3, Action.Kind.RESTART),
        Tuple.of(2, Action.Kind.STALL), Tuple.of(2, Action.Kind.HANG),
        Tuple.of(1, Action.Kind.PAUSE), Tuple.of(1, Action.Kind.FAILOVER));
    Arbitrary<Integer> waits = Arbitraries.frequencyOf(
        Tuple.of(9, Arbitraries.integers().between(0, 5_000)),
        Tuple.of(1, Arbitraries.integers().between(0, 90_000)));
    return Combinators.combine(kinds, waits,
        Arbitraries.integers().between(0, 11),
        Arbitraries.integers().between(0, 100)).as(Action::new)
        .list().ofMinSize(1).ofMaxSize(MAX_STEPS)
        .withSizeDistribution(RandomDistribution.uniform())
        .withoutEdgeCases();
  }

  @Property
  @AddLifecycleHook(Steps.class)
  void areSeenAndCopiedAsInStock(@ForAll("setups") Setup setup,
      @ForAll("programs") List<Action> program) {
    steps += program.size();
    programs++;
    History stock = new Cluster(setup, Jars.STOCK).run(program);
    History ours = new Cluster(setup, Jars.OURS).run(program);
    assertThat(Verdict.of(setup, stock, ours)).isEmpty();
  }
}
