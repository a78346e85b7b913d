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

package org.smarth.hadoop.benchmarks.compat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.compat.Pair.Side;
import org.smarth.hadoop.benchmarks.harness.Installation;

public class PairTest {
  private static final Side OLD_STOCK = side("2.10.2", false);
  private static final Side OLD = side("2.10.2", true);
  private static final Side NEW_STOCK = side("3.4.2", false);
  private static final Side NEW = side("3.4.2", true);
  private static final Pair STOCK = pair(OLD_STOCK, NEW_STOCK, 0, false);
  private static final Pair REFUSED = new Pair(OLD_STOCK, NEW_STOCK, false, "refused", 0, false);

  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  private static Side side(String release, boolean smarth) {
    return new Side(release, smarth, new Installation(release + smarth, "/jars"));
  }

  private static Pair pair(Side client, Side cluster, long acks, boolean notGranted) {
    return new Pair(client, cluster, true, "", acks, notGranted);
  }

  @Test
  public void aPathIsNamed() {
    assertThat(STOCK.path()).isEqualTo("stock's");
    assertThat(REFUSED.path()).isEqualTo("-");
    assertThat(pair(OLD, NEW_STOCK, 0, true).path()).isEqualTo("stock's, FNFA is not granted");
    assertThat(pair(OLD, NEW, 6, false).path()).isEqualTo("SMARTH's, FNFA of 6 blocks");
    assertThat(OLD.jars()).isEqualTo("SMARTH 2.10.2");
    assertThat(NEW_STOCK.jars()).isEqualTo("stock 3.4.2");
  }

  @Test
  public void smarthWritesWhereBothHaveIt() {
    assertThat(pair(OLD, NEW, 6, false).isGood(STOCK)).isTrue();
    assertThat(pair(OLD, NEW, 0, true).isGood(STOCK)).isFalse();
    assertThat(pair(OLD, NEW, 5, true).isGood(STOCK)).isFalse();
  }

  @Test
  public void stockWritesWhereOneIsStock() {
    assertThat(STOCK.isGood(STOCK)).isTrue();
    assertThat(pair(OLD, NEW_STOCK, 0, true).isGood(STOCK)).isTrue();
    assertThat(pair(OLD, NEW_STOCK, 0, false).isGood(STOCK)).isFalse();
    assertThat(pair(OLD_STOCK, NEW, 0, false).isGood(STOCK)).isTrue();
    assertThat(pair(OLD_STOCK, NEW, 6, false).isGood(STOCK)).isFalse();
  }

  @Test
  public void whatStockDoesSmarthHasToDo() {
    assertThat(REFUSED.isGood(REFUSED)).isTrue();
    assertThat(new Pair(OLD, NEW, false, "refused", 0, false).isGood(REFUSED)).isTrue();
    assertThat(new Pair(OLD, NEW, false, "refused", 0, false).isGood(STOCK)).isFalse();
    assertThat(pair(OLD, NEW, 6, false).isGood(REFUSED)).isTrue();
  }

  @Test
  public void aPairIsComparedWithStocksOfItsReleases() {
    assertThat(STOCK.isOfStock()).isTrue();
    assertThat(pair(OLD, NEW_STOCK, 0, true).isOfStock()).isFalse();
    assertThat(pair(OLD_STOCK, NEW, 0, false).isOfStock()).isFalse();
    assertThat(STOCK.hasReleasesOf(pair(OLD, NEW, 6, false))).isTrue();
    assertThat(STOCK.hasReleasesOf(pair(NEW, OLD, 6, false))).isFalse();
    assertThat(STOCK.hasReleasesOf(pair(OLD, OLD, 6, false))).isFalse();
  }
}
