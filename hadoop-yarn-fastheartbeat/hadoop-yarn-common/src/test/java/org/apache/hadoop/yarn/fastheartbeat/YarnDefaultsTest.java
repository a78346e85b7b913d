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
package org.apache.hadoop.yarn.fastheartbeat;

import java.util.Map;
import java.util.TreeMap;

import org.apache.hadoop.conf.Configuration;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The keys in yarn-default.xml and in the code have the same values. */
public class YarnDefaultsTest {
  @Test(timeout = 60_000)
  public void everyKeyOfTheCodeIsDocumentedWithItsDefaultAndNoOther() {
    Map<String, String> code = new TreeMap<>();
    code.put(NodeHeartbeatConf.ADAPTIVE_KEY,
        String.valueOf(NodeHeartbeatConf.ADAPTIVE_DEFAULT));
    code.put(NodeHeartbeatConf.OFFER_KEY,
        String.valueOf(NodeHeartbeatConf.OFFER_DEFAULT));
    code.put(NodeHeartbeatConf.MIN_KEY,
        String.valueOf(NodeHeartbeatConf.MIN_DEFAULT));
    code.put(NodeHeartbeatConf.MAX_KEY,
        String.valueOf(NodeHeartbeatConf.MAX_DEFAULT));
    code.put(NodeHeartbeatConf.RATE_KEY,
        String.valueOf(NodeHeartbeatConf.RATE_DEFAULT));

    Configuration xml = new Configuration(false);
    xml.addResource("yarn-default.xml");
    Map<String, String> documented = new TreeMap<>();
    for (Map.Entry<String, String> entry : xml) {
      if (entry.getKey().contains(".adaptive-heartbeat.")) {
        documented.put(entry.getKey(), entry.getValue());
      }
    }
    assertThat(code).isEqualTo(documented);
    assertThat(xml.getLong(NodeHeartbeatConf.INTERVAL_KEY, -1))
        .isEqualTo(NodeHeartbeatConf.INTERVAL_DEFAULT);
  }
}
