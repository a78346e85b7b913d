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

import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.FakeTimer;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.fastheartbeat.NodeHeartbeatConf;
import org.apache.hadoop.yarn.fastheartbeat.rm.NodePeriods;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

public class NodeOffersTest {
  private final FakeTimer timer = new FakeTimer();
  private final RMContext context = mock(RMContext.class);
  /** How often it was asked what waits. */
  private final AtomicInteger asked = new AtomicInteger();
  private final CountedEventDispatcher<Event<?>> dispatcher =
      CountedEventDispatcher.create(event -> { }, "scheduler");
  private NodeOffers offers;

  @Before
  public void start() {
    ResourceScheduler scheduler = mock(ResourceScheduler.class);
    when(scheduler.getRootQueueMetrics()).thenAnswer(any -> {
      asked.incrementAndGet();
      return null;
    });
    when(context.getScheduler()).thenReturn(scheduler);
    NodeHeartbeatConf conf = new NodeHeartbeatConf(new Configuration(false));
    NodePeriods periods = new NodePeriods(conf, timer);
    offers = new NodeOffers(context, conf, periods,
        new NodeLooks(context, periods), timer);
    dispatcher.init(new Configuration(false));
  }

  @After
  public void stop() {
    dispatcher.stop();
  }

  private void awaitAsked(int times) {
    Awaitility.await().atMost(30, TimeUnit.SECONDS)
        .until(() -> asked.get() == times);
  }

  @Test(timeout = 60_000)
  public void whatIsDemandedBeforeTheSchedulerLooksIsServedAtOnce() {
    offers.offerIn(dispatcher);
    offers.offerIn(dispatcher);
    assertThat(dispatcher.length()).isEqualTo(1);
    dispatcher.start();
    awaitAsked(1);
    offers.offerIn(dispatcher);
    awaitAsked(2);
  }

  private void heartbeat(List<ResourceRequest> asks) {
    AllocateRequest request = mock(AllocateRequest.class);
    when(request.getAskList()).thenReturn(asks);
    NodeOffers.demand(context, request);
  }

  @Test(timeout = 60_000)
  public void onlyAHeartbeatThatAsksForContainersIsDemand() {
    CountedDispatcher counted = new CountedDispatcher("test");
    counted.register(NodeState.class, dispatcher);
    counted.setLooks(null, offers);
    when(context.getDispatcher()).thenReturn(counted);
    heartbeat(null);
    heartbeat(Collections.emptyList());
    assertThat(dispatcher.length()).isZero();
    heartbeat(Collections.singletonList(mock(ResourceRequest.class)));
    assertThat(dispatcher.length()).isEqualTo(1);
  }

  @Test(timeout = 60_000)
  public void demandOfAnInterruptedCallerAndWhatFollowsItAreServed() {
    dispatcher.start();
    Thread.currentThread().interrupt();
    offers.offerIn(dispatcher);
    assertThat(Thread.interrupted()).isTrue();
    awaitAsked(1);
    offers.offerIn(dispatcher);
    awaitAsked(2);
  }
}
