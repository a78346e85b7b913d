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

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;

public class ProcessUsageTest {
  private static final long MEGABYTES = 3000;

  @Rule
  public final TemporaryFolder folder = new TemporaryFolder();
  @Rule
  public final Timeout timeout = Timeout.seconds(30);

  private volatile byte[] kept;

  @Test
  public void peakMemoryIsWhatTheSystemSaysInKibibytes() {
    assertThat(ProcessUsage.peakRss(List.of("Name:\tjava", "VmPeak:\t 9000 kB",
        "VmHWM:\t  157754 kB", "VmRSS:\t  150000 kB"))).isEqualTo(157_754L * 1024);
    assertThat(ProcessUsage.peakRss(List.of("Name:\tjava"))).isZero();
  }

  @Test
  public void thisProcessHasUsedCpuAndMemory() throws Exception {
    HeapWatch heap = HeapWatch.start();
    ProcessUsage usage = ProcessUsage.now(heap);
    assertThat(usage.cpuSeconds()).isPositive();
    assertThat(usage.heapBytes()).isPositive();
  }

  @Test
  public void theMostThatACollectionLeftIsLessThanTheMostInUse() throws Exception {
    HeapWatch heap = HeapWatch.start();
    System.gc();
    await().until(() -> heap.mostLive() > 0);
    assertThat(heap.mostUsed()).isGreaterThanOrEqualTo(heap.mostLive());
  }

  @Test
  public void whatThreadsThatHaveEndedAllocatedIsCounted() throws Exception {
    HeapWatch heap = HeapWatch.start();
    long before = heap.allocated();
    Thread thread = new Thread(() -> {
      // Of larger ones whole regions of the heap count.
      for (int i = 0; i < 16 * MEGABYTES; i++) {
        kept = new byte[1 << 16];
      }
    });
    thread.start();
    thread.join();
    System.gc();
    // Less than a young generation may be in doubt, and other threads allocate as well.
    assertThat((heap.allocated() - before) >> 20).isBetween(MEGABYTES * 9 / 10, MEGABYTES * 3 / 2);
  }

  @Test
  public void directMemoryIsThatOfItsPeak() {
    HeapWatch heap = HeapWatch.start();
    long before = heap.mostDirect();
    ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 24);
    assertThat(heap.mostDirect()).isGreaterThanOrEqualTo(Math.max(before, buffer.capacity()));
  }

  @Test
  public void switchesOfAThreadThatEndedStayCounted() throws Exception {
    Path tasks = folder.getRoot().toPath();
    thread(tasks, "1", 10, 5);
    thread(tasks, "2", 7, 0);
    Switches switches = new Switches(tasks);
    assertThat(switches.count()).isEqualTo(22);
    Files.delete(tasks.resolve("2").resolve("status"));
    Files.delete(tasks.resolve("2"));
    thread(tasks, "1", 11, 5);
    assertThat(switches.count()).isEqualTo(23);
    // Another thread of the same number.
    thread(tasks, "1", 2, 0);
    assertThat(switches.count()).isEqualTo(25);
    assertThat(new Switches(tasks.resolve("none")).count()).isZero();
  }

  private static void thread(Path tasks, String id, int wanted, int not) throws Exception {
    Files.createDirectories(tasks.resolve(id));
    Files.writeString(tasks.resolve(id).resolve("status"), "Name:\tjava\n"
        + "voluntary_ctxt_switches:\t" + wanted + "\nnonvoluntary_ctxt_switches:\t" + not + "\n");
  }
}
