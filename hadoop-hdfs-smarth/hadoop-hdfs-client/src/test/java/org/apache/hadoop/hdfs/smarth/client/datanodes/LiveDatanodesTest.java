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
package org.apache.hadoop.hdfs.smarth.client.datanodes;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.util.FakeTimer;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;
import org.mockito.stubbing.OngoingStubbing;

import static org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType.LIVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

public class LiveDatanodesTest {
  @Rule
  public final Timeout timeout = Timeout.seconds(20);

  private final ClientProtocol namenode = mock(ClientProtocol.class);
  private final AtomicInteger calls = new AtomicInteger();
  private final ClientProtocol counted =
      (ClientProtocol) Proxy.newProxyInstance(getClass().getClassLoader(),
          new Class<?>[] {ClientProtocol.class}, (proxy, method, arguments) -> {
            calls.incrementAndGet();
            try {
              return method.invoke(namenode, arguments);
            } catch (InvocationTargetException e) {
              throw e.getCause();
            }
          });
  private final FakeTimer timer = new FakeTimer();
  private final List<DatanodeInfo> nodes = Datanodes.racks(5, 4);

  private final Random random = new Random(1);

  private LiveDatanodes live() {
    return new LiveDatanodes(counted, timer, random);
  }

  private OngoingStubbing<DatanodeInfo[]> onReport() throws IOException {
    return when(namenode.getDatanodeReport(LIVE));
  }

  private DatanodeInfo[] all() {
    return nodes.toArray(new DatanodeInfo[0]);
  }

  private int asked() {
    return calls.get();
  }

  @Test
  public void theListIsKeptForMinutesAndEachClientAsksAgainInItsTime()
      throws IOException {
    onReport().thenReturn(all());
    int early = 0;
    for (int client = 0; client < 100; client++) {
      LiveDatanodes live = live();
      int before = asked();
      live.get();
      timer.advance(LiveDatanodes.MIN_AGE_MILLIS - 1);
      assertThat(live.get()).hasSize(9);
      assertThat(asked() - before).isEqualTo(1);
      timer.advance(LiveDatanodes.MIN_AGE_MILLIS / 2);
      live.get();
      early += asked() - before - 1;
      timer.advance(LiveDatanodes.MIN_AGE_MILLIS / 2 + 1);
      live.get();
      assertThat(asked() - before).isEqualTo(2);
    }
    assertThat(early).isBetween(30, 70);
  }

  @Test
  public void whileOneThreadAsksTheOthersHaveTheListThatThereIs()
      throws Exception {
    CountDownLatch asking = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    onReport().thenReturn(all()).thenAnswer(call -> {
      asking.countDown();
      answer.await();
      return nodes.subList(0, 6).toArray(new DatanodeInfo[0]);
    });
    LiveDatanodes live = live();
    assertThat(live.get()).hasSize(9);
    timer.advance(2 * LiveDatanodes.MIN_AGE_MILLIS);
    CompletableFuture<List<DatanodeInfo>> one =
        CompletableFuture.supplyAsync(live::get);
    asking.await();
    assertThat(live.get()).hasSize(9);
    assertThat(live.pipelinesFor(3)).isEqualTo(3);
    live.learn(7);
    answer.countDown();
    assertThat(one.get()).hasSize(6);
    assertThat(asked()).isEqualTo(2);
  }

  @Test
  public void aListThatProvesWrongIsAskedForAgainButNotEachTime()
      throws IOException {
    onReport().thenReturn(all());
    LiveDatanodes live = live();
    live.get();
    live.learn(6);
    live.get();
    assertThat(asked()).isEqualTo(1);
    timer.advance(TimeUnit.MINUTES.toMillis(1));
    live.learn(6);
    live.get();
    live.learn(6);
    live.get();
    assertThat(asked()).isEqualTo(2);
  }

  @Test
  public void aNamenodeThatCannotAnswerLeavesTheOldList() throws IOException {
    onReport().thenReturn(all()).thenThrow(new IOException("down"));
    LiveDatanodes live = live();
    live.get();
    timer.advance(2 * LiveDatanodes.MIN_AGE_MILLIS);
    assertThat(live.get()).hasSize(9);
    assertThat(live.get()).hasSize(9);
    assertThat(asked()).isEqualTo(2);
  }
}
