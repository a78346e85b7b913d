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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.apache.hadoop.conf.Configuration;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

public class JobResultsTest {
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void theLastRatesOfTestDfsIoCount() throws Exception {
    Path dir = folder.getRoot().toPath();
    Files.write(dir.resolve("dfsio.txt"), List.of("----- TestDFSIO ----- : write",
        "       Throughput mb/sec: 1.5", "  Average IO rate mb/sec: 2.5",
        "----- TestDFSIO ----- : read", "       Throughput mb/sec: 10.25",
        "  Average IO rate mb/sec: 11.5", "   IO rate std deviation: 0.5"));
    Metrics rates = JobKind.dfsIoRates(dir);
    assertThat(rates.get("throughput")).isEqualTo(10.25);
    assertThat(rates.get("ioRate")).isEqualTo(11.5);

    Files.write(dir.resolve("dfsio.txt"), List.of("nothing"));
    assertThatThrownBy(() -> JobKind.dfsIoRates(dir)).isInstanceOf(Failure.class);
  }

  @Test
  public void settingsOfASortReplaceValuesOrAddWords() {
    Configuration conf = new Configuration(false);
    conf.set("a", "1");
    conf.set("opts", "-Xmx1g");
    Configuration tuned = TunedSortJob.with(conf,
        new SortSettings("x", Map.of("a", "2", "+opts", "-XX:+X", "+new", "-Y")));
    assertThat(tuned.get("a")).isEqualTo("2");
    assertThat(tuned.get("opts")).isEqualTo("-Xmx1g -XX:+X");
    assertThat(tuned.get("new")).isEqualTo("-Y");
    assertThat(conf.get("a")).isEqualTo("1");
  }
}
