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
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.apache.hadoop.hdfs.server.datanode.DataNodeInsides;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.awaitility.Awaitility;
import org.junit.Test;

import static org.apache.hadoop.hdfs.SmarthCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

/** What a client asks of the namenode for a file, beside what stock asks. */
public class NamenodeCallsIT extends SharedClusterTestBase {
  /** Sees calls of the namenode before it does. */
  @FunctionalInterface
  private interface Interceptor {
    /** @return whether the namenode is called; else the answer is false. */
    boolean pass(String method);
  }

  /** A client with calls to the namenode that a test sees first. */
  private static final class Intercepted implements AutoCloseable {
    private final DistributedFileSystem fs;
    private final ClientProtocol namenode;

    private Intercepted(Configuration conf, Interceptor interceptor)
        throws IOException {
      fs = (DistributedFileSystem) FileSystem.newInstance(conf);
      namenode = fs.getClient().namenode;
      DataNodeInsides.set(fs.getClient(), "namenode",
          Proxy.newProxyInstance(getClass().getClassLoader(),
              new Class<?>[] {ClientProtocol.class}, (proxy, method, args) -> {
                if (!interceptor.pass(method.getName())) {
                  return false;
                }
                try {
                  return method.invoke(namenode, args);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              }));
    }

    @Override
    public void close() throws IOException {
      DataNodeInsides.set(fs.getClient(), "namenode", namenode);
      fs.close();
    }
  }

  @Test
  public void ofAFileThatIsShortNoFirstNodeAckIsAskedFor() throws Exception {
    AtomicReference<SmarthOutputStream> stream = new AtomicReference<>();
    AtomicInteger packets = new AtomicInteger();
    try (Intercepted client = new Intercepted(fs().getConf(), method -> {
      if (method.equals("addBlock")) {
        Awaitility.await().until(() ->
            stream.get().getFile().getLastQueuedSeqno().get()
                == packets.get());
      }
      return true;
    })) {
      for (int some : new int[] {1, 2, 16}) {
        packets.set(some);
        long before = firstNodeAcks();
        byte[] data = SmarthCluster.bytes(some * 126 * 512 - 1, some);
        FSDataOutputStream out = client.fs.create(path(), true);
        stream.set((SmarthOutputStream) out.getWrappedStream());
        out.write(data);
        out.close();
        assertStored(data);
        assertThat(firstNodeAcks()).isEqualTo(before);
      }
    }
    long before = firstNodeAcks();
    try (FSDataOutputStream out = fs().create(path())) {
      out.write(SmarthCluster.bytes(BLOCK + 1, 1));
    }
    assertThat(firstNodeAcks()).isEqualTo(before + 2);
  }

  private static long firstNodeAcks() {
    return cluster().getCluster().getDataNodes().stream()
        .mapToLong(DataNodeInsides::firstNodeAcks).sum();
  }

  @Test
  public void closeAsksSoonAgainWhetherTheDatanodesHaveReported()
      throws IOException {
    Configuration late = new Configuration(fs().getConf());
    late.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms",
        600_000);
    AtomicInteger refused = new AtomicInteger();
    byte[] data = SmarthCluster.bytes(BLOCK + 1, 1);
    try (Intercepted client = new Intercepted(late, method -> {
      if (!method.equals("complete")) {
        return true;
      }
      if (refused.get() == 1) {
        // As in stock, this does not fail a file that is all stored.
        Thread.currentThread().interrupt();
      }
      return refused.incrementAndGet() > 3;
    })) {
      try (FSDataOutputStream out = client.fs.create(path(), true)) {
        out.write(data);
      }
    }
    assertThat(refused.get()).isGreaterThan(3);
    assertStored(data);
  }

  /**
   * @return what the client asks of the namenode for a file; each of its blocks
   *     is delivered before the next one begins
   */
  private List<String> askedFor(Configuration conf, byte[] data)
      throws IOException {
    List<String> asked = Collections.synchronizedList(new ArrayList<>());
    try (Intercepted client = new Intercepted(conf, asked::add)) {
      try (FSDataOutputStream out = client.fs.create(path(), true)) {
        for (int at = 0; at < data.length; at += BLOCK) {
          if (at > 0) {
            out.hflush();
          }
          out.write(data, at, Math.min(BLOCK, data.length - at));
          assertThat(SmarthCluster.clientThreads().stream()
              .filter(thread -> thread.startsWith("DataStreamer")).count())
              .isLessThanOrEqualTo(2);
        }
      }
      // It is asked again until the datanodes have told of their replicas.
      asked.subList(asked.indexOf("complete") + 1, asked.size())
          .removeIf("complete"::equals);
      return asked;
    }
  }

  private void assertAsksNoMoreThanStock(byte[] data) throws IOException {
    Configuration off = new Configuration(fs().getConf());
    off.setBoolean(SmarthClientConf.ENABLED_KEY, false);
    List<String> stock = askedFor(off, data);
    assertThat(stock).contains("create", "addBlock", "complete");
    assertThat(askedFor(fs().getConf(), data)).isEqualTo(stock);
    assertStored(data);
  }

  @Test
  public void aFileOfLessThanABlockAsksTheNamenodeForNoMoreThanStock()
      throws IOException {
    assertAsksNoMoreThanStock(SmarthCluster.bytes(BLOCK - 1, 1));
  }

  @Test
  public void aFileOfManyBlocksAsksTheNamenodeForNoMoreThanStock()
      throws IOException {
    assertAsksNoMoreThanStock(SmarthCluster.bytes(6 * BLOCK - 1, 1));
  }

  @Test
  public void whereReplicationIsLoweredMeanwhileBlocksAreAskedForOnce()
      throws IOException {
    List<String> asked = Collections.synchronizedList(new ArrayList<>());
    byte[] data = SmarthCluster.bytes(10 * BLOCK, 1);
    DataNodeFaultInjector before = DataNodeFaultInjector.get();
    DataNodeFaultInjector.set(new DataNodeFaultInjector() {
      @Override
      public void stopSendingPacketDownstream(String mirror) {
        // Blocks drain while the next ones begin.
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      }
    });
    try (Intercepted client = new Intercepted(fs().getConf(), asked::add)) {
      try (FSDataOutputStream out = client.fs.create(path(), true)) {
        SmarthCluster.withPipelinesInVain(out);
        out.write(data, 0, BLOCK);
        out.hflush();
        client.fs.setReplication(path(), (short) 2);
        out.write(data, BLOCK, data.length - BLOCK);
      }
    } finally {
      DataNodeFaultInjector.set(before);
    }
    // Now and then it is tried whether there are more again.
    assertThat(Collections.frequency(asked, "abandonBlock"))
        .isLessThanOrEqualTo(2);
    assertThat(Collections.frequency(asked, "addBlock"))
        .isLessThanOrEqualTo(12);
    assertThat(cluster().read(path())).isEqualTo(data);
  }

  @Test
  public void whereReportsAreLateAClosedFileCostsHardlyMoreCallsThanInStock()
      throws IOException {
    int files = 60;
    AtomicInteger calls = new AtomicInteger();
    AtomicLong since = new AtomicLong();
    try (Intercepted client = new Intercepted(fs().getConf(), method -> {
      if (!method.equals("complete")) {
        return true;
      }
      calls.incrementAndGet();
      since.compareAndSet(0, System.nanoTime());
      return System.nanoTime() - since.get()
          > TimeUnit.MILLISECONDS.toNanos(30);
    })) {
      for (int i = 0; i < files; i++) {
        since.set(0);
        try (FSDataOutputStream out = client.fs.create(path(), true)) {
          out.write(i);
        }
      }
    }
    // In stock each file is asked for twice.
    assertThat(calls.get()).isBetween(2 * files, 23 * files / 10);
  }
}
