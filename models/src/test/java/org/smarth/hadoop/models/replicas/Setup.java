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

/**
 * What does not change while a program runs.
 *
 * @param seed what everything that is not said elsewhere follows from
 * @param datanodes how many there are
 * @param callMillis how long a call to a NameNode takes
 * @param roundMillis how long a round of the ReplicationMonitor takes
 * @param lifelines whether datanodes send lifelines
 */
record Setup(long seed, int datanodes, int callMillis, int roundMillis,
    boolean lifelines) {

  /** @return in [0, 1), always the same of the same arguments. */
  double chance(long... of) {
    long hash = seed;
    for (long part : of) {
      hash = (hash ^ part) * 0x9E3779B97F4A7C15L;
      hash = (hash ^ hash >>> 31) * 0xBF58476D1CE4E5B9L;
      hash ^= hash >>> 29;
    }
    return (hash >>> 11) * 0x1.0p-53;
  }
}
