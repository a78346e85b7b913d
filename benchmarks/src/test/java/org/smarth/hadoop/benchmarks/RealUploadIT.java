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

package org.smarth.hadoop.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

import org.smarth.hadoop.benchmarks.harness.Namespaces;

/** The whole command with --real on a small file; needs root, and says so without. */
public class RealUploadIT {
  @ClassRule
  public static final TemporaryFolder FOLDER = new TemporaryFolder();
  @ClassRule
  public static final Timeout TIMEOUT = Timeout.seconds(300);

  private final UploadRun run = new UploadRun(FOLDER);

  @BeforeClass
  public static void rootOnly() throws Exception {
    Namespaces.assumeUsable("RealUploadIT");
  }

  @Test
  public void separateJvmsInNamespacesUploadAtTheRateBetweenTheRacks() throws Exception {
    run.of("--real", "--size", "4M", "--block-size", "1M", "--datanodes", "3", "--cross", "16",
            "--nic", "160")
        .succeeds()
        // 2 MB/s, headers included, and bursts; a loaded machine may be much slower.
        .stockRateIsBetween(0.1, 2.2)
        .says("Separate JVMs in network namespaces", "24 of 24")
        .leavesNothing();
    assertThat(Namespaces.own()).isEmpty();
  }
}
