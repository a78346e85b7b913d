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

import java.util.List;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class FirstNodeShareTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  @Test
  public void theFirstReportDividesTheUpload() {
    FirstNodeShare share = FirstNodeShare.of(List.of(new BlockStart(1, 0, 7),
        new BlockStart(2, 2.999, 1), new BlockStart(3, 3, 1), new BlockStart(4, 4, 1),
        new BlockStart(5, 5, 7)), node -> node == 7);
    assertThat(share.before()).hasToString("1 of 2 (50%)");
    assertThat(share.after()).hasToString("1 of 3 (33%)");
    assertThat(share.all()).hasToString("2 of 5 (40%)");
  }

  @Test
  public void noBlocksHaveNoShare() {
    assertThat(FirstNodeShare.NONE.all()).hasToString("0 of 0");
    assertThat(FirstNodeShare.NONE.all().percent()).isEqualTo("-");
  }

  @Test
  public void uploadsAddUp() {
    FirstNodeShare one = FirstNodeShare.of(List.of(new BlockStart(1, 0, 7)), node -> node == 7);
    assertThat(one.plus(one).before()).hasToString("2 of 2 (100%)");
  }
}
