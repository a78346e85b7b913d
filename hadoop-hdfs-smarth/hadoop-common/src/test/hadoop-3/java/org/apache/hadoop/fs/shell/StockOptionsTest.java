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
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.fs.smarth.copy.CopyQueue;
import org.junit.Test;

public class StockOptionsTest {
  private static final class Command extends CopyCommands.Put {
    void set(String threads, String queue) {
      setThreadCount(threads);
      setThreadPoolQueueSize(queue);
    }
  }

  @Test
  public void valuesHaveStocksMeaning() {
    for (String value : new String[] {"-2", "0", "1", "7", "5000"}) {
      Command stock = new Command();
      stock.set(value, value);
      assertThat(StockOptions.threads("-t", value))
          .isEqualTo(stock.getThreadCount());
      assertThat(StockOptions.queue("-q", value))
          .isEqualTo(stock.getThreadPoolQueueSize());
    }
  }

  @Test
  public void moreThanAnyProcessHasIsNotTooMuch() {
    String most = String.valueOf(Integer.MAX_VALUE);
    int threads = StockOptions.threads("-t", most);
    int queue = StockOptions.queue("-q", most);
    assertThat(threads + queue).isGreaterThan(1_000_000_000);
    // Nothing is made for places that nobody takes.
    assertThatCode(() -> new CopyQueue(threads, queue).finish())
        .doesNotThrowAnyException();
  }

  @Test
  public void whatIsNoNumberIsNamed() {
    for (String value : new String[] {"x", "", "2147483648"}) {
      assertThatThrownBy(() -> StockOptions.threads("-t", value))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("-t " + value + ": must be a number");
      assertThatThrownBy(() -> StockOptions.queue("-q", value))
          .hasMessage("-q " + value + ": must be a number");
    }
  }
}
