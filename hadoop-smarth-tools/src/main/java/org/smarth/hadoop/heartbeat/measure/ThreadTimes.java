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
package org.smarth.hadoop.heartbeat.measure;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;

/**
 * Processor time that each thread of this process has used so far, but for
 * those that send heartbeats. Immutable.
 */
final class ThreadTimes {
  /** Begins the names of the threads that send. */
  static final String SENDER = "beat sender ";
  /** With threads of Hadoop's RPC client. Linux cuts names to 15 characters. */
  private static final String[] CLIENT =
      {SENDER, "IPC Client ", "IPC Parameter "};

  private final Map<Long, Long> nanos = new HashMap<>();
  private final Map<Long, String> names = new HashMap<>();

  private ThreadTimes() {
  }

  static ThreadTimes now() {
    ThreadTimes times = new ThreadTimes();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    for (ThreadInfo thread
        : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (thread != null && !isClient(thread.getThreadName())) {
        long id = thread.getThreadId();
        times.names.put(id, thread.getThreadName());
        times.nanos.put(id, Math.max(0, threads.getThreadCpuTime(id)));
      }
    }
    return times;
  }

  /** @param name of a thread, whole or as Linux knows it */
  static boolean isClient(String name) {
    for (String prefix : CLIENT) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  private long since(ThreadTimes earlier, long id) {
    return nanos.get(id) - earlier.nanos.getOrDefault(id, 0L);
  }

  /** @return seconds that all of them together have used since. */
  double totalSince(ThreadTimes earlier) {
    long total = 0;
    for (long id : nanos.keySet()) {
      total += since(earlier, id);
    }
    return total / 1e9;
  }

  /** @return the thread that has used most since. */
  String busiestSince(ThreadTimes earlier) {
    return names.get(busiest(earlier));
  }

  /** @return seconds that the busiest has used since. */
  double mostSince(ThreadTimes earlier) {
    return since(earlier, busiest(earlier)) / 1e9;
  }

  private long busiest(ThreadTimes earlier) {
    long busiest = nanos.keySet().iterator().next();
    for (long id : nanos.keySet()) {
      if (since(earlier, id) > since(earlier, busiest)) {
        busiest = id;
      }
    }
    return busiest;
  }
}
