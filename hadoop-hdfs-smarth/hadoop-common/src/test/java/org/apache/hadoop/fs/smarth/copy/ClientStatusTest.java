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
package org.apache.hadoop.fs.smarth.copy;

import java.io.IOException;
import java.net.URI;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

public class ClientStatusTest {
  private static final URI NAMENODE = URI.create("hdfs://localhost:1");

  @Rule
  public final Timeout timeout = Timeout.seconds(60);

  private final ClientStatus status = new ClientStatus();

  /** @return HDFS with a client of its own, and no NameNode. */
  private static DistributedFileSystem hdfs() throws IOException {
    DistributedFileSystem fs = mock(DistributedFileSystem.class);
    DFSClient client = new DFSClient(null, mock(ClientProtocol.class),
        new Configuration(false), null);
    when(fs.getUri()).thenReturn(NAMENODE);
    when(fs.getClient()).thenReturn(client);
    return fs;
  }

  private void assertUnknown() {
    assertThat(status.getOpenPipelines()).isEqualTo(-1);
    assertThat(status.getSlowDatanodes()).isEmpty();
    assertThat(status.getDatanodeRates()).isEmpty();
    assertThat(status.getCounts()).isEmpty();
  }

  @Test
  public void ofHdfsItKnowsWhatTheClientCounts() throws IOException {
    assertUnknown();
    status.add(hdfs());
    assertThat(status.getOpenPipelines()).isNotNegative();
    assertThat(status.getSlowDatanodes()).isEmpty();
    assertThat(status.getDatanodeRates()).isEmpty();
    assertThat(status.getCounts()).containsKeys("blocks", "blocksWithFnfa",
        "maxPipelines", "spilledBytes", "waitsForSpace");
  }

  /** A command has one target. */
  @Test
  public void theFirstFileSystemCounts() throws IOException {
    status.add(FileSystem.getLocal(new Configuration(false)));
    status.add(hdfs());
    assertUnknown();
  }

  @Test
  public void aClientThatStandsInForThatOfHdfsIsLeftAlone() {
    FileSystem another = mock(FileSystem.class);
    when(another.getUri()).thenReturn(NAMENODE);
    status.add(another);
    assertUnknown();
  }
}
