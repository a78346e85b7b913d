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

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class YarnSettingsTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  private final YarnSettings settings = new YarnSettings(Path.of("/run-1"), "198.18.0.5",
      new YarnSettings.Containers(Path.of("/java"), "/a.jar:/b.jar", "-Dx=y"),
      Map.of("fs.defaultFS", "hdfs://198.18.0.5:8020", "dfs.heartbeat.interval", "1"));

  @Test
  public void jobsRunOnTheClassPathOfTheContenderAndKnowTheMaster() {
    assertThat(settings.common()).containsEntry("mapreduce.application.classpath", "/a.jar:/b.jar")
        .containsEntry("mapreduce.map.java.opts", "-Xmx320m -Dx=y")
        .containsEntry("yarn.resourcemanager.hostname", "198.18.0.5")
        .containsEntry("fs.defaultFS", "hdfs://198.18.0.5:8020")
        .containsEntry("dfs.heartbeat.interval", "1");
  }

  @Test
  public void nothingSaysHowOftenHeartbeatsOrClientsCome() {
    assertThat(settings.nodeManager(2, "198.18.1.3").keySet())
        .noneMatch(k -> k.contains("heartbeat") && !k.startsWith("dfs."))
        .noneMatch(k -> k.contains("pollinterval"));
  }

  @Test
  public void eachNodeHasRoomForThreeContainersAndDirectoriesOfItsOwn() {
    Map<String, String> two = settings.nodeManager(2, "198.18.1.3");
    assertThat(two).containsEntry("yarn.nodemanager.hostname", "198.18.1.3")
        .containsEntry("yarn.nodemanager.local-dirs", "/run-1/yarn-local-2");
    assertThat(Integer.parseInt(two.get("yarn.nodemanager.resource.memory-mb"))
        / Integer.parseInt(two.get("mapreduce.map.memory.mb"))).isEqualTo(3);
  }
}
