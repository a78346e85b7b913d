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

package org.smarth.hadoop.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class ByteSizeTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  @Test
  public void unitsArePowersOf1024() {
    assertThat(parse("17")).isEqualTo(17);
    assertThat(parse("64M")).isEqualTo(64L << 20);
    assertThat(parse("64mb")).isEqualTo(64L << 20);
    assertThat(parse("2 G")).isEqualTo(2L << 30);
  }

  @Test
  public void whatIsOutOfRangeOrNoSizeIsRefusedWithTheRange() {
    for (String text : new String[] {"0", "x", "", "-1", "1.5G", "2T", "999999999999T", "5X"}) {
      assertThatThrownBy(() -> parse(text)).as("'%s'", text)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("'" + text + "' is no size from 1 byte to 1 TiB; give a number with K, M"
              + " or G");
    }
  }

  @Test
  public void formatIsShort() {
    assertThat(ByteSize.format(17)).isEqualTo("17 bytes");
    assertThat(ByteSize.format(512 * ByteSize.MIB)).isEqualTo("512 MiB");
    assertThat(ByteSize.format(ByteSize.GIB * 3 / 2)).isEqualTo("1.5 GiB");
  }

  private static long parse(String text) {
    return ByteSize.parse(text, 1, 1024 * ByteSize.GIB);
  }
}
