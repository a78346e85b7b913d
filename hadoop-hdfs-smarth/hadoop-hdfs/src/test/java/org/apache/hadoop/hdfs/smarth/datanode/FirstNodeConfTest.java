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
package org.apache.hadoop.hdfs.smarth.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.conf.Configuration;
import org.junit.Test;

public class FirstNodeConfTest {
  private final Configuration conf = new Configuration(false);

  @Test(timeout = 10_000)
  public void isOnWithoutAnyConfiguration() {
    FirstNodeConf keys = new FirstNodeConf(conf);
    assertThat(keys.isEnabled()).isTrue();
    assertThat(keys.getForwardMemory()).isEqualTo(128L << 20);
  }

  @Test(timeout = 10_000)
  public void valuesAreTaken() {
    conf.set(FirstNodeConf.ENABLED_KEY, "false");
    conf.set(FirstNodeConf.FORWARD_MEMORY_KEY, "3m");
    FirstNodeConf keys = new FirstNodeConf(conf);
    assertThat(keys.isEnabled()).isFalse();
    assertThat(keys.getForwardMemory()).isEqualTo(3L << 20);
  }

  @Test(timeout = 10_000)
  public void valueOutOfRangeIsAnErrorThatNamesKeyAndRange() {
    conf.set(FirstNodeConf.FORWARD_MEMORY_KEY, "1k");
    assertThatThrownBy(() -> new FirstNodeConf(conf))
        .isInstanceOf(HadoopIllegalArgumentException.class)
        .hasMessageContaining(FirstNodeConf.FORWARD_MEMORY_KEY + " = 1k")
        .hasMessageContaining("1048576");
  }
}
