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
import static org.smarth.hadoop.benchmarks.harness.FakeClock.SECOND;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class TokenBucketTest {
  private static final int MB = 1_000_000;

  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  /** 1 MB/s, from time 0. */
  private final ShapedLinks.TokenBucket bucket = new ShapedLinks.TokenBucket(new Rate(8), 0);

  @Test
  public void bytesPassAtTheRate() {
    assertThat(bucket.book(MB, 0)).isEqualTo(SECOND);
    assertThat(bucket.book(2 * MB, 0)).isEqualTo(3 * SECOND);
  }

  @Test
  public void timeThatPassedWhileBusyIsNotLost() {
    bucket.book(MB, 0);
    assertThat(bucket.book(MB, SECOND / 2)).isEqualTo(2 * SECOND);
  }

  @Test
  public void idleTimeIsLostBeyondTheBurst() {
    assertThat(bucket.book(MB, 100 * SECOND))
        .isEqualTo(101 * SECOND - ShapedLinks.TokenBucket.BURST_NANOS);
  }

  @Test
  public void manySmallBookingsAddUpExactly() {
    ShapedLinks.TokenBucket fast = new ShapedLinks.TokenBucket(new Rate(376), 0);
    long passed = 0;
    for (int i = 0; i < 47_000; i++) {
      passed = fast.book(1000, 0);
    }
    assertThat(passed).isBetween(SECOND - 1000, SECOND + 1000);
  }
}
