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
package org.apache.hadoop.yarn.fastheartbeat.rm;

import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

public class NodeLookTest {
  @Test(timeout = 60_000)
  public void aLookCountsAndIsNeverOverUnlessItIsExtra() {
    assertThat(NodeLook.counts()).isTrue();
    assertThat(NodeLook.mayTakeLess()).isTrue();
    assertThat(NodeLook.isOver()).isFalse();
  }

  @Test(timeout = 60_000)
  public void anExtraLookIsOverWithTheFirstWhoWouldTakeLess() {
    NodeLook.extra(() -> {
      assertThat(NodeLook.counts()).isFalse();
      assertThat(NodeLook.isOver()).isFalse();
      assertThat(NodeLook.mayTakeLess()).isFalse();
      assertThat(NodeLook.isOver()).isTrue();
    });
    NodeLook.extra(() -> assertThat(NodeLook.isOver()).isFalse());
  }

  @Test(timeout = 60_000)
  public void afterAnExtraLookThatFailsLooksCountAgain() {
    assertThatThrownBy(() -> NodeLook.extra(() -> {
      throw new IllegalStateException("test");
    })).hasMessage("test");
    assertThat(NodeLook.counts()).isTrue();
  }

  @Test(timeout = 60_000)
  public void anOfferIsOneWhileItLastsWhateverKindOfLookItIs() {
    assertThat(NodeLook.isOffer()).isFalse();
    NodeLook.offer(() -> {
      assertThat(NodeLook.isOffer()).isTrue();
      assertThat(NodeLook.counts()).isTrue();
      NodeLook.extra(() -> assertThat(NodeLook.isOffer()).isTrue());
    });
    assertThat(NodeLook.isOffer()).isFalse();
  }
}
