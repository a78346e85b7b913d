/*
 * Licensed to the Apache Software Foundation (ASF) under one or more
 * contributor license agreements.  See the NOTICE file distributed with
 * this work for additional information regarding copyright ownership.
 * The ASF licenses this file to You under the Apache License, Version 2.0
 * (the "License"); you may not use this file except in compliance with
 * the License.  You may obtain a copy of the License at
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

import java.util.List;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class ProcessUsageTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

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
}
