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

package org.smarth.hadoop.benchmarks.harness;

import java.util.List;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * What a client's JVM is to do, as JSON on its command line. At the stages {@link #READY} and
 * {@link #DONE} it waits for the driver.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.MINIMAL_CLASS)
public interface ClientJob {
  /** The cluster is complete; what is timed begins at the driver's word. */
  String READY = "ready";
  /** What is timed is over; checks begin at the driver's word. */
  String DONE = "done";

  /**
   * Does the job.
   *
   * @param fs a client of its own
   * @return what it gave
   * @throws Failure for everything that is not as it must
   */
  Metrics run(ClientContext context, DistributedFileSystem fs) throws Exception;

  /** The arguments of the JVM that does it. */
  default List<String> role() {
    return List.of(HarnessMain.CLIENT, Json.write(this));
  }

  /** The stage after a part of {@link BeatJob}, 0 being as fast as senders are answered. */
  static String step(int number) {
    return "step-" + number;
  }
}
