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

package org.smarth.hadoop.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.harness.Failure;
import org.smarth.hadoop.benchmarks.harness.Installation;

public class InstallationsTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(30);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private static final Scenarios SCENARIOS = new Scenarios(Scale.smoke());
  private static final Setup JOBS = setup("heartbeat-shortjobs");

  private static final Installations.Besides NOTHING = new Installations.Besides(null, null, null);

  private Path jars;
  private Path copies;
  private Installation stock;

  @Before
  public void jars() throws Exception {
    jars = folder.newFolder().toPath();
    copies = folder.newFolder().toPath();
    List<String> names = new ArrayList<>(Installation.HDFS);
    names.addAll(Installation.YARN);
    StringBuilder classPath = new StringBuilder("/m/classes");
    for (String name : names) {
      classPath.append(":/m/").append(name).append("-2.10.2.jar");
      jar(name + "-2.10.2.jar");
    }
    stock = new Installation("stock", classPath.toString());
    jar("hadoop-smarth-tools.jar");
  }

  private static Setup setup(String scenario) {
    return SCENARIOS.of(List.of(scenario)).get(0).setups().iterator().next();
  }

  private void jar(String name) throws Exception {
    try (OutputStream file = Files.newOutputStream(jars.resolve(name));
        JarOutputStream jar = new JarOutputStream(file)) {
      jar.putNextEntry(new ZipEntry("entry"));
    }
  }

  private Installations installations(boolean onYarn) throws Exception {
    return new Installations(stock, jars, NOTHING, copies, onYarn, 0);
  }

  @Test
  public void casesAreStockJarsWithThePeriodsOfThePaper() throws Exception {
    Installation five = installations(true).of(Contender.CASE_5, JOBS);
    assertThat(five.classPath()).isEqualTo(stock.classPath());
    assertThat(five.clientSettings()).isEmpty();
    assertThat(five.clusterSettings()).isEqualTo(Map.of("dfs.heartbeat.interval", "1",
        "yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms", "200",
        "yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", "1000"));
  }

  @Test
  public void eventDrivenHeartbeatsAreThoseOfTheJarsOnStockHdfsWithStocksClients()
      throws Exception {
    Installation eventDriven = installations(true).of(Contender.EVENT_DRIVEN, JOBS);
    assertThat(eventDriven.classPath()).contains("/m/hadoop-hdfs-2.10.2.jar",
        "/m/hadoop-hdfs-client-2.10.2.jar").doesNotContain("/m/hadoop-yarn", "/m/hadoop-mapreduce");
    assertThat(eventDriven.clusterSettings()).isEqualTo(Map.of("dfs.heartbeat.interval", "1",
        "yarn.resourcemanager.nodemanagers.adaptive-heartbeat.max-ms", "3000"));
    assertThat(eventDriven.clientSettings()).isEmpty();
  }

  @Test
  public void jarsOfYarnAreNeededForHeartbeatsAlone() throws Exception {
    Files.delete(jars.resolve(Installation.YARN.get(1) + "-2.10.2.jar"));
    assertThat(installations(false).yarnVersion()).isEqualTo("none");
    Path others = folder.newFolder().toPath();
    assertThatThrownBy(() -> new Installations(stock, jars, NOTHING, others, true, 0))
        .isInstanceOf(Failure.class).hasMessageContaining(Installation.YARN.get(1));
  }

  @Test
  public void thePlannerIsOnTheClassPathWhereItsPredictionsAreMeasured() throws Exception {
    Installations installations = installations(true);
    assertThat(installations.of(Contender.STOCK, setup("heartbeat-scale")).classPath())
        .isEqualTo(stock.classPath() + ":" + copies + "/yarn/hadoop-smarth-tools.jar");
    assertThat(installations.of(Contender.STOCK, JOBS).classPath()).isEqualTo(stock.classPath());
  }

  @Test
  public void anEarlierBuildIsMeasuredAsTheDefaultOfTheJars() throws Exception {
    Path earlierJars = folder.newFolder().toPath();
    for (String name : Installation.HDFS) {
      Files.copy(jars.resolve(name + "-2.10.2.jar"), earlierJars.resolve(name + "-2.10.2.jar"));
    }
    Setup upload = setup("fig7");
    Installations installations = new Installations(stock, jars,
        new Installations.Besides(earlierJars, null, null), copies, false, 0);
    assertThat(installations.of(Contender.SMARTH_EARLIER, upload).classPath())
        .contains(copies + "/earlier/hadoop-hdfs-2.10.2.jar",
            copies + "/earlier/hadoop-hdfs-client-2.10.2.jar");
    assertThat(installations.of(Contender.SMARTH_EARLIER, upload).clientSettings())
        .isEqualTo(installations.of(Contender.SMARTH_AUTO, upload).clientSettings());
    assertThat(installations.version()).contains(", earlier ones ");
  }

  @Test
  public void smarthIsMeasuredInBothModes() throws Exception {
    Setup upload = setup("fig7");
    Installations installations = installations(false);
    assertThat(installations.of(Contender.SMARTH, upload).clientSettings())
        .isEqualTo(Map.of("dfs.client.smarth.pipelines.mode", "paper",
            "dfs.client.smarth.pipelines.max", Integer.toString(upload.paperPipelines())));
    assertThat(installations.of(Contender.SMARTH_AUTO, upload).clientSettings())
        .isEqualTo(Map.of("dfs.client.smarth.pipelines.mode", "auto"));
  }
}
