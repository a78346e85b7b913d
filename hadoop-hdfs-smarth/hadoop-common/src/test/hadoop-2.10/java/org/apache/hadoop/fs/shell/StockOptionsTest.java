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

package org.apache.hadoop.fs.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.Test;

public class StockOptionsTest {
  @Test
  public void aValueOutOfItsRangeIsNamed() {
    for (String value : new String[] {"0", "-1", "x", "1025", ""}) {
      assertThatThrownBy(() -> StockOptions.threads("-t", value))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("-t " + value + ": must be a number from 1 to 1024");
    }
    assertThatThrownBy(() -> StockOptions.queue("-q", ""))
        .hasMessage("-q : must be a number from 1 to 1000000");
    assertThat(StockOptions.threads("-t", "1024")).isEqualTo(1024);
    assertThat(StockOptions.queue("-q", "1000000")).isEqualTo(1_000_000);
  }
}
