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

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.harness.Json;

public class ProgramGeneratorTest {
  private static final int SEEDS = 2000;

  @Rule
  public final Timeout timeout = Timeout.seconds(120);

  private static List<Program> programs() {
    return LongStream.range(0, SEEDS).mapToObj(ProgramGenerator::of).toList();
  }

  @Test
  public void theSameSeedGivesTheSameProgram() {
    for (long seed = 0; seed < 100; seed++) {
      assertThat(ProgramGenerator.of(seed)).isEqualTo(ProgramGenerator.of(seed));
      assertThat(ProgramGenerator.of(seed).calls())
          .isNotEqualTo(ProgramGenerator.of(seed + 1).calls());
      assertThat(ProgramGenerator.dataNodes(seed)).isEqualTo(ProgramGenerator.of(seed).dataNodes());
    }
  }

  @Test
  public void programsStayWithinTheirLimits() {
    for (Program program : programs()) {
      assertThat(program.bytes()).isLessThanOrEqualTo(ProgramGenerator.MOST_BYTES);
      assertThat(program.calls()).hasSizeBetween(1, ProgramGenerator.MOST_CALLS);
      assertThat(program.threads()).isBetween(1, ProgramGenerator.MOST_THREADS);
      assertThat(program.dataNodes()).isBetween(1, ProgramGenerator.MOST_DATA_NODES);
      Program.Options options = program.options();
      assertThat(options.replication()).isBetween(1, Math.max(3, program.dataNodes()));
      assertThat(options.favored()).isBetween(0,
          Math.min(options.replication(), program.dataNodes()));
      assertThat(options.blockBytes()).isGreaterThanOrEqualTo(1 << 20);
      assertThat(options.blockBytes() % options.checksumBytes()).isZero();
      assertThat(program.calls()).allMatch(c -> c.bytes() <= ProgramGenerator.MOST_WRITE);
    }
  }

  @Test
  public void everyKindOfCallIsDrawnAndMostProgramsAreExact() {
    List<Program> programs = programs();
    Set<Call.Kind> kinds = programs.stream().flatMap(p -> p.calls().stream()).map(Call::kind)
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Call.Kind.class)));
    assertThat(kinds).isEqualTo(EnumSet.allOf(Call.Kind.class));
    assertThat(programs.stream().map(Program::threads).distinct()).hasSize(5);
    assertThat(programs.stream().map(Program::dataNodes).distinct()).hasSize(6);
    assertThat(programs.stream().filter(Program::isExact).count()).isBetween(SEEDS / 2L,
        SEEDS * 9L / 10);
    assertThat(programs.stream().filter(Program::hasFaults).count()).isPositive();
    assertThat(programs.stream().filter(p -> p.calls().size() > 1000).count()).isBetween(20L, 200L);
  }

  @Test
  public void everyOptionIsDrawn() {
    List<Program.Options> options = programs().stream().map(Program::options).toList();
    assertThat(options.stream().map(Program.Options::replication).distinct()).hasSize(6);
    assertThat(options.stream().map(Program.Options::replacement).distinct())
        .hasSize(Program.Replacement.values().length);
    assertThat(options.stream().filter(o -> o.favored() > 0)).hasSizeGreaterThan(SEEDS / 20);
    assertThat(options.stream().map(Program.Options::window).distinct()).hasSize(4);
    assertThat(options.stream().map(Program.Options::packetBytes).distinct()).hasSize(5);
    assertThat(options.stream().filter(o -> o.before() > 0)).hasSizeGreaterThan(SEEDS / 20);
  }

  @Test
  public void faultsStrikeDataNodesThatAreThereAtPositionsThatComeMostOften() {
    List<Program> faulty = programs().stream().filter(Program::hasFaults).toList();
    assertThat(faulty).hasSizeGreaterThan(SEEDS / 25);
    for (Program program : faulty) {
      long calls = program.calls().stream()
          .filter(c -> c.kind().group() == Call.Group.STREAM).count();
      assertThat(program.calls()).allMatch(c -> switch (c.kind()) {
      case KILL, RESTART, REFUSE, ADMIT, HANG -> c.value() >= 1
          && c.value() <= program.dataNodes();
      case AWAIT_CALLS -> c.value() >= 0 && c.value() <= calls;
      default -> true;
      });
    }
    long paused = faulty.stream().filter(p -> p.has(Call.Kind.PAUSE)).count();
    assertThat(paused).isLessThan(faulty.size() / 4L);
  }

  /** Whoever has the whole block dies before those that get no further. */
  @Test
  public void wholePipelinesDieInEveryOrder() {
    Set<List<Integer>> orders = LongStream.range(0, 5L * SEEDS).mapToObj(ProgramGenerator::of)
        .filter(p -> p.has(Call.Kind.HANG) && p.dataNodes() == 3)
        .map(p -> p.calls().stream().filter(c -> c.kind() == Call.Kind.KILL).map(Call::value)
            .toList())
        .filter(killed -> Set.copyOf(killed).size() == 3).collect(Collectors.toSet());
    assertThat(orders).contains(List.of(1, 2, 3), List.of(1, 3, 2), List.of(2, 1, 3),
        List.of(2, 3, 1), List.of(3, 1, 2), List.of(3, 2, 1));
  }

  @Test
  public void aFlushIsOftenRepeatedWithoutNewBytes() {
    long again = programs().stream().mapToLong(p -> {
      long n = 0;
      for (int i = 1; i < p.calls().size(); i++) {
        n += p.calls().get(i).isFlush() && p.calls().get(i - 1).isFlush() ? 1 : 0;
      }
      return Math.min(n, 1);
    }).sum();
    assertThat(again).isGreaterThan(SEEDS * 3 / 4);
  }

  @Test
  public void aProgramIsTheSameAfterItsWayToAnotherJvm() throws Exception {
    Program program = ProgramGenerator.of(7);
    assertThat(Json.read(Json.write(program), Program.class)).isEqualTo(program);
  }

  /** An append has no favored nodes; whether a block of it is on them is chance. */
  @Test
  public void aFileThatIsAppendedToHasNoFavoredNodes() {
    assertThat(LongStream.range(0, 500).mapToObj(ProgramGenerator::of)
        .filter(p -> p.options().before() > 0))
        .isNotEmpty().allMatch(p -> p.options().favored() == 0);
  }
}
