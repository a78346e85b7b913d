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
package org.apache.hadoop.yarn.server.resourcemanager;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.assertj.core.api.ThrowableAssert;

/** What tests do with stock's ResourceTrackerService. */
final class StockTracker {
  private StockTracker() {
  }

  /** Has the heartbeats that are given, and their time. */
  static void use(ResourceTrackerService tracker, NodeHeartbeats heartbeats) {
    tracker.nodeHeartbeats.use(heartbeats);
  }

  static void initWithIntervalZero(ThrowableAssert.ThrowingCallable init) {
    // It counts as the default.
    assertThatCode(init).doesNotThrowAnyException();
  }
}
