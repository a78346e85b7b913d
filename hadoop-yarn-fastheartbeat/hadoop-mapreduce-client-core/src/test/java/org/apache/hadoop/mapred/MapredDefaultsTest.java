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
package org.apache.hadoop.mapred;

import java.util.Map;
import java.util.TreeMap;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.fastheartbeat.AllocateHeartbeatConf;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The keys in mapred-default.xml and in the code have the same values. */
public class MapredDefaultsTest {
  @Test(timeout = 60_000)
  public void everyKeyOfTheCodeIsDocumentedWithItsDefaultAndNoOther() {
    Map<String, String> code = new TreeMap<>();
    code.put(AllocateHeartbeatConf.INTERVAL_KEY,
        String.valueOf(AllocateHeartbeatConf.INTERVAL_DEFAULT));
    code.put(AllocateHeartbeatConf.EVENT_DRIVEN_KEY,
        String.valueOf(AllocateHeartbeatConf.EVENT_DRIVEN_DEFAULT));
    code.put(AllocateHeartbeatConf.MIN_GAP_KEY,
        String.valueOf(AllocateHeartbeatConf.MIN_GAP_DEFAULT));

    Configuration xml = new Configuration(false);
    xml.addResource("mapred-default.xml");
    Map<String, String> documented = new TreeMap<>();
    for (Map.Entry<String, String> entry : xml) {
      if (entry.getKey().contains(".am.scheduler.heartbeat.")) {
        documented.put(entry.getKey(), entry.getValue());
      }
    }
    assertThat(code).isEqualTo(documented);
  }
}
