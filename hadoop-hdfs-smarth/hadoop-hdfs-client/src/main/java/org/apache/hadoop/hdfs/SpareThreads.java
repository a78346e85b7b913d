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

import com.google.common.collect.ConcurrentHashMultiset;
import com.google.common.collect.Multiset;
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
  /** Once for each thread that is wanted. */
  private static final Multiset<StreamerThreads> WANTING =
      ConcurrentHashMultiset.create();
  private static volatile boolean limited;

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

  /**
   * @param file that waits
   * @return whether another file has some that end with its blocks. If it waits
   *     itself, they may not: its writer waits, too
   */
  static boolean isAnyBut(StreamerThreads file) {
    return HOLDERS.stream()
        .anyMatch(other -> other != file && !WANTING.contains(other));
  }

  /** @param file that is refused a thread of its first block. */
  static void want(StreamerThreads file) {
    WANTING.add(file);
  }

  /** @param file that has the thread, or does without. */
  static void wantNoMore(StreamerThreads file) {
    WANTING.remove(file);
  }

  static boolean areWanted() {
    return !WANTING.isEmpty();
  }

  /** A thread was refused. */
  static void refused() {
    limited = true;
  }

  /** @return whether one was ever: another one may be at any time. */
  static boolean areLimited() {
    return limited;
  }
}
