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

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.event.AbstractEvent;
import org.apache.hadoop.yarn.event.EventHandler;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;

public class CountedDispatcherTest {
  private enum Type { ANY }

  private static final class AnyEvent extends AbstractEvent<Type> {
    AnyEvent() {
      super(Type.ANY);
    }
  }

  private final CountDownLatch blocked = new CountDownLatch(1);
  private final CountedDispatcher dispatcher = new CountedDispatcher("test");
  private CountedEventDispatcher<AnyEvent> scheduler;

  @Before
  public void start() {
    EventHandler<AnyEvent> waiting = event -> {
      try {
        blocked.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    };
    scheduler = CountedEventDispatcher.create(waiting, "scheduler");
    scheduler.init(new Configuration(false));
    scheduler.start();
    dispatcher.register(Type.class, scheduler);
    dispatcher.init(new Configuration(false));
  }

  @After
  public void stop() {
    blocked.countDown();
    dispatcher.stop();
    scheduler.stop();
  }

  private void send(int events) {
    for (int i = 0; i < events; i++) {
      dispatcher.getEventHandler().handle(new AnyEvent());
    }
  }

  @Test(timeout = 60_000)
  public void whatWaitsInEitherQueueIsCountedAndWhatIsHandledIsNot() {
    send(5);
    assertThat(dispatcher.length()).isEqualTo(5);
    assertThat(dispatcher.schedulerLength()).isZero();

    dispatcher.start();
    // One is being handled, and four wait behind it.
    Awaitility.await().atMost(30, TimeUnit.SECONDS).until(
        () -> dispatcher.length() == 0 && dispatcher.schedulerLength() == 4);
    HeartbeatMetrics.publish(dispatcher);
    assertThat(HeartbeatMetrics.get().getDispatcherQueueLength()).isZero();
    assertThat(HeartbeatMetrics.get().getSchedulerQueueLength()).isEqualTo(4);

    blocked.countDown();
    Awaitility.await().atMost(30, TimeUnit.SECONDS).until(
        () -> dispatcher.length() + dispatcher.schedulerLength() == 0);
  }

  @Test(timeout = 60_000)
  public void aTaskRunsAfterTheEventsThatWaitAndIsNoEvent() throws Exception {
    CountDownLatch ran = new CountDownLatch(1);
    scheduler.handle(new AnyEvent());
    scheduler.run(ran::countDown);
    assertThat(ran.getCount()).isEqualTo(1);
    blocked.countDown();
    assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(scheduler.length()).isZero();
  }

  /** The scheduler's queue is one that waits for its lock alone. */
  @Test(timeout = 60_000)
  public void whatAnInterruptedCallerSendsToTheSchedulerIsHandled()
      throws Exception {
    CountDownLatch ran = new CountDownLatch(1);
    Thread.currentThread().interrupt();
    scheduler.run(ran::countDown);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(scheduler.length()).isZero();
  }
}
