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

import org.apache.hadoop.yarn.event.AsyncDispatcher;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.event.EventHandler;

/**
 * An AsyncDispatcher that counts the events in its queue, which stock hides.
 * Thread-safe.
 */
abstract class StockDispatcher extends AsyncDispatcher {
  private final AtomicInteger queued = new AtomicInteger();

  StockDispatcher(String name) {
    super(name);
  }

  @Override
  @SuppressWarnings("unchecked")
  public EventHandler<Event<?>> getEventHandler() {
    EventHandler<Event<?>> queue = super.getEventHandler();
    return event -> {
      queued.incrementAndGet();
      try {
        queue.handle(event);
      } catch (RuntimeException e) {
        queued.decrementAndGet();
        throw e;
      }
    };
  }

  @Override
  @SuppressWarnings("rawtypes")
  protected void dispatch(Event event) {
    queued.decrementAndGet();
    super.dispatch(event);
  }

  /** @return how many events wait. */
  final int length() {
    return queued.get();
  }
}
