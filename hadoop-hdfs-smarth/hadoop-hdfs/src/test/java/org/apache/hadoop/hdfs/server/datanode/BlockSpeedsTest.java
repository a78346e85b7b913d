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

import java.net.InetAddress;
import java.net.InetSocketAddress;

import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

public class BlockSpeedsTest {
  @Test(timeout = 30_000)
  public void theClientIsKnownByTheTextOfItsAddressAsTheNameNodeWritesIt()
      throws Exception {
    for (byte[] address : new byte[][] {{10, 0, 0, 7}, new byte[16],
        {0x20, 1, 0xd, (byte) 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}}) {
      InetAddress ip = InetAddress.getByAddress(address);
      assertThat(BlockSpeeds.ip(new InetSocketAddress(ip, 50010).toString()))
          .isEqualTo(ip.getHostAddress());
      InetAddress named = InetAddress.getByAddress("some.host", address);
      assertThat(BlockSpeeds.ip(new InetSocketAddress(named, 1).toString()))
          .isEqualTo(ip.getHostAddress());
    }
    // As Java 8 writes it.
    assertThat(BlockSpeeds.ip("/2001:db8:0:0:0:0:0:1:50010"))
        .isEqualTo("2001:db8:0:0:0:0:0:1");
  }

  @Test(timeout = 30_000)
  public void aPeerWithoutAnIpAddressIsNoClientHost() {
    for (String peer : new String[] {"unix:/var/run/socket", "/x:1", "", ":",
        "host:1"}) {
      assertThat(BlockSpeeds.ip(peer)).as(peer).isNull();
    }
  }
}
