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
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import com.google.common.util.concurrent.Uninterruptibles;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class CleanupTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(10);

  private final List<String> closed = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch ending = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Cleanup cleanup = new Cleanup();

  private Cleanup.Resource make(String name) throws Exception {
    return cleanup.make(() -> () -> closed.add(name));
  }

  @Test
  public void resourcesAreClosedOnceInReverseOrder() throws Exception {
    make("directory");
    make("network");
    Cleanup.Resource jvm = make("jvm");
    make("client");
    cleanup.close(jvm);
    cleanup.close();
    cleanup.close();
    assertThat(closed).containsExactly("jvm", "client", "network", "directory");
  }

  @Test
  public void oneThatFailsDoesNotKeepTheOthers() throws Exception {
    make("directory");
    cleanup.make(() -> () -> {
      throw new IOException("busy");
    });
    cleanup.close();
    assertThat(closed).containsExactly("directory");
  }

  @Test
  public void theDirectoryIsClosedAfterTheProcessThatIsBeingEndedByAnother() throws Exception {
    make("directory");
    Cleanup.Resource jvm = makeSlow("jvm");
    Thread owner = new Thread(() -> {
      try {
        cleanup.close(jvm);
      } catch (IOException e) {
        closed.add(e.toString());
      }
    });
    whileClosedBy(owner);
  }

  @Test
  public void whoClosesSecondWaitsUntilAllIsClosed() throws Exception {
    make("directory");
    makeSlow("jvm");
    whileClosedBy(new Thread(cleanup::close));
  }

  /** Says when it is being closed, and waits to be told that it is. */
  private Cleanup.Resource makeSlow(String name) throws Exception {
    return cleanup.make(() -> () -> {
      ending.countDown();
      Uninterruptibles.awaitUninterruptibly(ended);
      closed.add(name);
    });
  }

  private void whileClosedBy(Thread owner) throws InterruptedException {
    owner.start();
    ending.await();
    Thread hook = new Thread(cleanup::close);
    hook.start();
    await().until(() -> cleanup.isClosing()
        && List.of(Thread.State.TIMED_WAITING, Thread.State.TERMINATED).contains(hook.getState()));
    assertThat(closed).isEmpty();
    ended.countDown();
    hook.join();
    assertThat(closed).containsExactly("jvm", "directory");
    owner.join();
  }

  @Test
  public void whatIsAskedForOnceAllAreBeingClosedIsLeftToThat() throws Exception {
    Cleanup.Resource jvm = make("jvm");
    cleanup.make(() -> () -> cleanup.close(jvm));
    cleanup.close();
    assertThat(closed).containsExactly("jvm");
  }

  @Test
  public void nothingIsMadeOnceClosingHasBegun() {
    cleanup.close();
    assertThatThrownBy(() -> make("late")).isInstanceOf(Failure.class);
    assertThat(closed).isEmpty();
  }
}
