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

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketImpl;

/**
 * A DataNode's listening socket whose connections deliver at the rate of the link from their
 * sender, told by the loopback address it is bound to. Only what the DataNode receives is slowed:
 * the data of writes; acks and reads are not.
 */
public final class ShapedServerSocket extends ServerSocket {
  /** Bounds what a sender can be ahead of the link. */
  static final int RECEIVE_BUFFER = 128 * 1024;

  private final int node;
  private final ShapedLinks links;

  public ShapedServerSocket(int node, ShapedLinks links) throws IOException {
    this.node = node;
    this.links = links;
    // Before the bind: the window of a connection is fixed when it is accepted.
    setReceiveBufferSize(RECEIVE_BUFFER);
    bind(new InetSocketAddress(LoopbackHosts.address(node), 0));
  }

  @Override
  public Socket accept() throws IOException {
    Socket socket = new ShapedSocket();
    implAccept(socket);
    return socket;
  }

  private final class ShapedSocket extends Socket {
    private InputStream in;

    ShapedSocket() throws IOException {
      super((SocketImpl) null);
    }

    @Override
    public synchronized InputStream getInputStream() throws IOException {
      if (in == null) {
        InetAddress sender = getInetAddress();
        ShapedLinks.Path path = links.path(LoopbackHosts.nodeAt(sender), node);
        InputStream raw = super.getInputStream();
        in = path.isLimited() ? new PacedInputStream(raw, path) : raw;
      }
      return in;
    }
  }

  /** Hands out bytes no faster than their path allows; what is not read holds the sender up. */
  static final class PacedInputStream extends FilterInputStream {
    /** Small enough to share a link fairly: 5 ms at 50 Mbps. */
    static final int MAX_READ = 32 * 1024;

    private final ShapedLinks.Path path;

    PacedInputStream(InputStream in, ShapedLinks.Path path) {
      super(in);
      this.path = path;
    }

    @Override
    public int read() throws IOException {
      int b = super.read();
      if (b >= 0) {
        path.pass(1);
      }
      return b;
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
      int n = super.read(b, off, Math.min(len, MAX_READ));
      if (n > 0) {
        path.pass(n);
      }
      return n;
    }

    @Override
    public long skip(long n) throws IOException {
      // Skipped bytes pass the link too.
      return n <= 0 ? 0 : Math.max(0, read(new byte[(int) Math.min(n, MAX_READ)]));
    }
  }
}
