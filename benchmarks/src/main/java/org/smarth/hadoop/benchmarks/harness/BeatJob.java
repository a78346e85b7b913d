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

import java.util.List;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * Scripted senders of one kind: first as fast as they are answered, then with one period after the
 * other, as far as the daemon that answers could keep up. Waits for the driver before each step,
 * which looks then what the daemon has used.
 */
public record BeatJob(SenderKind kind, int count, double seconds, List<Integer> periodsMs)
    implements ClientJob {
  /** Somewhat beyond what the daemon can do, to see what happens there. */
  private static final double BEYOND = 1.2;
  /** Times the seconds that are measured: the daemon loads and compiles for tens of them. */
  private static final int WARM_UP = 3;

  @Override
  public Metrics run(ClientContext context, DistributedFileSystem fs) throws Exception {
    Metrics result = new Metrics();
    String prefix = kind.prefix();
    context.events().stage("registering " + count + " of " + prefix);
    try (ScriptedSenders senders =
        kind.create(new YarnConfiguration(new JobConf(context.conf())), count)) {
      BeatLoad load = new BeatLoad(senders);
      load.run(0, WARM_UP * seconds);
      context.pauseAt(ClientJob.READY);
      double most = load.run(0, seconds).perSecond();
      result.put(prefix + ".maxPerSecond", most);
      if (load.isEachAlwaysWaiting()) {
        result.put(prefix + ".answerMs", count / most * 1e3);
      }
      context.pauseAt(ClientJob.step(0));
      for (int i = 0; i < periodsMs.size(); i++) {
        int period = periodsMs.get(i);
        if (count * 1e3 / period <= BEYOND * most) {
          BeatLoad.Sample sample = load.run(TimeUnit.MILLISECONDS.toNanos(period), seconds);
          result.put(prefix + "." + period + ".perSecond", sample.perSecond())
              .putAll(sample.delays().toMetrics(prefix + "." + period));
        }
        context.pauseAt(ClientJob.step(i + 1));
      }
    }
    return result;
  }
}
