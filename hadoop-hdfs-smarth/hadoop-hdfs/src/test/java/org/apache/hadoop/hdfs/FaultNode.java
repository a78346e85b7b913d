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
package org.apache.hadoop.hdfs;

/** Which datanodes of a block's pipeline a fault hits. */
enum FaultNode {
  DN1(0),
  DN2(1),
  DN3(2),
  DN1_DN2(0, 1),
  DN2_DN3(1, 2),
  /** One that also serves in the pipeline of the next block. */
  SHARED,
  /** None: the namenode or the client. */
  NONE;

  private final int[] places;

  FaultNode(int... places) {
    this.places = places;
  }

  /** @return their places in the pipeline, from 0. */
  int[] getPlaces() {
    return places.clone();
  }
}
