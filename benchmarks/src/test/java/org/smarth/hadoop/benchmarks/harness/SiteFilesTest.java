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

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;

import org.apache.hadoop.conf.Configuration;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

public class SiteFilesTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(30);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void hadoopReadsWhatWasWritten() throws Exception {
    Path dir = folder.getRoot().toPath().resolve("conf");
    SiteFiles.write(dir, Map.of("a.b", "x<y&z", "c", "1"));
    for (String file : new String[] {"core-site.xml", "hdfs-site.xml", "yarn-site.xml",
        "mapred-site.xml"}) {
      Configuration conf = new Configuration(false);
      conf.addResource(dir.resolve(file).toUri().toURL());
      assertThat(conf.get("a.b")).isEqualTo("x<y&z");
      assertThat(conf.get("c")).isEqualTo("1");
    }
  }
}
