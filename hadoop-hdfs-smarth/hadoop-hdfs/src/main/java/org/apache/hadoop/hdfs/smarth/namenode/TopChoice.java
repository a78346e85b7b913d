/*
 * Licensed to the Apache Software Foundation (ASF) under one
 * or more contributor license agreements.  See the NOTICE file
 * distributed with this work for additional information
 * regarding copyright ownership.  The ASF licenses this file
 * to you under the Apache License, Version 2.0 (the
 * "License"); you may not use this file except in compliance
 * with the License.  You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.apache.hadoop.hdfs.smarth.namenode;

import java.util.BitSet;
import java.util.Random;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * Draws from the fastest candidates, each with the same probability, and none
 * twice. Used by one thread for one choice.
 */
@InterfaceAudience.Private
public final class TopChoice {
  private final Candidates candidates;
  private final Random random;
  // Of how many candidates, the fastest ones, how many are drawn, and which.
  private int fastest;
  private int drawn;
  private final BitSet isDrawn = new BitSet();

  TopChoice(Candidates candidates, int fastest, Random random) {
    this.candidates = candidates;
    this.fastest = fastest;
    this.random = random;
  }

  /** @return the UUID of another datanode; null if there is none left. */
  public String next() {
    if (drawn == fastest) {
      return null;
    }
    // Mostly the first one does; so none is listed before it is drawn.
    int place = random.nextInt(fastest);
    while (isDrawn.get(place)) {
      place = random.nextInt(fastest);
    }
    isDrawn.set(place);
    drawn++;
    return candidates.get(place);
  }

  /**
   * Says that the one drawn last is no candidate after all, so that the next
   * in rank is one of the fastest.
   */
  public void replaceLast() {
    if (fastest < candidates.size()) {
      fastest++;
    }
  }
}
