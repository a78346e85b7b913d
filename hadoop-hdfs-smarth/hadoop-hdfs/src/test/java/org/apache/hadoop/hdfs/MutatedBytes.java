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
package org.apache.hadoop.hdfs;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.Random;

/** What no peer of ours sends, on a connection of its own. Not thread-safe. */
public final class MutatedBytes {
  private static final int PATIENCE_MILLIS = 60_000;

  private final Random random;

  /** @param seed of what differs, and where */
  public MutatedBytes(long seed) {
    random = new Random(seed);
  }

  /**
   * @param from the first byte that may differ
   * @return the message cut off, or with bytes changed or put in
   */
  public byte[] of(byte[] message, int from) {
    int at = from + random.nextInt(message.length - from);
    switch (random.nextInt(3)) {
    case 0:
      return Arrays.copyOf(message, at);
    case 1:
      byte[] changed = message.clone();
      changed[at] = (byte) random.nextInt();
      return changed;
    default:
      byte[] part = new byte[1 + random.nextInt(16)];
      random.nextBytes(part);
      return inserted(message, at, part);
    }
  }

  private static byte[] inserted(byte[] message, int at, byte[] part) {
    byte[] longer = Arrays.copyOf(message, message.length + part.length);
    System.arraycopy(part, 0, longer, at, part.length);
    System.arraycopy(message, at, longer, at + part.length,
        message.length - at);
    return longer;
  }

  /** @return one of two values, each as often. */
  public int either(int one, int other) {
    return random.nextBoolean() ? one : other;
  }

  /**
   * Sends bytes on a new connection, and no more.
   *
   * @return whether the peer ends the connection
   */
  public static boolean areEndedBy(InetSocketAddress peer, byte[] bytes)
      throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(peer);
      socket.setSoTimeout(PATIENCE_MILLIS);
      try {
        socket.getOutputStream().write(bytes);
        socket.shutdownOutput();
        drain(socket.getInputStream());
      } catch (SocketTimeoutException e) {
        return false;
      } catch (IOException e) {
        // A reset is an end, too.
        return true;
      }
      return true;
    }
  }

  private static void drain(InputStream in) throws IOException {
    byte[] buffer = new byte[4096];
    int read;
    do {
      read = in.read(buffer);
    } while (read >= 0);
  }
}
