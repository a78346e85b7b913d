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

import java.io.InputStream;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeInsides;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.After;
import org.junit.Before;
import org.junit.ClassRule;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * With Kerberos and each way to protect data on the wire, a file gets FNFA for
 * its blocks, and its bytes are right on every datanode.
 */
@RunWith(Parameterized.class)
public class SecureTransferIT {
  private static final int BLOCKS = 4;
  private static final String AES = "AES/CTR/NoPadding";

  @ClassRule
  public static final RealKdc KDC = new RealKdc("alice");

  @Rule
  public final Timeout timeout = Timeout.seconds(120);

  private final String protection;
  /** Null without dfs.encrypt.data.transfer. */
  private final String algorithm;
  private final String cipher;
  private SmarthCluster cluster;

  /** @param cipher instead of the mechanism's own; "" for none */
  public SecureTransferIT(String protection, String algorithm, String cipher) {
    this.protection = protection;
    this.algorithm = algorithm;
    this.cipher = cipher;
  }

  @Parameterized.Parameters(name = "{0} {1} {2}")
  public static Iterable<Object[]> settings() {
    return Arrays.asList(new Object[][] {
        {"authentication", null, ""},
        {"integrity", null, ""},
        {"privacy", null, ""},
        {"privacy", null, AES},
        {"authentication", "3des", ""},
        {"authentication", "rc4", ""},
        {"authentication", "rc4", AES}});
  }

  @Before
  public void setUp() throws Exception {
    Configuration conf = KDC.secure(new HdfsConfiguration());
    KDC.loginAsDaemon();
    conf.set(HdfsClientConfigKeys.DFS_DATA_TRANSFER_PROTECTION_KEY, protection);
    conf.setBoolean(DFSConfigKeys.DFS_ENCRYPT_DATA_TRANSFER_KEY,
        algorithm != null);
    if (algorithm != null) {
      conf.set(DFSConfigKeys.DFS_DATA_ENCRYPTION_ALGORITHM_KEY, algorithm);
    }
    conf.set(HdfsClientConfigKeys
        .DFS_ENCRYPT_DATA_TRANSFER_CIPHER_SUITES_KEY, cipher);
    cluster = new SmarthCluster(4, conf);
    cluster.getFs().setPermission(new Path("/"),
        new FsPermission((short) 0777));
  }

  @After
  public void tearDown() throws Exception {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  public void blocksGetFirstNodeAckAndTheirBytesAreRightEverywhere()
      throws Exception {
    byte[] bytes = SmarthCluster.bytes(BLOCKS * SmarthCluster.BLOCK, 1);
    Path path = new Path("/file");
    Configuration conf = cluster.getFs().getConf();
    UserGroupInformation alice = KDC.login("alice");
    alice.doAs((PrivilegedExceptionAction<Void>) () -> {
      try (FileSystem fs =
          FileSystem.newInstance(cluster.getFs().getUri(), conf)) {
        try (FSDataOutputStream out = fs.create(path)) {
          out.write(bytes);
        }
        byte[] read = new byte[bytes.length];
        try (InputStream in = fs.open(path)) {
          IOUtils.readFully(in, read, 0, read.length);
          assertThat(in.read()).isNegative();
        }
        assertThat(read).isEqualTo(bytes);
        assertThat(fs.getFileStatus(path).getOwner()).isEqualTo("alice");
      }
      return null;
    });
    long acks = 0;
    for (DataNode node : cluster.getCluster().getDataNodes()) {
      acks += DataNodeInsides.firstNodeAcks(node);
    }
    assertThat(acks).isEqualTo(BLOCKS);
  }
}
