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

import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** What a ResourceManager knows of nodes and jobs. */
final class YarnJobs implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final YarnClient yarn = YarnClient.createYarnClient();

  YarnJobs(Configuration conf) {
    yarn.init(conf);
    yarn.start();
  }

  void awaitNodes(int count) throws IOException, InterruptedException {
    Await.until("the NodeManagers to report to the ResourceManager", LIMIT, () -> nodes() == count);
  }

  private int nodes() throws IOException {
    try {
      return yarn.getNodeReports(NodeState.RUNNING).size();
    } catch (YarnException e) {
      throw new IOException(e);
    }
  }

  /** Whether the ResourceManager has had any job. */
  boolean haveRun() throws IOException, YarnException {
    return !yarn.getApplications().isEmpty();
  }

  /** The last application, when the ResourceManager has recorded its end. */
  ApplicationReport ended() throws Exception {
    ApplicationId id = yarn.getApplications().stream().map(ApplicationReport::getApplicationId)
        .max(Comparator.naturalOrder())
        .orElseThrow(() -> new Failure("the ResourceManager knows of no job"));
    Await.until("the ResourceManager to record the end of " + id, LIMIT, () -> {
      try {
        return yarn.getApplicationReport(id).getYarnApplicationState()
            == YarnApplicationState.FINISHED;
      } catch (YarnException e) {
        throw new IOException(e);
      }
    });
    return yarn.getApplicationReport(id);
  }

  @Override
  public void close() {
    yarn.stop();
  }
}
