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
package org.apache.hadoop.hdfs.smarth.namenode.monitor;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Collections;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.management.MBeanServer;
import javax.management.ObjectName;

import org.apache.hadoop.hdfs.smarth.namenode.replicas.ExpectedReplicas;
import org.apache.hadoop.util.FakeTimer;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** What operators see of blocks that drain. */
public class DrainingMonitorTest {
  @Rule
  public final Timeout timeout = new Timeout(30, TimeUnit.SECONDS);

  private final FakeTimer timer = new FakeTimer();
  private final ExpectedReplicas<String, String> expected =
      new ExpectedReplicas<>(timer,
          new ExpectedReplicas.Datanodes<String>() {
            @Override
            public boolean isAlive(String datanode) {
              return true;
            }

            @Override
            public boolean isSilent(String datanode) {
              return false;
            }

            @Override
            public long getHeartbeats(String datanode) {
              return 0;
            }
          }, TimeUnit.MINUTES.toMillis(5));
  private final DrainingMonitor monitor = new DrainingMonitor(expected,
      Function.identity(), datanode -> datanode + ":9866", timer);

  @After
  public void close() {
    monitor.close();
  }

  private void later(long seconds) {
    timer.advance(TimeUnit.SECONDS.toMillis(seconds));
  }

  @Test
  public void theOldestComesFirstWithItsAgeAndWhoIsWaitedFor() {
    expected.expect("blk_1", Arrays.asList("d3", "d2"));
    later(5);
    expected.expect("blk_2", Arrays.asList("d4", "d5"));
    later(20);
    // Neither makes the first one younger.
    expected.expect("blk_1", Collections.singleton("d9"));
    expected.reported("blk_1", "d3");
    expected.reported("blk_2", "d4");
    assertThat(monitor.getDrainingBlocks()).isEqualTo(2);
    assertThat(monitor.getOldestDrainingSeconds()).isEqualTo(25);
    assertThat(monitor.getOldestDrainingBlocks()).isEqualTo(
        "[{\"block\":\"blk_1\",\"ageSeconds\":25,\"replicas\":2,"
            + "\"datanodes\":[\"d2:9866\",\"d9:9866\"]},"
            + "{\"block\":\"blk_2\",\"ageSeconds\":20,\"replicas\":1,"
            + "\"datanodes\":[\"d5:9866\"]}]");
  }

  @Test
  public void aBlockThatIsDeliveredDrainsNoLonger() {
    assertThat(monitor.getOldestDrainingSeconds()).isZero();
    expected.expect("blk_1", Collections.singleton("d2"));
    later(11);
    expected.expect("blk_2", Collections.singleton("d2"));
    expected.reported("blk_1", "d2");
    later(3);
    assertThat(monitor.getDrainingBlocks()).isEqualTo(1);
    assertThat(monitor.getOldestDrainingSeconds()).isEqualTo(3);
    expected.reported("blk_2", "d2");
    later(10);
    assertThat(monitor.getDrainingBlocks()).isZero();
    assertThat(monitor.getOldestDrainingSeconds()).isZero();
    assertThat(monitor.getOldestDrainingBlocks()).isEqualTo("[]");
  }

  @Test
  public void aBlockThatDrainsAgainIsYoung() {
    expected.expect("blk_1", Collections.singleton("d2"));
    later(30);
    expected.remove("blk_1");
    expected.expect("blk_1", Collections.singleton("d2"));
    later(2);
    assertThat(monitor.getOldestDrainingSeconds()).isEqualTo(2);
  }

  @Test
  public void ofManyBlocksTheOldestHundredAreNamedEveryTenSeconds() {
    for (int i = 0; i < 5_000; i++) {
      expected.expect("blk_" + i, Arrays.asList("d1", "d2"));
    }
    assertThat(monitor.getDrainingBlocks()).isEqualTo(5_000);
    assertThat(monitor.getOldestDrainingBlocks().split("blk_")).hasSize(101);
    assertThat(monitor.getOldestDrainingBlocks()).contains("\"blk_99\"")
        .doesNotContain("\"blk_100\"");
    expected.remove("blk_0");
    timer.advance(9_999);
    assertThat(monitor.getDrainingBlocks()).isEqualTo(5_000);
    timer.advance(1);
    assertThat(monitor.getDrainingBlocks()).isEqualTo(4_999);
    assertThat(monitor.getOldestDrainingBlocks()).contains("\"blk_100\"");
  }

  @Test
  public void eachOfTwoNameNodesHasABeanUntilItStops() throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName one =
        new ObjectName("Hadoop:service=NameNode,name=SmarthDraining");
    ObjectName two =
        new ObjectName("Hadoop:service=NameNode,name=SmarthDraining-2");
    expected.expect("blk_1", Collections.singleton("d2"));
    DrainingMonitor second = new DrainingMonitor(expected,
        Function.<String>identity(), Function.<String>identity(), timer);
    assertThat(server.getAttribute(one, "DrainingBlocks")).isEqualTo(1);
    assertThat(server.getAttribute(two, "OldestDrainingSeconds"))
        .isEqualTo(0L);
    second.close();
    assertThat(server.isRegistered(one)).isTrue();
    assertThat(server.isRegistered(two)).isFalse();
  }
}
