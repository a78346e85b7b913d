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
package org.apache.hadoop.mapreduce.v2.app.rm;

import java.util.List;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.v2.api.records.JobId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskType;
import org.apache.hadoop.mapreduce.v2.app.ClusterInfo;
import org.apache.hadoop.mapreduce.v2.app.MRAppMaster.RunningAppContext;
import org.apache.hadoop.mapreduce.v2.app.job.impl.FinishedTasks;
import org.apache.hadoop.mapreduce.v2.app.job.impl.JobImpl;
import org.apache.hadoop.mapreduce.v2.app.rm.ScriptedResourceManager.Call;
import org.apache.hadoop.mapreduce.v2.util.MRBuilderUtils;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.fastheartbeat.AllocateHeartbeatConf;
import org.apache.hadoop.yarn.fastheartbeat.AllocateMetrics;
import org.apache.hadoop.yarn.util.SystemClock;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

/** When the calls of stock's allocator arrive at a ResourceManager. */
public class AllocatePacingTest {
  /** An interval that nothing but an event can shorten within a test. */
  private static final int LONG = 50_000;

  private final Configuration conf = new Configuration();
  private final ApplicationId application = ApplicationId.newInstance(1, 1);
  private final ApplicationAttemptId attempt =
      ApplicationAttemptId.newInstance(application, 1);
  private final JobId job = MRBuilderUtils.newJobId(application, 1);
  private final ScriptedResourceManager resourceManager =
      new ScriptedResourceManager(attempt);
  private final JobImpl jobImpl = mock(JobImpl.class);
  private RMContainerAllocator allocator;

  private RMContainerAllocator allocator() {
    when(jobImpl.getID()).thenReturn(job);
    EventHandler<?> ignoring = event -> { };
    RunningAppContext context = mock(RunningAppContext.class);
    when(context.getApplicationID()).thenReturn(application);
    when(context.getApplicationAttemptId()).thenReturn(attempt);
    when(context.getJob(any(JobId.class))).thenReturn(jobImpl);
    when(context.getClock()).thenReturn(SystemClock.getInstance());
    when(context.getClusterInfo()).thenReturn(new ClusterInfo());
    when(context.getEventHandler()).thenAnswer(call -> ignoring);
    return new StockAllocator(context) {
      @Override
      protected ApplicationMasterProtocol createSchedulerProxy() {
        return resourceManager;
      }
    };
  }

  private void start() {
    allocator = allocator();
    allocator.init(conf);
    allocator.start();
  }

  @After
  public void stop() {
    if (allocator != null) {
      allocator.stop();
    }
  }

  private TaskAttemptId map(int number) {
    return MRBuilderUtils.newTaskAttemptId(
        MRBuilderUtils.newTaskId(job, number, TaskType.MAP), 0);
  }

  private void request(int first, int maps) {
    for (int i = first; i < first + maps; i++) {
      allocator.handle(new ContainerRequestEvent(map(i),
          Resource.newInstance(1_024, 1), new String[0], new String[0]));
    }
  }

  private List<Call> awaitCalls(int count) {
    Awaitility.await().pollInterval(5, TimeUnit.MILLISECONDS)
        .atMost(30, TimeUnit.SECONDS)
        .until(() -> resourceManager.calls().size() >= count);
    return resourceManager.calls();
  }

  private static int asked(List<Call> calls) {
    return calls.stream().mapToInt(Call::asked).max().orElse(0);
  }

  @Test(timeout = 60_000)
  public void aRequestIsSentAtOnce() {
    conf.setInt(AllocateHeartbeatConf.INTERVAL_KEY, LONG);
    start();
    request(0, 1);
    assertThat(awaitCalls(1).get(0).asked()).isEqualTo(1);
  }

  @Test(timeout = 60_000)
  public void requestsThatComeTogetherAreSentTogether() {
    conf.setInt(AllocateHeartbeatConf.INTERVAL_KEY, LONG);
    conf.setInt(AllocateHeartbeatConf.MIN_GAP_KEY, 1_000);
    start();
    request(0, 50);
    Awaitility.await().atMost(30, TimeUnit.SECONDS)
        .until(() -> asked(resourceManager.calls()) == 50);
    // A busy machine may not have known of all when the first call was due.
    List<Call> calls = resourceManager.calls();
    for (int i = 1; i < calls.size(); i++) {
      assertThat(calls.get(i).millisSince(calls.get(i - 1)))
          .isGreaterThanOrEqualTo(998);
    }
  }

  @Test(timeout = 60_000)
  public void containersAreCollectedByCallsAtGrowingGapsAndThenThereAreNone() {
    conf.setInt(AllocateHeartbeatConf.INTERVAL_KEY, LONG);
    start();
    request(0, 1);
    List<Call> calls = awaitCalls(5);
    for (int i = 2; i < 5; i++) {
      // Each wait is at least the time since the request.
      assertThat(calls.get(i).millisSince(calls.get(i - 1)))
          .isGreaterThanOrEqualTo(
              calls.get(i - 1).millisSince(calls.get(0)) - 2);
    }
    long arrivedBefore = AllocateMetrics.get().getCalls();
    resourceManager.give(1);
    int last = awaitCalls(6).size();
    // Nothing is outstanding: the next call says something.
    FinishedTasks.oneMore(jobImpl);
    assertThat(awaitCalls(last + 1)).hasSize(last + 1);
    assertThat(AllocateMetrics.get().getCalls()).isGreaterThan(arrivedBefore);
    assertThat(AllocateMetrics.get().getMeanAllocateMillis()).isPositive();
  }

  @Test(timeout = 60_000)
  public void aReleaseIsSentAtOnce() {
    conf.setInt(AllocateHeartbeatConf.INTERVAL_KEY, LONG);
    start();
    request(0, 1);
    resourceManager.give(1);
    Awaitility.await().atMost(30, TimeUnit.SECONDS).until(
        () -> allocator.getAssignedRequests().get(map(0)) != null);
    allocator.handle(new ContainerAllocatorEvent(map(0),
        ContainerAllocator.EventType.CONTAINER_DEALLOCATE));
    Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() ->
        resourceManager.calls().stream().mapToInt(Call::released).sum() == 1);
  }

  @Test(timeout = 60_000)
  public void aTaskThatFinishesIsFollowedByACallAtOnce() {
    conf.setInt(AllocateHeartbeatConf.INTERVAL_KEY, LONG);
    start();
    FinishedTasks.oneMore(jobImpl);
    awaitCalls(1);
    FinishedTasks.oneMore(jobImpl);
    List<Call> calls = awaitCalls(2);
    assertThat(calls.get(1).millisSince(calls.get(0)))
        .isGreaterThanOrEqualTo(19);
  }

  @Test(timeout = 60_000)
  public void inFixedModeCallsComeAtTheIntervalWhateverHappens() {
    conf.setBoolean(AllocateHeartbeatConf.EVENT_DRIVEN_KEY, false);
    conf.setInt(AllocateHeartbeatConf.INTERVAL_KEY, 200);
    start();
    request(0, 1);
    awaitCalls(1);
    request(1, 1);
    FinishedTasks.oneMore(jobImpl);
    List<Call> calls = awaitCalls(8);
    for (int i = 1; i < 8; i++) {
      assertThat(calls.get(i).millisSince(calls.get(i - 1)))
          .isGreaterThanOrEqualTo(198);
    }
  }

  @Test(timeout = 60_000)
  public void aResourceManagerThatFailsIsNotCalledMoreOftenThanTheInterval() {
    conf.setInt(AllocateHeartbeatConf.INTERVAL_KEY, 300);
    resourceManager.fail(true);
    start();
    request(0, 1);
    awaitCalls(1);
    request(1, 1);
    List<Call> calls = awaitCalls(3);
    for (int i = 1; i < 3; i++) {
      assertThat(calls.get(i).millisSince(calls.get(i - 1)))
          .isGreaterThanOrEqualTo(298);
    }
    resourceManager.fail(false);
    assertThat(asked(awaitCalls(4))).isEqualTo(2);
  }

  @Test(timeout = 60_000)
  public void unregisteringIsAskedForAgainSoon() {
    conf.setInt(AllocateHeartbeatConf.INTERVAL_KEY, LONG);
    conf.setInt(AllocateHeartbeatConf.MIN_GAP_KEY, 100);
    start();
    resourceManager.refuseToUnregister(2);
    // Stock waits for the interval each time, longer than this test may last.
    allocator.stop();
    List<Long> nanos = resourceManager.unregistered();
    assertThat(nanos).hasSize(3);
    assertThat(nanos.get(1) - nanos.get(0)).isGreaterThanOrEqualTo(99_000_000L);
    assertThat(nanos.get(2) - nanos.get(1)).isGreaterThanOrEqualTo(199_000_000L);
  }

  @Test(timeout = 60_000)
  public void aWrongValueStopsTheApplicationMaster() {
    conf.set(AllocateHeartbeatConf.INTERVAL_KEY, "0.2");
    assertThatThrownBy(() -> allocator().init(conf)).hasStackTraceContaining(
        AllocateHeartbeatConf.INTERVAL_KEY
            + " = 0.2: must be a whole number from 1 to 2147483647");
  }

  @Test(timeout = 60_000)
  public void withoutAnIntervalThereIsNoPauseAsInStock() {
    LogCapturer log = LogCapturer.captureLogs(
        LoggerFactory.getLogger(AllocatePacing.class));
    try {
      conf.setInt(AllocateHeartbeatConf.INTERVAL_KEY, 0);
      start();
      awaitCalls(100);
      assertThat(log.getOutput()).containsOnlyOnce(
          AllocateHeartbeatConf.INTERVAL_KEY + " = 0 makes no sense");
    } finally {
      log.stopCapturing();
    }
  }
}
