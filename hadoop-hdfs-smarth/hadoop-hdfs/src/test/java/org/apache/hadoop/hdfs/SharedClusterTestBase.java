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
package org.apache.hadoop.hdfs;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.smarth.client.retention.RetentionBudget;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Rule;
import org.junit.rules.TestName;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests of one cluster and client, with a file each, that leave nothing. */
public abstract class SharedClusterTestBase {
  @Rule
  public final Timeout timeout = new Timeout(60, TimeUnit.SECONDS);
  @Rule
  public final TestName name = new TestName();

  private static SmarthCluster cluster;

  private DistributedFileSystem fs;
  private Path path;

  @BeforeClass
  public static void start() throws IOException {
    cluster = new SmarthCluster(9);
  }

  @AfterClass
  public static void stop() throws IOException {
    cluster.close();
  }

  @Before
  public void before() {
    fs = cluster.getFs();
    path = new Path("/" + name.getMethodName());
  }

  @After
  public void nothingIsLeft() {
    Awaitility.await().untilAsserted(
        () -> assertThat(SmarthCluster.clientThreads()).isEmpty());
    assertThat(budget().getUsed()).isZero();
    assertThat(fs.getClient().smarth.getClock().getSent()).isZero();
  }

  static SmarthCluster cluster() {
    return cluster;
  }

  DistributedFileSystem fs() {
    return fs;
  }

  /** @return the test's file. */
  Path path() {
    return path;
  }

  /** @param file the test's, instead of one named as the test. */
  void setPath(Path file) {
    path = file;
  }

  RetentionBudget budget() {
    return fs.getClient().smarth.getBudget();
  }

  void assertStored(byte[] data) throws IOException {
    assertThat(cluster.read(path)).isEqualTo(data);
    cluster.assertReplicas(path, data, 3);
  }
}
