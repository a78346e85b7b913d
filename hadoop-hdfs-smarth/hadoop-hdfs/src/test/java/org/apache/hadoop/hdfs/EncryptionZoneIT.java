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

import java.io.Closeable;
import java.io.IOException;
import java.util.EnumSet;

import com.google.common.io.ByteStreams;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.key.kms.server.MiniKMS;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.CreateEncryptionZoneFlag;
import org.apache.hadoop.hdfs.client.HdfsAdmin;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeInsides;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Files in an encryption zone, whose keys a KMS has. */
public class EncryptionZoneIT {
  private static final String KEY = "zone-key";
  private static final int BLOCKS = 4;

  @Rule
  public final Timeout timeout = Timeout.seconds(120);
  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();

  private MiniKMS kms;
  private SmarthCluster cluster;

  @Before
  public void setUp() throws Exception {
    kms = new MiniKMS.Builder().setKmsConfDir(folder.newFolder()).build();
    kms.start();
    Configuration conf = new HdfsConfiguration();
    conf.set(CommonConfigurationKeysPublic.HADOOP_SECURITY_KEY_PROVIDER_PATH,
        "kms://" + kms.getKMSUrl().toExternalForm().replace("://", "@"));
    cluster = new SmarthCluster(4, conf);
    DFSTestUtil.createKey(KEY, cluster.getCluster(), conf);
  }

  @After
  public void tearDown() throws Exception {
    if (cluster != null) {
      cluster.close();
    }
    kms.stop();
  }

  @Test
  public void aFileGetsFirstNodeAckAndIsStoredEncrypted() throws Exception {
    Path zone = new Path("/zone");
    cluster.getFs().mkdirs(zone);
    new HdfsAdmin(cluster.getFs().getUri(), cluster.getFs().getConf())
        .createEncryptionZone(zone, KEY,
            EnumSet.of(CreateEncryptionZoneFlag.NO_TRASH));
    byte[] bytes = SmarthCluster.bytes(BLOCKS * SmarthCluster.BLOCK, 1);
    Path file = new Path(zone, "file");
    FSDataOutputStream out = cluster.getFs().create(file);
    out.write(bytes);
    close(out);
    assertThat(read(file)).isEqualTo(bytes);
    assertThat(read(new Path("/.reserved/raw/zone/file")))
        .hasSameSizeAs(bytes).isNotEqualTo(bytes);
    long acks = 0;
    for (DataNode node : cluster.getCluster().getDataNodes()) {
      acks += DataNodeInsides.firstNodeAcks(node);
    }
    assertThat(acks).isEqualTo(BLOCKS);
  }

  private byte[] read(Path file) throws IOException {
    FSDataInputStream in = cluster.getFs().open(file);
    byte[] bytes = ByteStreams.toByteArray(in);
    close(in);
    return bytes;
  }

  /**
   * Stock's streams that encrypt free their buffers at last, after Java 8 with a
   * method that is not there any more. By then the file is closed.
   */
  private static void close(Closeable stream) throws IOException {
    try {
      stream.close();
    } catch (NoSuchMethodError e) {
      assertThat(e).hasMessageContaining("sun.misc.Cleaner");
    }
  }
}
