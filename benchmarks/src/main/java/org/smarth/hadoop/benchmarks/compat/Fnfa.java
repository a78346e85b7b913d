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

package org.smarth.hadoop.benchmarks.compat;

import java.util.List;

import org.smarth.hadoop.benchmarks.compat.Observed.Counts;

/** Which blocks of a program have to get FNFA. */
enum Fnfa {
  /** All that have a successor. */
  ALL,
  SOME,
  /** As stock's client writes them, or they belong to files that are appended to. */
  NONE;

  /** What is wrong, or nothing. */
  List<String> wrong(Counts counts) {
    long acks = counts.firstNodeAcks();
    long least = this == ALL ? counts.withSuccessor() : this == SOME ? 1 : 0;
    return acks < least || this == NONE && acks > 0
        ? List.of("got FNFA for " + acks + " blocks instead of " + least) : List.of();
  }
}
