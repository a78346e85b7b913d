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

import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys.BlockWrite.ReplaceDatanodeOnFailure;
import org.apache.hadoop.hdfs.smarth.client.ClientMetrics;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.apache.hadoop.hdfs.SmarthCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

/** A block that Hadoop 3 begins although not all of its datanodes are there. */
public class NewBlockIT {
  private static final int BLOCKS = 3;

  @Rule
  public final Timeout timeout = new Timeout(120, TimeUnit.SECONDS);

  @Test
  public void whereFewerReplicasSufficeItGoesOnWithFnfaAtANewStamp()
      throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.setInt(ReplaceDatanodeOnFailure.MIN_REPLICATION, 1);
    Path path = new Path("/file");
    byte[] data = SmarthCluster.bytes(BLOCKS * BLOCK, 1);
    try (SmarthCluster cluster = SmarthCluster.patient(3, conf)) {
      cluster.getCluster().stopDataNode(0);
      ClientMetrics metrics = SmarthStatus.of(cluster.getFs()).getMetrics();
      long acks = metrics.getFirstNodeAcks();
      long retries = metrics.getBlockRetries();
      try (FSDataOutputStream out = cluster.getFs().create(path)) {
        out.write(data);
      }
      assertThat(cluster.read(path)).isEqualTo(data);
      assertThat(metrics.getBlockRetries()).isEqualTo(retries);
      assertThat(metrics.getFirstNodeAcks() - acks).isEqualTo(BLOCKS);
      cluster.assertReplicas(path, data, 2);
    }
  }
}
