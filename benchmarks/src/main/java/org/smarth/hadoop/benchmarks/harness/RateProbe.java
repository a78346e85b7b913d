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

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A plain TCP transfer from one JVM to another, timed where it arrives. */
final class RateProbe {
  private static final int MILLIS = 30_000;
  private static final int PART = 64 * 1024;
  /** So much of the transfer passes before the clock starts: slow start, and what queues hold. */
  private static final double UNTIMED = 0.3;

  private RateProbe() {
  }

  /** Says the port, and the rate in bytes a second once all bytes have come. */
  static void receive(long bytes, Events events) throws IOException {
    ServerSocket server = new ServerSocket(0, 1);
    server.setSoTimeout(MILLIS);
    inBackground("rate-receiver", events, () -> {
      try (server; Socket socket = server.accept()) {
        socket.setSoTimeout(MILLIS);
        events.send(Events.Kind.ANSWER, receive(socket.getInputStream(), bytes));
      }
    });
    events.send(Events.Kind.ANSWER, server.getLocalPort());
  }

  private static double receive(InputStream in, long bytes) throws IOException {
    byte[] part = new byte[PART];
    long untimed = (long) (bytes * UNTIMED);
    long timedFrom = 0;
    long start = 0;
    long done = 0;
    while (done < bytes) {
      int n = in.read(part);
      if (n < 0) {
        throw new IOException("the sender ended after " + done + " of " + bytes + " bytes");
      }
      done += n;
      if (timedFrom == 0 && done >= untimed) {
        timedFrom = done;
        start = System.nanoTime();
      }
    }
    return (done - timedFrom) / ((System.nanoTime() - start) / 1e9);
  }

  static void send(String ip, int port, long bytes, Events events) {
    inBackground("rate-sender", events, () -> {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(ip, port), MILLIS);
        OutputStream out = socket.getOutputStream();
        byte[] part = new byte[PART];
        for (long left = bytes; left > 0; left -= part.length) {
          out.write(part, 0, (int) Math.min(part.length, left));
        }
      }
    });
  }

  /** What may fail. */
  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  /** The thread that reads the driver's commands must stay free to see its end. */
  private static void inBackground(String name, Events events, Work work) {
    Thread thread = new Thread(() -> {
      try {
        work.run();
      } catch (IOException e) {
        events.error(name + ": " + e);
      }
    }, name);
    thread.setDaemon(true);
    thread.start();
  }
}
