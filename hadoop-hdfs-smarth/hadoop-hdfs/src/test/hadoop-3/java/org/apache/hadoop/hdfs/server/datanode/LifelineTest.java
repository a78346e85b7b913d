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
package org.apache.hadoop.hdfs.server.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.junit.Test;

public class LifelineTest {
  private static DNConf with(String heartbeats) {
    Configuration conf = new Configuration(false);
    conf.set(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, heartbeats);
    return new DNConf(new Configured(conf));
  }

  @Test(timeout = 30_000)
  public void aPeriodBelowASecondIsTakenAndLeavesTheLifelineThatOfTheDefault() {
    assertThat(with("200ms").heartBeatInterval).isEqualTo(200);
    assertThat(with("200ms").getLifelineIntervalMs()).isEqualTo(9_000);
    assertThat(with("999ms").getLifelineIntervalMs()).isEqualTo(9_000);
  }

  @Test(timeout = 30_000)
  public void fromASecondOnTheLifelineIsThatOfStock() {
    assertThat(with("1").getLifelineIntervalMs()).isEqualTo(3_000);
    assertThat(with("1500ms").getLifelineIntervalMs()).isEqualTo(3_000);
    assertThat(with("3").getLifelineIntervalMs()).isEqualTo(9_000);
    assertThat(with("2d").getLifelineIntervalMs())
        .isEqualTo(3 * 2 * 86_400_000L);
    assertThat(with("0").getLifelineIntervalMs()).isZero();
  }
}
