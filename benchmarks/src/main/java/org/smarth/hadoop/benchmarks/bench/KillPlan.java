/*
 * Licensed to the Apache Software Foundation (ASF) under one or more
 * contributor license agreements.  See the NOTICE file distributed with
 * this work for additional information regarding copyright ownership.
 * The ASF licenses this file to You under the Apache License, Version 2.0
 * (the "License"); you may not use this file except in compliance with
 * the License.  You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.smarth.hadoop.benchmarks.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Which DataNodes are killed during a run and when, the earliest first. */
record KillPlan(List<Kill> kills) {
  /** Neighbouring seeds and pairs share none of their draws. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  static final KillPlan NONE = new KillPlan(List.of());

  KillPlan {
    kills = List.copyOf(kills);
  }

  /** @param share of the file that is written before, from 0 to 1 */
  record Kill(int node, double share) {
    long bytes(long fileBytes) {
      return (long) (share * fileBytes);
    }
  }

  /** Follows from what is given, whoever is measured; no DataNode is killed twice. */
  static KillPlan of(long seed, int pair, int count, int dataNodes) {
    Random random = new Random((seed * SPREAD + pair) * SPREAD + count);
    List<Integer> nodes = new ArrayList<>();
    for (int node = 1; node <= dataNodes; node++) {
      nodes.add(node);
    }
    Collections.shuffle(nodes, random);
    double[] shares = random.doubles(count).sorted().toArray();
    List<Kill> kills = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      kills.add(new Kill(nodes.get(i), shares[i]));
    }
    return new KillPlan(kills);
  }
}
