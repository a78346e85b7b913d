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

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.apache.hadoop.util.Time;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** What the log says of acks that come late. */
public class LateAcksTest {
  private static final int SLOW_MILLIS = 10;
  private static final String SLOW = "Slow ReadProcessor";

  @Rule
  public final Timeout timeout = new Timeout(60, TimeUnit.SECONDS);

  private final LogCapturer log = LogCapturer.captureLogs(
      LoggerFactory.getLogger(DataStreamer.class));
  private ScriptedCluster cluster;
  private SmarthOutputStream out;

  @Before
  public void start() throws IOException {
    Configuration conf = new Configuration();
    conf.setLong(
        HdfsClientConfigKeys.DFS_CLIENT_SLOW_IO_WARNING_THRESHOLD_KEY,
        SLOW_MILLIS);
    cluster = new ScriptedCluster(conf);
    out = cluster.create();
    cluster.getDatanode().holdAcks();
  }

  @After
  public void stop() throws IOException {
    log.stopCapturing();
    cluster.close();
  }

  private void letLateAcks() throws IOException {
    long late = Time.monotonicNow() + 2 * SLOW_MILLIS;
    Awaitility.await().until(() -> Time.monotonicNow() > late);
    cluster.getDatanode().letAcks();
  }

  /** It would be a line a packet, for all of a block. */
  @Test
  public void thoseOfADrainAreNotLogged() throws Exception {
    SmarthDataStreamer drains = out.getStreamer();
    out.write(new byte[ScriptedCluster.BLOCK]);
    Awaitility.await().until(drains::isFirstFinished);
    letLateAcks();
    out.close();
    assertThat(log.getOutput()).doesNotContain(SLOW);
  }

  @Test
  public void thoseOfABlockThatIsWrittenAreAsInStock() throws Exception {
    out.write(new byte[2 * ScriptedCluster.PACKET]);
    Awaitility.await().until(() -> !out.getStreamer().ackQueue.isEmpty());
    letLateAcks();
    out.hflush();
    out.close();
    assertThat(log.getOutput()).contains(SLOW);
  }
}
