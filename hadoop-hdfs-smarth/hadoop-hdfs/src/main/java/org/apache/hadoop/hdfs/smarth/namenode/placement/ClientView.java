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
package org.apache.hadoop.hdfs.smarth.namenode.placement;

import java.util.function.Predicate;
import java.util.function.Supplier;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.Ranking;

/** What is known of a client when it asks for a block. */
@InterfaceAudience.Private
public final class ClientView {
  private final Ranking ranking;
  private final boolean reporting;
  private final Predicate<String> tryAgain;
  private final Supplier<Ranking> measured;

  /**
   * @param ranking of at least one datanode
   * @param reporting whether the client tells of its own measurements, and so
   *     tries other datanodes by itself
   * @param tryAgain whether a slow datanode is to be tried again; once true
   * @param measured of what datanodes measured, whatever the client reports
   */
  ClientView(Ranking ranking, boolean reporting, Predicate<String> tryAgain,
      Supplier<Ranking> measured) {
    this.ranking = ranking;
    this.reporting = reporting;
    this.tryAgain = tryAgain;
    this.measured = measured;
  }

  Ranking getRanking() {
    return ranking;
  }

  /** @return what datanodes measured. */
  Ranking getMeasured() {
    return measured.get();
  }

  /** @return whether the client reports, and tries others by itself. */
  boolean isReporting() {
    return reporting;
  }

  /**
   * @param datanode the UUID of a slow one
   * @return whether the caller is to try it again
   */
  boolean tryAgain(String datanode) {
    return tryAgain.test(datanode);
  }
}
