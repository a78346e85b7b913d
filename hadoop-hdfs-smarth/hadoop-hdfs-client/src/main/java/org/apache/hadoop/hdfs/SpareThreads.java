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
package org.apache.hadoop.hdfs;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.hadoop.classification.InterfaceAudience;

/**
 * Threads that files of this process have beyond those of one block, which are
 * all that stock has. A file that is refused one of its own waits for these to
 * end, and meanwhile no file gets more of them. Thread-safe.
 */
@InterfaceAudience.Private
final class SpareThreads {
  private static final Set<StreamerThreads> HOLDERS =
      ConcurrentHashMap.newKeySet();
  private static final AtomicInteger WANTED = new AtomicInteger();

  private SpareThreads() {
  }

  /** @param file that has threads for several blocks now. */
  static void someOf(StreamerThreads file) {
    HOLDERS.add(file);
  }

  /** @param file that has no such threads any more. */
  static void noneOf(StreamerThreads file) {
    HOLDERS.remove(file);
  }

  /** @return whether another file has some, which end with its blocks. */
  static boolean isAnyBut(StreamerThreads file) {
    return HOLDERS.stream().anyMatch(other -> other != file);
  }

  /** A file is refused a thread of its first block; {@link #wantNoMore}. */
  static void want() {
    WANTED.incrementAndGet();
  }

  static void wantNoMore() {
    WANTED.decrementAndGet();
  }

  static boolean areWanted() {
    return WANTED.get() > 0;
  }
}
