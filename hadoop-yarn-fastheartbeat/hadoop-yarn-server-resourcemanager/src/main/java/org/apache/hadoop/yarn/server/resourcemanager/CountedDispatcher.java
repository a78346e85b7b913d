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

import org.apache.hadoop.yarn.event.EventHandler;

/**
 * An AsyncDispatcher that counts the events in its queue, and in that of the
 * scheduler, if that is registered with it. Owned by the ResourceManager.
 * Thread-safe.
 */
final class CountedDispatcher extends StockDispatcher {
  private volatile CountedEventDispatcher<?> scheduler;
  private volatile NodeOffers offers;

  CountedDispatcher(String name) {
    super(name);
  }

  @Override
  @SuppressWarnings("rawtypes")
  public void register(Class<? extends Enum> eventType, EventHandler handler) {
    super.register(eventType, handler);
    if (handler instanceof CountedEventDispatcher) {
      scheduler = (CountedEventDispatcher<?>) handler;
    }
  }

  /** @return how many events wait for the scheduler. */
  int schedulerLength() {
    CountedEventDispatcher<?> registered = scheduler;
    return registered == null ? 0 : registered.length();
  }

  /**
   * Before the first heartbeat; the scheduler is registered by then.
   *
   * @param looks how the scheduler looks at nodes
   * @param nodeOffers for {@link #offerNodes}, or null
   */
  void setLooks(NodeLooks looks, NodeOffers nodeOffers) {
    CountedEventDispatcher<?> registered = scheduler;
    if (registered != null) {
      registered.setLooks(looks);
    }
    offers = nodeOffers;
  }

  /** Has the scheduler's thread offer nodes, if both are there. */
  void offerNodes() {
    NodeOffers current = offers;
    CountedEventDispatcher<?> registered = scheduler;
    if (current != null && registered != null) {
      current.offerIn(registered);
    }
  }

  /** Runs a task in the scheduler's thread, behind the events that wait. */
  void runInScheduler(Runnable task) {
    CountedEventDispatcher<?> registered = scheduler;
    if (registered == null) {
      throw new IllegalStateException("The scheduler is not registered yet");
    }
    registered.run(task);
  }
}
