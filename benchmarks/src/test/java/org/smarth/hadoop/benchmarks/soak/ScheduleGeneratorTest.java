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

package org.smarth.hadoop.benchmarks.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.smarth.hadoop.benchmarks.soak.SoakSettings.BLOCK;
import static org.smarth.hadoop.benchmarks.soak.SoakSettings.CHUNK;
import static org.smarth.hadoop.benchmarks.soak.SoakSettings.MAX_BLOCKS;
import static org.smarth.hadoop.benchmarks.soak.SoakSettings.PACKET;

import java.util.List;
import java.util.stream.LongStream;

import org.junit.Test;

/** Schedules follow from their seed, stay within bounds and reach the sizes that matter. */
public class ScheduleGeneratorTest {
  private static final int MANY = 3000;

  private final ScheduleGenerator embedded = new ScheduleGenerator(false);

  private static List<Schedule> many(ScheduleGenerator generator) {
    return LongStream.range(0, MANY).mapToObj(generator::of).toList();
  }

  @Test
  public void theSameSeedGivesTheSameSchedule() {
    for (Schedule schedule : many(embedded)) {
      Schedule again = new ScheduleGenerator(false).of(schedule.seed());
      assertThat(again).isEqualTo(schedule);
      assertThat(again.lines()).isEqualTo(schedule.lines());
    }
  }

  @Test
  public void differentSeedsGiveDifferentSchedules() {
    assertThat(many(embedded).stream().map(Schedule::files).distinct()).hasSize(MANY);
  }

  @Test
  public void lengthsAreAtAndBesideAllBoundaries() {
    List<Integer> lengths = many(embedded).stream().flatMap(s -> s.files().stream())
        .map(FilePlan::length).toList();
    assertThat(lengths).contains(0, CHUNK - 1, CHUNK, CHUNK + 1,
        PACKET - 1, PACKET, PACKET + 1, BLOCK - 1, BLOCK,
        BLOCK + 1, 2 * BLOCK, MAX_BLOCKS * BLOCK);
  }

  @Test
  public void allFilesOfAScheduleTogetherAreBounded() {
    for (Schedule schedule : many(embedded)) {
      assertThat(schedule.files()).hasSizeBetween(1, 4);
      assertThat(schedule.files().stream().mapToInt(FilePlan::length).sum())
          .isBetween(0, MAX_BLOCKS * BLOCK);
    }
  }

  @Test
  public void flushesAndFaultsAreWithinTheirFile() {
    for (Schedule schedule : many(embedded)) {
      assertThat(schedule.faults()).hasSizeBetween(0, 3);
      for (Fault fault : schedule.faults()) {
        FilePlan plan = schedule.files().get(fault.file());
        assertThat(fault.offset()).as("%s", schedule).isBetween(0, plan.length());
      }
      for (FilePlan plan : schedule.files()) {
        assertThat(plan.flushes()).allMatch(f -> f.offset() >= 0 && f.offset() <= plan.length());
      }
    }
  }

  @Test
  public void aBlockWithoutSuccessorIsNotWaitedFor() {
    for (Schedule schedule : many(embedded)) {
      assertThat(schedule.faults())
          .filteredOn(f -> f.moment() == Fault.Moment.FIRST_NODE_FINISHED)
          .allMatch(f -> f.block() < schedule.files().get(f.file()).blocks() - 1);
    }
  }

  @Test
  public void everyKindAndMomentIsReached() {
    assertThat(many(embedded).stream().flatMap(s -> s.faults().stream()))
        .extracting(Fault::kind).contains(Fault.Kind.values());
    assertThat(many(embedded).stream().flatMap(s -> s.faults().stream()))
        .extracting(Fault::moment).contains(Fault.Moment.values());
  }

  @Test
  public void writersAreOutsideOrOnAnyDataNode() {
    assertThat(many(embedded)).extracting(Schedule::writerNode)
        .contains(WriterHost.OUTSIDE, 1, SoakSettings.DATA_NODES)
        .allMatch(node -> node >= 0 && node <= SoakSettings.DATA_NODES);
  }

  @Test
  public void noMoreThanOneVolumeIsLost() {
    assertThat(many(embedded)).allSatisfy(s -> assertThat(s.faults())
        .filteredOn(f -> f.kind() == Fault.Kind.REMOVE_VOLUME).hasSizeLessThan(2));
  }

  @Test
  public void realProcessesGetOnlyFaultsFromOutside() {
    assertThat(many(new ScheduleGenerator(true)).stream().flatMap(s -> s.faults().stream()))
        .extracting(Fault::kind)
        .contains(Fault.Kind.STOP, Fault.Kind.UPGRADE, Fault.Kind.NAME_NODE_RESTART,
            Fault.Kind.INTERRUPT, Fault.Kind.REMOVE_VOLUME)
        .doesNotContain(Fault.Kind.BREAK_MIRROR, Fault.Kind.REFUSE_MIRROR,
            Fault.Kind.REFUSE_THREAD);
  }

  @Test
  public void stopsAreWhereFlushesAndFaultsAre() {
    FilePlan plan = new FilePlan("/f", 1, 100, new FilePlan.WriteSizes(1, 10),
        List.of(new FilePlan.Flush(0, true), new FilePlan.Flush(40, false)));
    Fault fault = new Fault(Fault.Kind.STOP, Fault.Moment.BYTES_WRITTEN, 0, 7, 0, false, false, 0);
    Fault atEnd = new Fault(Fault.Kind.STOP, Fault.Moment.CLOSING, 0, 100, 0, false, false, 0);
    assertThat(new Schedule(1, List.of(plan), List.of(fault, atEnd), 0).stops(0))
        .containsExactly(7, 40);
  }

  @Test
  public void theBytesOfAFileFollowFromItsSeed() {
    FilePlan plan = new FilePlan("/f", 5, 1000, new FilePlan.WriteSizes(1, 10), List.of());
    assertThat(plan.bytes()).hasSize(1000).isEqualTo(plan.bytes());
  }
}
