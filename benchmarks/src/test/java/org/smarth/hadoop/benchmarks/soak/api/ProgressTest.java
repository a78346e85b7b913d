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

package org.smarth.hadoop.benchmarks.soak.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import org.apache.hadoop.hdfs.server.datanode.WatchedDisks;

public class ProgressTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(60);

  private final Progress progress = new Progress(new WatchedDisks());

  @Test
  public void aFaultWaitsForTheCallsOfTheStreamAndNoOthers() throws Exception {
    progress.begins(new Call(0, Call.Kind.WRITE, 1));
    progress.begins(new Call(1, Call.Kind.KILL, 1));
    // An interrupted thread can do all but wait.
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> progress.awaitCalls(2)).isInstanceOf(InterruptedException.class);
    progress.begins(new Call(0, Call.Kind.HFLUSH, 0));
    Thread.currentThread().interrupt();
    progress.awaitCalls(2);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  public void whatWillNotComeIsNotWaitedFor() throws Exception {
    progress.awaitCalls(1);
    progress.awaitOperations(1);
    progress.awaitFinals(1);
  }

  @Test
  public void onceTheFileIsClosedNothingIsWaitedFor() throws Exception {
    assertThat(progress.isOver()).isFalse();
    progress.ends();
    Thread.currentThread().interrupt();
    progress.awaitCalls(1);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(progress.isOver()).isTrue();
  }
}
