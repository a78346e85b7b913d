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

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

public class ReleasesTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void ofSmarthOnlyTheDropInJarsDiffer() throws Exception {
    Path target = folder.newFolder("target").toPath();
    Path stock = Files.createDirectories(target.resolve("releases/hadoop-9.8.7"));
    Path hdfs = Files.createDirectories(target.resolve("hadoop-9.8.7/dist/share/hadoop/hdfs"));
    for (String jar : List.of("hadoop-common", "hadoop-hdfs", "hadoop-hdfs-client")) {
      Files.writeString(stock.resolve(jar + "-9.8.7.jar"), "stock's");
      Files.writeString(hdfs.resolve(jar + "-9.8.7.jar"), "ours");
    }
    Files.writeString(stock.resolve("a.jar"), "a library");
    Path copies = folder.getRoot().toPath().resolve("copies");
    Releases releases = new Releases(target, "/more.jar");
    Installation of = releases.stock("9.8.7");
    Installation smarth = releases.smarth("9.8.7", copies);

    assertThat(of.isStock()).isTrue();
    assertThat(of.classPath().split(":")).containsExactly(stock + "/a.jar",
        stock + "/hadoop-common-9.8.7.jar", stock + "/hadoop-hdfs-9.8.7.jar",
        stock + "/hadoop-hdfs-client-9.8.7.jar", "/more.jar");
    assertThat(smarth.isStock()).isFalse();
    assertThat(smarth.name()).isEqualTo("SMARTH-9.8.7");
    assertThat(smarth.classPath()).isEqualTo(
        of.classPath().replace(stock + "/hadoop", copies.resolve("9.8.7") + "/hadoop"));
    assertThat(copies.resolve("9.8.7/hadoop-hdfs-9.8.7.jar")).hasContent("ours");
  }

  @Test
  public void whatIsNoVersionIsRefused() {
    Releases.check("--release", "3.4.2");
    for (String version : List.of("", "3.4", "../3.4.2", "3.4.2-SNAPSHOT")) {
      assertThatThrownBy(() -> Releases.check("--release", version)).isInstanceOf(Failure.class)
          .hasMessageStartingWith("--release: '" + version + "'");
    }
  }
}
