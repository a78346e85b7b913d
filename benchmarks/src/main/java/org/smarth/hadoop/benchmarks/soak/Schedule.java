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

import java.util.List;
import java.util.stream.Stream;

/**
 * One iteration: what is written, all files at once, and what goes wrong meanwhile.
 *
 * @param writerNode the DataNode on whose host the writers are, or {@link WriterHost#OUTSIDE}
 */
record Schedule(long seed, List<FilePlan> files, List<Fault> faults, int writerNode) {

  /** Where a writer has to stop a write so that faults and flushes happen exactly there. */
  List<Integer> stops(int file) {
    FilePlan plan = files.get(file);
    return Stream.concat(
        plan.flushes().stream().map(FilePlan.Flush::offset),
        faults.stream().filter(f -> f.file() == file).map(Fault::offset))
        .filter(o -> o > 0 && o < plan.length()).sorted().distinct().toList();
  }

  boolean damagesPackets() {
    return faults.stream().anyMatch(f -> f.kind() == Fault.Kind.CORRUPT_PACKET);
  }

  /** One line each for the seed, the files and the faults. */
  List<String> lines() {
    return Stream.of(
        List.of("seed " + seed + ", writers "
            + (writerNode == WriterHost.OUTSIDE ? "outside" : "on DataNode " + writerNode)),
        files.stream().map(FilePlan::toString).toList(),
        faults.stream().map(Fault::toString).toList())
        .flatMap(List::stream).toList();
  }
}
