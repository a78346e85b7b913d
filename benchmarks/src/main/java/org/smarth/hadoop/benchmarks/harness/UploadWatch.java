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

package org.smarth.hadoop.benchmarks.harness;

import java.lang.management.ManagementFactory;
import java.util.Iterator;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StorageStatistics;

/**
 * Reports twice a second how much this JVM has written to HDFS, and what memory it has in use for
 * that, until closed.
 */
final class UploadWatch implements AutoCloseable {
  private static final long PERIOD_MILLIS = 500;

  private final Events events;
  private final ClientRetention retention;
  private final ScheduledExecutorService timer;
  private final long start = System.nanoTime();

  UploadWatch(Events events, Configuration conf) {
    this.events = events;
    this.retention = ClientRetention.of(conf);
    timer = Executors.newSingleThreadScheduledExecutor(
        new BasicThreadFactory.Builder().namingPattern("upload-watch").daemon(true).build());
  }

  void start() {
    timer.scheduleAtFixedRate(this::report, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void report() {
    long written = 0;
    for (Iterator<StorageStatistics> all = FileSystem.getGlobalStorageStatistics().iterator();
        all.hasNext();) {
      StorageStatistics one = all.next();
      // The local file system has statistics too, and HDFS others that do not count bytes.
      Long bytes = "hdfs".equals(one.getScheme()) ? one.getLong("bytesWritten") : null;
      written += bytes == null ? 0 : bytes;
    }
    events.bytes(written);
    events.send(Events.Kind.MEMORY, new ClientMemory((System.nanoTime() - start) / 1e9,
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(), retention.memory(),
        retention.disk()));
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
