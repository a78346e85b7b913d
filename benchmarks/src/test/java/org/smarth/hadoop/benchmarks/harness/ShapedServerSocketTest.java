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

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

/** Real loopback sockets, fake time: the rate is that of the sender's link. */
public class ShapedServerSocketTest {
  private static final int MB = 1_000_000;

  @Rule
  public final Timeout timeout = Timeout.seconds(30);

  private final FakeClock clock = new FakeClock();
  private final ShapedLinks links =
      new ShapedLinks(Links.uniform(new Racks(4, Racks.OUTSIDE), new Rate(64), new Rate(8)), clock);

  @Test
  public void aSenderOnTheOtherRackIsSlow() throws Exception {
    assertThat(secondsToReceive(1, 3)).isBetween(0.98, 1.02);
  }

  @Test
  public void aSenderOnTheSameRackHasTheNicsRate() throws Exception {
    assertThat(secondsToReceive(4, 3)).isBetween(0.110, 0.130);
  }

  @Test
  public void anUnboundSenderIsTheClient() throws Exception {
    assertThat(secondsToReceive(Racks.CLIENT, 3)).isBetween(0.110, 0.130);
  }

  private double secondsToReceive(int from, int to) throws Exception {
    try (ShapedServerSocket server = new ShapedServerSocket(to, links);
        Socket sender = new Socket()) {
      if (from != Racks.CLIENT) {
        sender.bind(new InetSocketAddress(LoopbackHosts.ip(from), 0));
      }
      sender.connect(server.getLocalSocketAddress());
      CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> send(sender));
      try (Socket receiver = server.accept()) {
        assertThat(receiver.getReceiveBufferSize())
            .isLessThanOrEqualTo(2 * ShapedServerSocket.RECEIVE_BUFFER);
        assertThat(receiver.getInputStream().readAllBytes()).hasSize(MB);
      }
      sent.get();
      return clock.seconds();
    }
  }

  private static void send(Socket sender) {
    try (OutputStream out = sender.getOutputStream()) {
      out.write(new byte[MB]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
