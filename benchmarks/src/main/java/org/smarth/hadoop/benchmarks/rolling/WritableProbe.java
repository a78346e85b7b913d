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

package org.smarth.hadoop.benchmarks.rolling;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

import org.smarth.hadoop.benchmarks.harness.Cleanup;

/**
 * Makes a directory every 100 ms, and so finds the times without a NameNode that takes writes. A
 * call that takes longer than half a second counts with all of its time. Its thread is a daemon.
 */
final class WritableProbe implements Cleanup.Resource {
  private static final long PERIOD_MILLIS = 100;
  private static final double LEAST_SECONDS = 0.5;

  private final FileSystem fs;
  private final Thread thread = new Thread(this::run, "writable-probe");
  private volatile boolean closing;
  /** Guarded by this. */
  private double seconds;
  /** Guarded by this. */
  private double longest;

  /**
   * Times without a NameNode that takes writes.
   *
   * @param seconds of all of them
   * @param longest the longest one, in seconds
   */
  record Gaps(double seconds, double longest) {
    Gaps plus(Gaps later) {
      return new Gaps(seconds + later.seconds, Math.max(longest, later.longest));
    }
  }

  /** @param conf of a client, which is told to try again soon */
  WritableProbe(Configuration conf) throws IOException {
    Configuration soon = new Configuration(conf);
    soon.setInt("dfs.client.failover.sleep.base.millis", 20);
    soon.setInt("dfs.client.failover.sleep.max.millis", 100);
    soon.setInt("dfs.client.failover.max.attempts", 10_000);
    soon.setInt("ipc.client.connect.max.retries", 0);
    fs = FileSystem.newInstance(soon);
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    for (long n = 0; !closing; n++) {
      long began = System.nanoTime();
      try {
        fs.mkdirs(new Path("/probe/" + n));
        fs.delete(new Path("/probe/" + n), true);
        note((System.nanoTime() - began) / 1e9);
        TimeUnit.MILLISECONDS.sleep(PERIOD_MILLIS);
      } catch (IOException e) {
        // Whatever the cause: nobody took a write.
        note((System.nanoTime() - began) / 1e9);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private synchronized void note(double took) {
    if (took > LEAST_SECONDS) {
      seconds += took;
      longest = Math.max(longest, took);
    }
  }

  /** The gaps since this was asked last. */
  synchronized Gaps takeGaps() {
    Gaps gaps = new Gaps(seconds, longest);
    seconds = 0;
    longest = 0;
    return gaps;
  }

  @Override
  public void close() throws IOException {
    closing = true;
    thread.interrupt();
    fs.close();
  }
}
