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
package org.apache.hadoop.hdfs.smarth.namenode.monitor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.smarth.namenode.monitor.NamenodeBean.RecentValue;
import org.apache.hadoop.hdfs.smarth.namenode.replicas.ExpectedReplicas;
import org.apache.hadoop.hdfs.smarth.namenode.replicas.ExpectedReplicas.DrainingBlock;
import org.apache.hadoop.util.Timer;

/**
 * Shows operators the blocks that drain, from when it is made to when it is
 * closed. It asks for the oldest of them only, however many there are. Its
 * getters are thread-safe; one thread makes and closes it.
 */
@InterfaceAudience.Private
public final class DrainingMonitor implements DrainingMXBean {
  /** How many are named. */
  static final int NAMED_MAX = 100;

  private static final String BEAN = "SmarthDraining";

  private final RecentValue<Draining> draining;
  private final NamenodeBean bean;

  /**
   * @param <B> blocks
   * @param <N> datanodes
   * @param expected replicas of blocks that drain
   * @param blockName what operators call a block
   * @param datanodeName what they call a datanode
   * @param timer whose monotonic clock is used
   */
  public <B, N> DrainingMonitor(ExpectedReplicas<B, N> expected,
      Function<B, String> blockName, Function<N, String> datanodeName,
      Timer timer) {
    draining = new RecentValue<>(
        () -> Draining.of(expected, blockName, datanodeName), timer);
    bean = new NamenodeBean(BEAN, this);
  }

  /** Shows them no longer. */
  public void close() {
    bean.close();
  }

  @Override
  public int getDrainingBlocks() {
    return draining.get().blocks;
  }

  @Override
  public long getOldestDrainingSeconds() {
    return draining.get().oldestSeconds;
  }

  @Override
  public String getOldestDrainingBlocks() {
    return draining.get().oldest;
  }

  /** Of one moment. Immutable. */
  private static final class Draining {
    private final int blocks;
    private final long oldestSeconds;
    private final String oldest;

    private Draining(int blocks, long oldestSeconds, String oldest) {
      this.blocks = blocks;
      this.oldestSeconds = oldestSeconds;
      this.oldest = oldest;
    }

    private static <B, N> Draining of(ExpectedReplicas<B, N> expected,
        Function<B, String> blockName, Function<N, String> datanodeName) {
      List<DrainingBlock<B, N>> oldest = expected.getOldest(NAMED_MAX);
      List<Map<String, Object>> named = new ArrayList<>(oldest.size());
      for (DrainingBlock<B, N> block : oldest) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("block", blockName.apply(block.getBlock()));
        json.put("ageSeconds", seconds(block));
        json.put("replicas", block.getDatanodes().size());
        json.put("datanodes", block.getDatanodes().stream()
            .map(datanodeName).sorted().collect(Collectors.toList()));
        named.add(json);
      }
      // More may drain by now, and fewer: never fewer than are named.
      return new Draining(Math.max(expected.size(), oldest.size()),
          oldest.isEmpty() ? 0 : seconds(oldest.get(0)), NamenodeBean.json(named));
    }

    private static long seconds(DrainingBlock<?, ?> block) {
      return TimeUnit.MILLISECONDS.toSeconds(block.getAgeMillis());
    }
  }
}
