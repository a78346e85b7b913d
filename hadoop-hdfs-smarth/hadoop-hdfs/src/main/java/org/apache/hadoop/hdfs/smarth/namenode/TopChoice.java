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
 * twice; after another datanode, if there is one to be tried first. Used by one
 * thread for one choice.
 */
@InterfaceAudience.Private
public final class TopChoice {
  private final Candidates candidates;
  private final Random random;
  // How many places there are, and how many of those drawn have left theirs.
  private final int places;
  private int replaced;
  // Of how many candidates, the fastest ones, how many are drawn, and which.
  private int fastest;
  private int drawn;
  private final BitSet isDrawn = new BitSet();
  // No candidate, and not drawn yet; null: none.
  private String first;
  private boolean isLastFirst;

  /**
   * @param fastest of how many candidates
   * @param places how many there would be but for candidates that are as fast
   */
  TopChoice(Candidates candidates, int fastest, int places, Random random) {
    this.candidates = candidates;
    this.places = places;
    this.fastest = fastest;
    this.random = random;
  }

  /** @return this, which draws a datanode that is no candidate first. */
  TopChoice withFirst(String datanode) {
    first = datanode;
    return this;
  }

  /** @return the UUID of another datanode; null if there is none left. */
  public String next() {
    isLastFirst = first != null;
    if (isLastFirst) {
      String datanode = first;
      first = null;
      return datanode;
    }
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
   * in rank has its place.
   */
  public void replaceLast() {
    if (!isLastFirst) {
      replaced++;
      fastest = Math.max(fastest,
          Math.min(candidates.size(), places + replaced));
    }
  }
}
