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
import java.util.Map;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

public class InstallationTest {
  private static final String CLIENT = "hadoop-hdfs-client-2.10.2.jar";
  private static final String SERVER = "hadoop-hdfs-2.10.2.jar";

  @Rule
  public final Timeout timeout = Timeout.seconds(10);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private final Installation stock =
      new Installation("stock", "/m/classes:/m/a.jar:/m/" + SERVER + ":/m/" + CLIENT + ":/m/z.jar");

  @Test
  public void dropInJarsTakeThePlacesOfTheStockJars() throws Exception {
    Path jars = folder.newFolder("jars").toPath();
    Files.writeString(jars.resolve(SERVER), "ours");
    Files.writeString(jars.resolve(CLIENT), "ours too");
    Path copies = folder.newFolder("copies").toPath();
    Path server = copies.resolve(SERVER);
    Path client = copies.resolve(CLIENT);
    Installation smarth = stock.with(jars, Installation.HDFS, "SMARTH", copies);
    assertThat(server).hasContent("ours");
    assertThat(smarth.classPath())
        .isEqualTo("/m/classes:/m/a.jar:" + server + ":" + client + ":/m/z.jar");
    assertThat(smarth.isStock()).isFalse();
    assertThat(smarth.withClientSettings(Map.of("b", "2")).stockClassPath())
        .isEqualTo(stock.classPath());
    assertThat(stock.as("stock again").isStock()).isTrue();
  }

  @Test
  public void aDirectoryThatLacksAJarIsRefused() throws Exception {
    folder.newFile(SERVER);
    assertThatThrownBy(() -> stock.with(folder.getRoot().toPath(), Installation.HDFS, "SMARTH",
        folder.newFolder("copies").toPath()))
        .isInstanceOf(Failure.class)
        .hasMessageStartingWith("--jars: no " + CLIENT + " in " + folder.getRoot());
  }

  @Test
  public void jarsMayLieAsInADistribution() throws Exception {
    Path jars = folder.newFolder("share").toPath();
    Path yarn = Files.createDirectory(jars.resolve("yarn"));
    Path mapReduce = Files.createDirectory(jars.resolve("mapreduce"));
    StringBuilder classPath = new StringBuilder("/m/classes");
    for (String name : Installation.YARN) {
      Files.writeString((name.contains("yarn") ? yarn : mapReduce)
          .resolve(name + "-2.10.2.jar"), "ours");
      classPath.append(":/m/").append(name).append("-2.10.2.jar");
    }
    Path copies = folder.newFolder("copies").toPath();
    Installation eventDriven = new Installation("stock", classPath.toString())
        .with(jars, Installation.YARN, "event-driven", copies);
    assertThat(eventDriven.classPath())
        .isEqualTo(classPath.toString().replace("/m/hadoop", copies + "/hadoop"));
    assertThat(copies.resolve(Installation.YARN.get(3) + "-2.10.2.jar")).hasContent("ours");
  }

  @Test
  public void settingsOfTheClusterAndOfClientsAreKeptApart() {
    Installation both = stock.withClusterSettings(Map.of("a", "1"))
        .withClientSettings(Map.of("b", "2")).as("both");
    assertThat(both.clusterSettings()).isEqualTo(Map.of("a", "1"));
    assertThat(both.clientSettings()).isEqualTo(Map.of("b", "2"));
    assertThat(stock.clusterSettings()).isEmpty();
  }
}
