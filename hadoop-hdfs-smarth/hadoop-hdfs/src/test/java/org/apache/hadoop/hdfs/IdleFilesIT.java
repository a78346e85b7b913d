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
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.smarth.client.SmarthClientConf;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** What files take that are open and idle, as those of write-ahead logs. */
public class IdleFilesIT {
  private static final int FILES = 40;
  private static final int COLLECTIONS = 3;
  /** More than the packets that a file may have in flight. */
  private static final byte[] BURST = SmarthCluster.bytes(6 << 20, 1);
  private static final long MORE_HEAP_FOR_A_FILE = 64 << 10;

  @Rule
  public final Timeout timeout = new Timeout(300, TimeUnit.SECONDS);

  private final List<FSDataOutputStream> open = new ArrayList<>();
  private SmarthCluster cluster;

  @Before
  public void start() throws IOException {
    cluster = new SmarthCluster(3);
  }

  @After
  public void stop() throws IOException {
    cluster.close();
  }

  /** Heap and threads that idle files have taken. */
  private static final class Taken {
    private long heap;
    private int threads;
  }

  private static long liveHeap() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    for (int i = 0; i < COLLECTIONS; i++) {
      memory.gc();
    }
    return memory.getHeapMemoryUsage().getUsed();
  }

  private void openAndFlush(FileSystem fs, int files) throws IOException {
    List<FSDataOutputStream> opened = new ArrayList<>();
    for (int i = 0; i < files; i++) {
      opened.add(fs.create(new Path("/" + open.size() + "-" + i)));
    }
    open.addAll(opened);
    for (FSDataOutputStream out : opened) {
      out.write(BURST);
      out.hflush();
    }
  }

  private void closeAll() throws IOException {
    for (FSDataOutputStream out : open) {
      out.close();
    }
    open.clear();
  }

  private Taken take(boolean smarth) throws IOException {
    Configuration conf = new Configuration(cluster.getFs().getConf());
    conf.setBoolean(SmarthClientConf.ENABLED_KEY, smarth);
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, 16 << 20);
    conf.setInt(DFSConfigKeys.DFS_REPLICATION_KEY, 2);
    Taken taken = new Taken();
    try (FileSystem fs = FileSystem.newInstance(conf)) {
      // What is loaded and made once is not counted.
      openAndFlush(fs, 2);
      long before = liveHeap();
      int threads = SmarthCluster.clientThreads().size();
      openAndFlush(fs, FILES);
      taken.heap = liveHeap() - before;
      taken.threads = SmarthCluster.clientThreads().size() - threads;
      closeAll();
    }
    return taken;
  }

  @Test
  public void idleFilesTakeNoMoreHeapAndThreadsThanStocksPlusALittle()
      throws IOException {
    Taken stock = take(false);
    Taken smarth = take(true);
    assertThat(smarth.heap - stock.heap).as("heap of %s files", FILES)
        .isLessThan(FILES * MORE_HEAP_FOR_A_FILE);
    assertThat(smarth.threads).as("threads of %s files", FILES)
        .isLessThanOrEqualTo(stock.threads + FILES);
  }
}
