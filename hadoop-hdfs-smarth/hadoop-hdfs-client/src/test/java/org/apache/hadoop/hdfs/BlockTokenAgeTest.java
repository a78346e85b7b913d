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

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

import com.google.protobuf.CodedOutputStream;

import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.util.Time;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** When the token of a block is renewed, whose recovery may need it. */
public class BlockTokenAgeTest {
  private static boolean isExpiring(long leftMinutes, long ageMinutes)
      throws IOException {
    BlockTokenIdentifier identifier = TestedHadoop.newTokenToWrite();
    identifier.setExpiryDate(
        Time.now() + TimeUnit.MINUTES.toMillis(leftMinutes));
    return FinalBlockDatanodes.isExpiring(new Token<>(identifier.getBytes(),
        new byte[0], new Text(), new Text()),
        TimeUnit.MINUTES.toMillis(ageMinutes));
  }

  @Test(timeout = 60_000)
  public void aTokenIsRenewedInItsLastHour() throws IOException {
    assertThat(isExpiring(599, 1)).isFalse();
    assertThat(isExpiring(61, 539)).isFalse();
    assertThat(isExpiring(59, 541)).isTrue();
    assertThat(isExpiring(-1, 601)).isTrue();
  }

  @Test(timeout = 60_000)
  public void whereTokensLastShortAFreshOneIsNotRenewed() throws IOException {
    assertThat(isExpiring(50, 10)).isFalse();
    assertThat(isExpiring(9, 1)).isFalse();
    assertThat(isExpiring(4, 6)).isTrue();
    assertThat(isExpiring(-1, 11)).isTrue();
  }

  /** As a namenode of Hadoop 3 makes it, if so configured. */
  private static boolean isMessageExpiring(long leftMinutes)
      throws IOException {
    ByteArrayOutputStream identifier = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(identifier);
    out.writeUInt64(1, Time.now() + TimeUnit.MINUTES.toMillis(leftMinutes));
    out.writeUInt32(2, 1);
    out.flush();
    return FinalBlockDatanodes.isExpiring(
        new Token<>(identifier.toByteArray(), new byte[0], new Text(),
            new Text()), TimeUnit.HOURS.toMillis(9));
  }

  @Test(timeout = 60_000)
  public void aTokenThatIsAMessageIsRenewedInItsLastHour()
      throws IOException {
    assertThat(isMessageExpiring(61)).isFalse();
    assertThat(isMessageExpiring(59)).isTrue();
    assertThat(isMessageExpiring(-1)).isTrue();
  }

  @Test(timeout = 60_000)
  public void withoutTokensNoneIsRenewed() throws IOException {
    assertThat(FinalBlockDatanodes.isExpiring(null, Long.MAX_VALUE)).isFalse();
    assertThat(FinalBlockDatanodes.isExpiring(
        new Token<BlockTokenIdentifier>(), Long.MAX_VALUE)).isFalse();
  }
}
