/*
 * Licensed to the Apache Software Foundation (ASF) under one
 * or more contributor license agreements.  See the NOTICE file
 * distributed with this work for additional information
 * regarding copyright ownership.  The ASF licenses this file
 * to you under the Apache License, Version 2.0 (the
 * "License"); you may not use this file except in compliance
 * with the License.  You may obtain a copy of the License at
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

/**
 * An EventDispatcher that counts the events in its queue, which stock hides.
 * Owned by the ResourceManager. Thread-safe.
 */
final class CountedEventDispatcher<T extends Event<?>>
    extends EventDispatcher<T> {
  private final AtomicInteger queued;

  private CountedEventDispatcher(EventHandler<T> handler, String name,
      AtomicInteger queued) {
    super(handler, name);
    this.queued = queued;
  }

  static <T extends Event<?>> CountedEventDispatcher<T> create(
      EventHandler<T> handler, String name) {
    AtomicInteger queued = new AtomicInteger();
    EventHandler<T> counting = event -> {
      queued.decrementAndGet();
      // Erased, so that a task can wait among the events.
      if ((Object) event instanceof Task) {
        ((Task) (Object) event).run();
      } else {
        handler.handle(event);
      }
    };
    return new CountedEventDispatcher<>(counting, name, queued);
  }

  @Override
  public void handle(T event) {
    queued.incrementAndGet();
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
    return queued.get();
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
