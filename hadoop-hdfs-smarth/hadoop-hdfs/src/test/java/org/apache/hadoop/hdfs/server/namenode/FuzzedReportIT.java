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
package org.apache.hadoop.hdfs.server.namenode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MutatedBytes;
import org.apache.hadoop.hdfs.smarth.speed.Speed;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Clients that report speeds on real connections, whose bytes are cut off,
 * changed or put in. The NameNode ends each connection, keeps nothing of it,
 * and takes the next report.
 */
public class FuzzedReportIT {
  private static final int CONNECTIONS = 1000;
  private static final long SEED = 20_104;

  @Rule
  public final Timeout timeout = Timeout.seconds(300);

  private final MutatedBytes mutated = new MutatedBytes(SEED);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private MiniDFSCluster cluster;

  @Before
  public void start() throws IOException {
    cluster = new MiniDFSCluster.Builder(new HdfsConfiguration())
        .numDataNodes(1).build();
    cluster.waitActive();
  }

  @After
  public void stop() {
    threads.shutdownNow();
    cluster.shutdown();
  }

  @Test
  public void aNameNodeEndsWhatItDoesNotUnderstandAndTakesTheNextReport()
      throws Exception {
    byte[] valid = recorded();
    int before = connections();
    for (int i = 0; i < CONNECTIONS; i++) {
      assertThat(MutatedBytes.areEndedBy(address(), mutated.of(valid, 0)))
          .as("connection %s", i).isTrue();
    }
    Awaitility.await().untilAsserted(() ->
        assertThat(connections()).isLessThanOrEqualTo(before));
    try (SpeedTeller teller = new SpeedTeller(address())) {
      teller.report(speeds());
      assertThat(teller.getSpeeds().getClientsList()).hasSize(1);
    }
  }

  private InetSocketAddress address() {
    return cluster.getNameNode().getNameNodeAddress();
  }

  private int connections() {
    return ((NameNodeRpcServer) cluster.getNameNodeRpc()).clientRpcServer
        .getNumOpenConnections();
  }

  private List<Speed> speeds() {
    return Collections.singletonList(new Speed(
        cluster.getDataNodes().get(0).getDatanodeUuid(), 50_000_000, 0));
  }

  /** @return what a client sends to report speeds. */
  private byte[] recorded() throws Exception {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    try (ServerSocket relay =
        new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      threads.execute(() -> relay(relay, sent));
      try (SpeedTeller teller = new SpeedTeller(new InetSocketAddress(
          relay.getInetAddress(), relay.getLocalPort()))) {
        teller.report(speeds());
      }
    }
    synchronized (sent) {
      return sent.toByteArray();
    }
  }

  /** Passes one connection on, until either side ends it. */
  private void relay(ServerSocket relay, ByteArrayOutputStream sent) {
    try (Socket client = relay.accept(); Socket namenode = new Socket()) {
      namenode.connect(address());
      threads.execute(() -> copy(namenode, client, null));
      copy(client, namenode, sent);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void copy(Socket from, Socket to,
      ByteArrayOutputStream record) {
    byte[] buffer = new byte[4096];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        if (record != null) {
          synchronized (record) {
            record.write(buffer, 0, read);
          }
        }
        out.write(buffer, 0, read);
      }
    } catch (IOException e) {
      // Either side has ended the connection.
    }
  }
}
