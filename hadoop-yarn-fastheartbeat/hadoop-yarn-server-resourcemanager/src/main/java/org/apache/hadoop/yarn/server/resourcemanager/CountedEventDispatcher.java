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

import java.util.concurrent.atomic.AtomicInteger;

import org.apache.hadoop.yarn.event.AbstractEvent;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.event.EventDispatcher;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeUpdateSchedulerEvent;

/**
 * An EventDispatcher that counts the events in its queue, which stock hides.
 * Owned by the ResourceManager. Thread-safe.
 */
class CountedEventDispatcher<T extends Event<?>>
    extends EventDispatcher<T> {
  private final Counting<T> counting;

  CountedEventDispatcher(EventHandler<T> handler, String name) {
    this(new Counting<>(handler), name);
  }

  private CountedEventDispatcher(Counting<T> counting, String name) {
    super(counting, name);
    this.counting = counting;
  }

  static <T extends Event<?>> CountedEventDispatcher<T> create(
      EventHandler<T> handler, String name) {
    return new CountedEventDispatcher<>(handler, name);
  }

  /** @param looks through which nodes' heartbeats go from now on */
  void setLooks(NodeLooks looks) {
    counting.looks = looks;
  }

  @Override
  public void handle(T event) {
    counting.queued.incrementAndGet();
    super.handle(event);
  }

  /**
   * Runs a task in the thread that handles the events, when those that wait now
   * have been handled.
   */
  @SuppressWarnings("unchecked")
  void run(Runnable task) {
    handle((T) new Task(task));
  }

  /** @return how many events wait. */
  int length() {
    return counting.queued.get();
  }

  private static final class Counting<T extends Event<?>>
      implements EventHandler<T> {
    private final AtomicInteger queued = new AtomicInteger();
    private final EventHandler<T> handler;
    private volatile NodeLooks looks;

    Counting(EventHandler<T> handler) {
      this.handler = handler;
    }

    @Override
    public void handle(T event) {
      queued.decrementAndGet();
      NodeLooks current = looks;
      // Erased, so that a task can wait among the events.
      Object any = event;
      if (any instanceof Task) {
        ((Task) any).run();
      } else if (any instanceof NodeUpdateSchedulerEvent && current != null) {
        current.heartbeat((NodeUpdateSchedulerEvent) any,
            () -> handler.handle(event));
      } else {
        handler.handle(event);
      }
    }
  }

  private enum TaskType { TASK }

  /** Never handed to the handler. */
  private static final class Task extends AbstractEvent<TaskType> {
    private final Runnable action;

    Task(Runnable action) {
      super(TaskType.TASK);
      this.action = action;
    }

    void run() {
      action.run();
    }
  }
}
