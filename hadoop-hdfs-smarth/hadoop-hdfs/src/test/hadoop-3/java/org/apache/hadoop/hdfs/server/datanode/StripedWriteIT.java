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
package org.apache.hadoop.hdfs.server.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.util.List;
import java.util.stream.Collectors;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.apache.hadoop.hdfs.smarth.protocol.DatanodeSpeeds;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/** Erasure-coded files go through datanodes of ours as in stock. */
public class StripedWriteIT {
  private static final int LENGTH = 20 << 20;
  private static final String POLICY = SystemErasureCodingPolicies
      .getByID(SystemErasureCodingPolicies.XOR_2_1_POLICY_ID).getName();

  @Rule
  public final Timeout timeout = Timeout.seconds(180);

  private final byte[] data = FirstNodeCluster.randomBytes(LENGTH);
  private FirstNodeCluster cluster;
  private DistributedFileSystem fs;

  @Before
  public void start() throws Exception {
    cluster = FirstNodeCluster.start();
    fs = cluster.getFs();
  }

  @After
  public void stop() throws Exception {
    cluster.close();
  }

  private void write(String path) throws Exception {
    try (OutputStream out = fs.create(new Path(path))) {
      out.write(data);
    }
    assertThat(cluster.read(path)).isEqualTo(data);
  }

  /** @return what each datanode has measured of its clients and mirrors. */
  private List<Integer> measured() {
    return cluster.getDfs().getDataNodes().stream().map(node -> {
      DatanodeSpeeds speeds =
          node.firstNodeService.getSpeeds().newTeller().get();
      return speeds.getClients().size() + speeds.getMirrors().size();
    }).collect(Collectors.toList());
  }

  @Test
  public void aStripedFileSaysNothingOfSpeedsAndAReplicatedOneDoes()
      throws Exception {
    fs.enableErasureCodingPolicy(POLICY);
    fs.mkdirs(new Path("/striped"));
    fs.setErasureCodingPolicy(new Path("/striped"), POLICY);
    write("/striped/file");
    assertThat(fs.getErasureCodingPolicy(new Path("/striped/file")).getName())
        .isEqualTo(POLICY);
    assertThat(measured()).containsOnly(0);
    write("/replicated");
    assertThat(measured()).contains(2);
  }
}
