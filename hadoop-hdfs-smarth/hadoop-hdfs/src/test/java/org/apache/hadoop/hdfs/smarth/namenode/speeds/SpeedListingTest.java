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
package org.apache.hadoop.hdfs.smarth.namenode.speeds;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

import org.apache.hadoop.hdfs.smarth.namenode.speeds.SpeedTable.SpeedListing;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

public class SpeedListingTest {
  private static final Speed SPEED = new Speed("datanode", 1, 0);

  @Test(timeout = 60_000)
  public void ofHostsThatDoNotFitAsAWholeOnlyTheNumberIsTold() {
    SpeedListing listing = new SpeedListing(3);
    List<Speed> two = Arrays.asList(SPEED, SPEED);
    listing.add("10.0.0.3", two);
    listing.add("10.0.0.2", two);
    listing.add("10.0.0.1", Collections.singletonList(SPEED));
    listing.add("10.0.0.4", Collections.emptyList());
    assertThat(listing.getHosts()).containsOnlyKeys("10.0.0.1", "10.0.0.3");
    assertThat(listing.getOmitted()).isEqualTo(2);
  }
}
