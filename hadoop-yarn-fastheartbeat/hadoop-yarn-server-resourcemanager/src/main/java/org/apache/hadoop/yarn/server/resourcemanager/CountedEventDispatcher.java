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

import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.event.EventDispatcher;
import org.apache.hadoop.yarn.event.EventHandler;

/**
 * An EventDispatcher that counts the events in its queue, which stock hides.
 * Owned by the ResourceManager. Thread-safe.
 */
final class CountedEventDispatcher<T extends Event<?>>
    extends EventDispatcher<T> implements EventQueue {
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
      handler.handle(event);
    };
    return new CountedEventDispatcher<>(counting, name, queued);
  }

  @Override
  public void handle(T event) {
    queued.incrementAndGet();
    super.handle(event);
  }

  @Override
  public int length() {
    return queued.get();
  }
}
