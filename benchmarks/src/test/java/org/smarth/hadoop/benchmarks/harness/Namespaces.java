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

import static org.junit.Assume.assumeNoException;

import java.util.List;

/** Network namespaces for tests that need them. */
public final class Namespaces {
  private Namespaces() {
  }

  /** Skips a test, and says why, where there can be none. */
  public static void assumeUsable(String test) throws Exception {
    try {
      Network.tryOut(RunName.create().toString());
    } catch (Failure e) {
      System.out.println(test + " skipped: " + e.getMessage());
      assumeNoException(e);
    }
  }

  /** Those of this process. */
  public static List<String> own() throws Exception {
    return Network.names().stream().filter(name -> RunName.of(name)
        .filter(run -> run.pid() == ProcessHandle.current().pid()).isPresent()).toList();
  }
}
