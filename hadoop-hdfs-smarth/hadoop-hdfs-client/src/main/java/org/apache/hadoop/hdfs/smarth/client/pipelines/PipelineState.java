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
package org.apache.hadoop.hdfs.smarth.client.pipelines;

import java.util.EnumSet;
import java.util.Set;

import org.apache.hadoop.classification.InterfaceAudience;

/** The life of a pipeline, as its client sees it. */
@InterfaceAudience.Private
public enum PipelineState {
  /** It takes packets, but has no block yet. */
  QUEUED,
  /** It may get a block from the namenode and connect to the datanodes. */
  CONNECTING,
  /** It is connected; stock's recovery stays within this state. */
  STREAMING,
  /**
   * The first datanode has finalized its replica; the others follow. Recovery
   * at the same generation stamp stays within this state.
   */
  FIRST_FINISHED,
  /** Every datanode has acknowledged every packet. */
  DONE,
  /** It cannot be completed; the file fails with it. */
  FAILED;

  private Set<PipelineState> next() {
    switch (this) {
    case QUEUED:
      return EnumSet.of(CONNECTING, FAILED);
    case CONNECTING:
      return EnumSet.of(STREAMING, FAILED);
    case STREAMING:
      return EnumSet.of(FIRST_FINISHED, DONE, FAILED);
    case FIRST_FINISHED:
      return EnumSet.of(DONE, FAILED);
    default:
      return EnumSet.noneOf(PipelineState.class);
    }
  }

  /** @return whether a pipeline may go from this state to the given one. */
  public boolean mayBecome(PipelineState state) {
    return next().contains(state);
  }

  /** @return whether it occupies datanodes. */
  public boolean isOpen() {
    return this == CONNECTING || this == STREAMING || this == FIRST_FINISHED;
  }

  /** @return whether the writer may go on to the next block. */
  public boolean isFirstFinished() {
    return this == FIRST_FINISHED || this == DONE;
  }
}
