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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Random;

import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.util.DataChecksum;
import org.junit.Test;

public class BlockChecksumsTest {
  private static final int BLOCK = 2048;
  private static final DataChecksum CRC =
      DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512);

  private static FileChecksum of(byte[] bytes, int part)
      throws IOException {
    BlockChecksums sums = new BlockChecksums(CRC, BLOCK);
    for (int at = 0; at < bytes.length; at += part) {
      sums.update(bytes, at, Math.min(part, bytes.length - at));
    }
    assertThat(sums.getLength()).isEqualTo(bytes.length);
    return sums.finish();
  }

  @Test
  public void itIsTheSameInWhateverPartsBytesCome()
      throws IOException {
    byte[] bytes = new byte[5 * BLOCK + 700];
    new Random(1).nextBytes(bytes);
    FileChecksum whole = of(bytes, bytes.length);
    for (int part : new int[] {1, 511, 512, 513, BLOCK, BLOCK + 1}) {
      assertThat(of(bytes, part)).isEqualTo(whole);
    }
    bytes[BLOCK] ^= 1;
    assertThat(of(bytes, BLOCK)).isNotEqualTo(whole);
  }

  @Test
  public void moreMayFollowTheEndOfABlock() throws IOException {
    byte[] bytes = new byte[3 * BLOCK];
    new Random(2).nextBytes(bytes);
    BlockChecksums sums = new BlockChecksums(CRC, BLOCK);
    sums.update(bytes, 0, 2 * BLOCK);
    FileChecksum two = sums.finish();
    assertThat(sums.finish()).isEqualTo(two);
    sums.update(bytes, 2 * BLOCK, BLOCK);
    assertThat(sums.finish()).isEqualTo(of(bytes, BLOCK));
  }

  @Test
  public void aCopyKnowsNothingOfWhatFollowed() throws IOException {
    byte[] bytes = new byte[5 * BLOCK + 700];
    new Random(3).nextBytes(bytes);
    BlockChecksums sums = new BlockChecksums(CRC, BLOCK);
    sums.update(bytes, 0, 3 * BLOCK);
    BlockChecksums copy = sums.copy();
    sums.update(bytes, 0, 700);
    copy.update(bytes, 3 * BLOCK, 2 * BLOCK + 700);
    assertThat(copy.finish()).isEqualTo(of(bytes, BLOCK));
    assertThatThrownBy(sums::copy).isInstanceOf(IllegalStateException.class);
  }

  @Test
  public void withoutChecksumsThereIsNothingToCompare() {
    assertThatThrownBy(() -> new BlockChecksums(DataChecksum.newDataChecksum(
        DataChecksum.Type.NULL, 512), BLOCK))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("files without checksums cannot be compared");
  }
}
