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

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

import org.junit.After;
import org.junit.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.Assume.assumeTrue;

/** Where threads of daemons and of senders may run. */
public class SeparateCoresTest {
  private static final long LIFE_NANOS = 1_000_000;
  private final Map<String, Path> tasks = new HashMap<>();
  private final CountDownLatch end = new CountDownLatch(1);

  @After
  public void endThreads() {
    end.countDown();
  }

  /** Starts a thread that waits for the end. */
  private void start(String name) throws InterruptedException {
    CountDownLatch started = new CountDownLatch(1);
    Thread thread = new Thread(() -> {
      try {
        tasks.put(name, Paths.get("/proc").resolve(
            Files.readSymbolicLink(Paths.get("/proc/thread-self"))));
        started.countDown();
        end.await();
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }, name);
    thread.setDaemon(true);
    thread.start();
    started.await();
  }

  private List<Integer> cores(String name) throws IOException {
    for (String line : Files.readAllLines(
        tasks.get(name).resolve("status"), StandardCharsets.US_ASCII)) {
      if (line.startsWith("Cpus_allowed_list:")) {
        return SeparateCores.parse(line.split("\\s+")[1]);
      }
    }
    throw new IllegalStateException(name + " has no cores");
  }

  @Test(timeout = 60_000)
  public void whatTheKernelListsIsRead() {
    assertThat(SeparateCores.parse("3")).containsExactly(3);
    assertThat(SeparateCores.parse("0-2,5,7-8"))
        .containsExactly(0, 1, 2, 5, 7, 8);
  }

  @Test(timeout = 60_000)
  public void clientsAndThoseThatSendLeaveTheDaemonsCores() throws Exception {
    assumeTrue("needs Linux, taskset and two cores",
        SeparateCores.arePossible(1));
    start("Socket Reader #1 for port 8020");
    start("IPC Client (47) connection to localhost");
    List<Integer> all = cores("Socket Reader #1 for port 8020");
    SeparateCores apart = new SeparateCores(1);
    try {
      start(ThreadTimes.SENDER + 1);
      assertThat(cores("Socket Reader #1 for port 8020"))
          .isEqualTo(all.subList(0, 1));
      assertThat(cores("IPC Client (47) connection to localhost"))
          .isEqualTo(all.subList(1, all.size()));
      assertThat(cores(ThreadTimes.SENDER + 1))
          .isEqualTo(all.subList(1, all.size()));
    } finally {
      apart.end();
    }
    start("another");
    assertThat(cores("another")).isEqualTo(all);
  }

  @Test(timeout = 60_000)
  public void threadsThatEndMeanwhileKeepNoOtherFromItsCores()
      throws Exception {
    assumeTrue("needs Linux, taskset and two cores",
        SeparateCores.arePossible(1));
    whileThreadsEnd(() -> {
      for (int i = 0; i < 20; i++) {
        String name = "Socket Reader #" + i + " for port 8020";
        start(name);
        List<Integer> all = cores(name);
        SeparateCores apart = new SeparateCores(1);
        try {
          assertThat(cores(name)).isEqualTo(all.subList(0, 1));
        } finally {
          apart.end();
        }
        assertThat(cores(name)).isEqualTo(all);
      }
      return null;
    });
  }

  @Test(timeout = 60_000)
  public void threadsThatEndMeanwhileAreNoSenders() throws Exception {
    assumeTrue("needs Linux, taskset and two cores",
        SeparateCores.arePossible(1));
    whileThreadsEnd(() -> {
      for (int i = 0; i < 5_000; i++) {
        assertThat(SeparateCores.senders()).isNotEmpty();
      }
      return null;
    });
  }

  private static void whileThreadsEnd(Callable<?> check) throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    Thread mortals = new Thread(() -> {
      while (!isOver.get()) {
        new Thread(() -> LockSupport.parkNanos(LIFE_NANOS)).start();
        LockSupport.parkNanos(LIFE_NANOS);
      }
    });
    mortals.start();
    try {
      check.call();
    } finally {
      isOver.set(true);
      mortals.join();
    }
  }
}
