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
package org.apache.hadoop.hdfs.smarth.client.retention;

import java.io.IOException;

import org.apache.hadoop.hdfs.smarth.client.SmarthClient;

/** What a test may know of the limits that the files of a process share. */
public final class SharedLimits {
  private SharedLimits() {
  }

  /** @return whether no file asks for memory or disk space any more. */
  public static boolean areFree(SmarthClient client) {
    return isMemoryFree(client.getBudget())
        && !client.getSpillSpace().hasRoom(1);
  }

  private static boolean isMemoryFree(RetentionBudget budget) {
    try (RetentionBudget.Account small = budget.open(0, 1, false)) {
      small.reserveAnyway(1);
      try {
        // Fits only if another file asks for more.
        small.reserve(1, () -> {
          throw new IOException("used up");
        }, () -> false);
        small.release(1, null);
        return false;
      } catch (IOException e) {
        return true;
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      } finally {
        small.release(1, null);
      }
    }
  }
}
