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

/** Time that passes only by waiting for it. */
final class FakeClock implements ShapedLinks.Clock {
  static final long SECOND = 1_000_000_000L;

  private long now;

  @Override
  public long nanoTime() {
    return now;
  }

  @Override
  public void waitUntil(long nanoTime) {
    now = Math.max(now, nanoTime);
  }

  double seconds() {
    return now / (double) SECOND;
  }
}
