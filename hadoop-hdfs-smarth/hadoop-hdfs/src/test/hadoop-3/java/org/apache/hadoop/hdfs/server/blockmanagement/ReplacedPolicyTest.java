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
package org.apache.hadoop.hdfs.server.blockmanagement;

import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.conf.ReconfigurationException;
import org.junit.Test;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What an operator hears who replaces a placement policy. */
public class ReplacedPolicyTest {
  private final BlockManager manager = Mockito.mock(BlockManager.class);

  @Test(timeout = 60_000)
  public void stockReplacesIt() throws Exception {
    Runnable stock = Mockito.mock(Runnable.class);
    ReplacedPolicy.replace(manager, "key", "value", stock);
    Mockito.verify(stock).run();
  }

  @Test(timeout = 60_000)
  public void aWrongKeyOfOursIsTold() {
    Mockito.when(manager.getBlockPlacementPolicy())
        .thenReturn(new BlockPlacementPolicyDefault());
    assertThatThrownBy(() -> ReplacedPolicy.replace(manager, "key", "value",
        () -> {
          throw new HadoopIllegalArgumentException("dfs.x = 2: must be ...");
        })).isInstanceOf(ReconfigurationException.class)
        .hasMessageContaining("BlockPlacementPolicyDefault")
        .hasRootCauseMessage("dfs.x = 2: must be ...");
  }

  @Test(timeout = 60_000)
  public void whateverElseStockThrowsIsStocks() {
    RuntimeException stocks = new IllegalStateException("stock");
    assertThat(stocks).isNotInstanceOf(HadoopIllegalArgumentException.class);
    assertThatThrownBy(() -> ReplacedPolicy.replace(manager, "key", "value",
        () -> {
          throw stocks;
        })).isSameAs(stocks);
  }
}
