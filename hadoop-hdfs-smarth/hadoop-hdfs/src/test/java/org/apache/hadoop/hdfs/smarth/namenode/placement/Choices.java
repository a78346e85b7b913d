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

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.smarth.namenode.placement.DatanodeChooser.ClientView;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.Ranking;
import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTable;
import org.apache.hadoop.util.FakeTimer;

/** Choices for tests. */
public final class Choices {
  private Choices() {
  }

  /** @return one that has seen no hops between datanodes. */
  static DatanodeChooser chooser(double fastFraction, Random random) {
    Configuration conf = new Configuration(false);
    conf.setDouble(PlacementConf.FAST_FRACTION_KEY, fastFraction);
    return new DatanodeChooser(new PlacementConf(conf),
        new SpeedTable(1, 1, new FakeTimer()), random);
  }

  /**
   * @param reporting whether the client tries other datanodes by itself
   * @param tryAgain whether each slow datanode is to be tried again
   * @return a client of which datanodes measured nothing
   */
  static ClientView client(Ranking ranking, boolean reporting,
      boolean tryAgain) {
    return new ClientView(ranking, reporting, limping -> tryAgain,
        () -> Ranking.EMPTY);
  }

  /** @return all that are left, in the order drawn. */
  public static List<String> draw(Candidates candidates) {
    List<String> drawn = new ArrayList<>();
    for (String next = candidates.next(); next != null;
        next = candidates.next()) {
      drawn.add(next);
    }
    return drawn;
  }
}
