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

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.awaitility.Awaitility;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class DrainProgressTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(60);

  private final AtomicInteger progress = new AtomicInteger();

  /** A task that waits in close() for minutes tells of nothing else. */
  @Test
  public void eachAckOfABlockThatDrainsIsProgress() throws Exception {
    try (ScriptedCluster cluster =
        new ScriptedCluster(new Configuration(false))) {
      SmarthOutputStream out = cluster.create((client, stat, sum) ->
          new SmarthOutputStream(client, "/file", stat,
              EnumSet.of(CreateFlag.CREATE), progress::incrementAndGet, sum,
              null));
      cluster.getDatanode().holdAcks();
      SmarthDataStreamer drains = out.getStreamer();
      out.write(new byte[ScriptedCluster.BLOCK + 1]);
      Awaitility.await().until(() -> out.getStreamer() != drains
          && drains.ackQueue.size() > 2 && drains.dataQueue.isEmpty());
      int acks = drains.ackQueue.size();
      int before = progress.get();
      cluster.getDatanode().letAcks();
      Awaitility.await().until(() -> drains.ackQueue.isEmpty());
      Awaitility.await().untilAsserted(() ->
          assertThat(progress.get() - before).isGreaterThanOrEqualTo(acks));
      out.close();
    }
  }
}
