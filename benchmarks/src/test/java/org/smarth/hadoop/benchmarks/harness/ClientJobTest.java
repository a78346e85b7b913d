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

import java.time.Duration;
import java.util.List;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

public class ClientJobTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  @Test
  public void everyJobRoundTrips() throws Exception {
    for (ClientJob job : List.of(new UploadJob("webhdfs://198.18.0.11:50070/a file", false),
        new UploadJob("/file", true), new SmallFilesJob(3, List.of(1L, 1L << 40)),
        new FlushJob(2, 4096),
        new JobSeries(JobKind.TERASORT, 2, new JobKind.Size(4, 1L << 33)),
        new BeatJob(SenderKind.NODE_MANAGER, 10, 0.5, List.of(1000, 200)),
        new RepairJob("/file", Duration.ofMinutes(3).toMillis()), new WritersJob(2, 3, 1L << 33, 1),
        new LogJob(100, 10), new OpenFilesJob(5, 100, 1000L * 2))) {
      List<String> role = job.role();
      assertThat(role.get(0)).isEqualTo(HarnessMain.CLIENT);
      assertThat(Json.read(role.get(1), ClientJob.class)).isEqualTo(job);
    }
  }
}
