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

import org.junit.ClassRule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

/** The whole command on a small file in the embedded cluster, stock against stock. */
public class EmbeddedUploadIT {
  @ClassRule
  public static final TemporaryFolder FOLDER = new TemporaryFolder();
  @ClassRule
  public static final Timeout TIMEOUT = Timeout.seconds(180);

  private final UploadRun run = new UploadRun(FOLDER);

  @Test
  public void bothUploadAtTheRateBetweenTheRacksAndEverythingIsChecked() throws Exception {
    run.of("--size", "8M", "--block-size", "1M", "--cross", "40", "--nic", "400")
        .succeeds()
        // 5 MB/s and the bursts of fresh links; a loaded machine may be much slower.
        .stockRateIsBetween(0.2, 5.5)
        .says("Read back in each of the 2 runs: bytes equal", "48 of 48")
        .leavesNothing();
  }

  @Test
  public void aFileWithAnOddNameAndAShortLastBlockIsUploadedToo() throws Exception {
    run.of(run.file("an odd %41 name, ü", 2_500_001).toString(), "--block-size", "1M",
            "--datanodes", "3", "--replication", "2", "--unshaped")
        .succeeds()
        .says("3 blocks of 1 MiB", "12 of 12", "no limits")
        .leavesNothing();
  }

  @Test
  public void withSlowNodesEveryContenderUploadsToOneClusterAndBlocksThatBeganThereAreCounted()
      throws Exception {
    run.of("--size", "4M", "--block-size", "1M", "--datanodes", "4", "--nic", "none", "--cross",
            "none", "--slow", "3", "--slow-rate", "80", "--pairs", "2")
        .succeeds()
        .says("of 3 slow DataNodes 80 Mbps", "48 of 48", "Blocks whose first datanode was one of",
            "of 8 (")
        .leavesNothing();
  }
}
